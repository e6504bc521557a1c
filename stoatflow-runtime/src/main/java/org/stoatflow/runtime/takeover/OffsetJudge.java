package org.stoatflow.runtime.takeover;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.runtime.restoring.GroupLog;
import org.stoatflow.runtime.sink.OffsetMetadata;
import org.stoatflow.runtime.sink.ResetMark;

/** Judges the committed offsets of source topics, and the metadata in them. */
final class OffsetJudge {
    private OffsetJudge() {}

    /**
     * @param committed holds the offsets of all of {@code sources} that have one
     * @param unread how many offsets are behind the committed ones, by topics that the topology does not read
     */
    static List<Finding> of(
            List<GroupLog> sources, Map<TopicPartition, OffsetAndMetadata> committed, Map<String, Long> unread) {
        List<Finding> findings = new ArrayList<>();
        unread.forEach(
                (topic, behind) -> findings.add(Finding.loses("topic " + topic + ": the topology does not read it"
                        + " any more, and what is behind the committed offsets is not processed: " + behind
                        + " offsets at most")));
        if (sources.stream().allMatch(source -> source.committed() == null)) {
            findings.add(Finding.note(
                    committed.isEmpty()
                            ? "nothing is committed for the source topics: the application begins as a new one, where"
                                    + " auto.offset.reset says"
                            : "nothing is committed for the source topics, although the application has committed"
                                    + " offsets of others: they are read from where auto.offset.reset says"));
            return findings;
        }
        for (GroupLog source : sources) {
            OffsetAndMetadata offset = committed.get(source.partition());
            if (offset != null && ResetMark.isOn(offset)) {
                findings.add(Finding.blocks(ResetMark.sentence(source.partition(), offset.offset())));
            } else if (source.committed() != null && source.committed() != source.from()) {
                findings.add(Finding.loses(words(source.partition()) + ": the committed offset " + source.committed()
                        + " is not in the log, which has " + source.log().begin() + " to "
                        + source.log().end()
                        + ". auto.offset.reset says where to go on"));
            }
        }
        byTopic(sources, source -> source.committed() == null)
                .forEach((topic, partitions) -> findings.add(Finding.note("topic " + topic + ": partitions "
                        + partitions + " have no committed offset, and begin where auto.offset.reset says")));
        byTopic(sources, source -> OffsetMetadata.isOfOthers(committed.get(source.partition())))
                .forEach((topic, partitions) -> findings.add(Finding.loses("topic " + topic
                        + ": the committed offsets of partitions " + partitions
                        + " hold no partition time that can be read. It begins anew with the next record")));
        return findings;
    }

    private static Map<String, Set<Integer>> byTopic(List<GroupLog> sources, Predicate<GroupLog> which) {
        Map<String, Set<Integer>> found = new TreeMap<>();
        for (GroupLog source : sources) {
            if (which.test(source)) {
                found.computeIfAbsent(source.partition().topic(), topic -> new TreeSet<>())
                        .add(source.partition().partition());
            }
        }
        return found;
    }

    private static String words(TopicPartition partition) {
        return "topic " + partition.topic() + ", partition " + partition.partition();
    }
}
