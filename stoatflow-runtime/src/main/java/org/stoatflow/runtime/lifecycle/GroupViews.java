package org.stoatflow.runtime.lifecycle;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.kernel.plan.Entry;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.kernel.plan.Stage;
import org.stoatflow.kernel.plan.StorePlan;
import org.stoatflow.runtime.group.MemberPlan;
import org.stoatflow.runtime.restoring.Following;
import org.stoatflow.runtime.topics.TopicPlan;
import org.stoatflow.spi.GroupView;
import org.stoatflow.streams.processor.TaskId;
import org.stoatflow.streams.state.HostInfo;

/** What a member's plan and the group's last note say together. Any thread. */
final class GroupViews {
    private GroupViews() {}

    /** The group as a member knows it; empty until the group's leader has told who has the partitions. */
    static Optional<GroupView> of(MemberPlan member) {
        TopicPlan topics = member.topics();
        return member.membership()
                .ownerSettings()
                .map(owner -> new GroupView(
                        owner.server(),
                        member.membership().isChosen(),
                        topics.sourcePartitions(),
                        stores(topics.plan()),
                        tasks(topics),
                        standbys(member)));
    }

    private static GroupView.Standbys standbys(MemberPlan member) {
        Set<HostInfo> hosts = member.membership().standbys().stream()
                .flatMap(settings -> settings.server().stream())
                .collect(Collectors.toSet());
        Set<String> stores = member.plan().stores().stream()
                .filter(Following::isFollowed)
                .map(StorePlan::name)
                .collect(Collectors.toSet());
        return new GroupView.Standbys(hosts, stores);
    }

    private static Map<String, GroupView.Store> stores(Plan plan) {
        Map<String, GroupView.Store> stores = new HashMap<>();
        for (StorePlan store : plan.stores()) {
            String topic = plan.stages().get(store.stage()).entries().stream()
                    .filter(Entry.Node.class::isInstance)
                    .flatMap(entry -> ((Entry.Node) entry).node().topics().stream())
                    .findFirst()
                    .orElse(store.serdeTopic());
            stores.put(store.name(), new GroupView.Store(topic, store.partitions()));
        }
        return stores;
    }

    private static Map<TaskId, Set<TopicPartition>> tasks(TopicPlan topics) {
        Map<TaskId, Set<TopicPartition>> tasks = new HashMap<>();
        for (Stage stage : topics.plan().stages()) {
            stage.owned().stream()
                    .forEach(partition ->
                            tasks.put(new TaskId(stage.id(), partition), sources(stage, partition, topics)));
        }
        return tasks;
    }

    private static Set<TopicPartition> sources(Stage stage, int partition, TopicPlan topics) {
        Set<TopicPartition> sources = new HashSet<>();
        for (Entry.Source source : stage.sourceEntries()) {
            for (String topic : source.node().topics()) {
                if (partition < topics.sourceCounts().getOrDefault(topic, 0)) {
                    sources.add(new TopicPartition(topic, partition));
                }
            }
        }
        return sources;
    }
}
