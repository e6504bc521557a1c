package org.stoatflow.runtime.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.TopicListing;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.stoatflow.localkafka.TestCluster;
import org.stoatflow.runtime.testkit.Group;
import org.stoatflow.runtime.testkit.Topic;

/** All that is in the cluster and in a folder of an application: what a look must not change. */
record TakenOver(
        Map<String, String> topics,
        Map<String, String> configs,
        Map<TopicPartition, Long> ends,
        Map<String, String> committed,
        String group,
        Map<String, Long> files) {
    static TakenOver of(String application, Path folder) throws IOException {
        Admin admin = TestCluster.shared().admin();
        Collection<TopicListing> listed = Group.answer(admin.listTopics().listings());
        Map<String, String> topics = new TreeMap<>();
        listed.stream()
                .filter(topic -> topic.name().startsWith(application))
                .forEach(topic -> topics.put(topic.name(), topic.topicId().toString()));
        List<ConfigResource> resources = topics.keySet().stream()
                .map(topic -> new ConfigResource(ConfigResource.Type.TOPIC, topic))
                .toList();
        Map<String, String> configs = new TreeMap<>();
        Map<ConfigResource, Config> described =
                Group.answer(admin.describeConfigs(resources).all());
        described.forEach((topic, config) ->
                config.entries().forEach(entry -> configs.put(topic.name() + " " + entry.name(), entry.value())));
        Map<String, String> committed = new TreeMap<>();
        Group.answer(admin.listConsumerGroupOffsets(application).partitionsToOffsetAndMetadata())
                .forEach((partition, offset) -> committed.put(partition.toString(), String.valueOf(offset)));
        ConsumerGroupDescription group = Group.answer(admin.describeConsumerGroups(List.of(application))
                .describedGroups()
                .get(application));
        return new TakenOver(
                topics,
                configs,
                Topic.ends(Topic.partitions(topics.keySet())),
                committed,
                group.toString(),
                files(folder));
    }

    private static Map<String, Long> files(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.collect(Collectors.toMap(
                    Path::toString,
                    file -> file.toFile().isFile() ? file.toFile().length() : -1L));
        }
    }
}
