package org.stoatflow.tools.reset;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.common.GroupType;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.runtime.cluster.ApplicationGroup;

/**
 * What a reset will change in the cluster, from what is there now. Making it changes nothing.
 *
 * @param internal which internal topics are deleted
 * @param offsets the offsets to commit
 * @param committed the offsets that are committed now
 * @param missing topics that were named and are not there
 */
record ResetPlan(
        TopicChoice internal,
        Map<TopicPartition, NewOffset> offsets,
        Map<TopicPartition, Long> committed,
        Set<String> missing) {
    private static final Set<GroupType> TYPES = Set.of(GroupType.CLASSIC, GroupType.CONSUMER, GroupType.UNKNOWN);

    /** @param known what is known of the application's topics beside their names */
    static ResetPlan of(ResetOptions options, Cluster cluster, ApplicationGroup group, TopicChoice.Known known) {
        Set<String> groups = groups(options.applicationId(), group);
        Set<String> topics = cluster.topics();
        ResetOptions.Named named = options.topics();
        TopicChoice internal = TopicChoice.of(options, known, topics, groups);
        Map<TopicPartition, Long> committed = new HashMap<>();
        group.committed().forEach((partition, offset) -> committed.put(partition, offset.offset()));
        List<TopicPartition> input = cluster.partitions(present(named.input(), topics));
        List<TopicPartition> intermediate = cluster.partitions(present(named.intermediate(), topics));
        Map<TopicPartition, NewOffset> offsets = new TreeMap<>(Partitions.ORDER);
        offsets.putAll(new TargetOffsets(cluster, committed).of(options.target(), input));
        offsets.putAll(new TargetOffsets(cluster, committed).of(new Target.Latest(), intermediate));
        Set<String> missing = new TreeSet<>(named.input());
        missing.addAll(named.intermediate());
        missing.removeAll(topics);
        return new ResetPlan(internal, offsets, committed, missing);
    }

    /** The ids of all groups. Fails where ours has a protocol whose members the reset cannot look at. */
    private static Set<String> groups(String applicationId, ApplicationGroup group) {
        Map<String, GroupType> groups = group.all();
        GroupType type = groups.getOrDefault(applicationId, GroupType.UNKNOWN);
        if (!TYPES.contains(type)) {
            throw new ResetFailure("Group " + applicationId + " is of type " + type + ", which this command does not"
                    + " know. Use kafka-streams-groups.sh, or Kafka's own reset tool");
        }
        return groups.keySet();
    }

    private static List<String> present(List<String> named, Set<String> topics) {
        return named.stream().filter(topics::contains).distinct().toList();
    }

    /** As this, with other topics to delete. */
    ResetPlan deleting(TopicChoice topics) {
        return new ResetPlan(topics, offsets, committed, missing);
    }
}
