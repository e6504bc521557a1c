package org.stoatflow.memorykafka;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/** Who in a group gets which partitions: what a {@code ConsumerPartitionAssignor} would say, set by the test. */
@FunctionalInterface
public interface GroupAssignment {
    /** A member as the assignment sees it; {@code owned} is what it said when it joined, if it is cooperative. */
    record Candidate(
            String memberId, String clientId, String groupInstanceId, List<String> topics, Set<TopicPartition> owned) {}

    /**
     * Assigns all partitions of the subscribed topics.
     *
     * @param members oldest first, never empty; a static member that came back keeps its place
     * @param partitions by topic name and number
     * @return partitions by member id; a member that is missing gets none
     */
    Map<String, List<TopicPartition>> assign(List<Candidate> members, List<TopicPartition> partitions);

    /** Everything to the oldest member. */
    static GroupAssignment toOldest() {
        return (members, partitions) -> Map.of(members.get(0).memberId(), partitions);
    }

    /** One partition after the other to one member after the other. */
    static GroupAssignment roundRobin() {
        return (members, partitions) -> {
            Map<String, List<TopicPartition>> shares = new HashMap<>();
            for (int i = 0; i < partitions.size(); i++) {
                String memberId = members.get(i % members.size()).memberId();
                shares.computeIfAbsent(memberId, unknown -> new ArrayList<>()).add(partitions.get(i));
            }
            return shares;
        };
    }
}
