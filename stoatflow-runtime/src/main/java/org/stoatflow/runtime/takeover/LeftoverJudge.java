package org.stoatflow.runtime.takeover;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.stoatflow.runtime.restoring.Leftover;
import org.stoatflow.runtime.restoring.LeftoverSentences;

/**
 * Judges what Kafka Streams has left in topics between sub-topologies. StoatFlow has these hops in memory: it processes
 * first what is left in their topics, and refuses records in topics that it does not read.
 */
final class LeftoverJudge {
    private LeftoverJudge() {}

    /** What is left in topics that the start reads. */
    static List<Finding> ofHops(List<Leftover> left) {
        return judge(
                left,
                (topic, partitions) -> Finding.reads(LeftoverSentences.records(topic, partitions)
                        + ". The start processes them before anything else" + " that comes over the same hop"));
    }

    /**
     * What is left in topics that the start does not read.
     *
     * @param ofHops how many partitions the topology has for topics of these names
     * @param ofTopics how many partitions the topics have
     */
    static List<Finding> ofUnread(List<Leftover> left, Map<String, Integer> ofHops, Map<String, Integer> ofTopics) {
        return judge(left, (topic, partitions) -> {
            boolean isOurs = ofHops.containsKey(topic)
                    || partitions.stream().anyMatch(one -> one.at().committed() != null);
            return isOurs
                    ? Finding.blocks(LeftoverSentences.refusal(
                            topic, partitions, ofHops.get(topic), ofTopics.getOrDefault(topic, 0)))
                    : Finding.loses(LeftoverSentences.records(topic, partitions) + ", and the application has no"
                            + " committed offset there, so they are left alone");
        });
    }

    private static List<Finding> judge(List<Leftover> left, BiFunction<String, List<Leftover>, Finding> ofRecords) {
        Map<String, List<Leftover>> byTopic = left.stream()
                .collect(Collectors.groupingBy(one -> one.at().partition().topic(), TreeMap::new, Collectors.toList()));
        List<Finding> findings = new ArrayList<>();
        byTopic.forEach((topic, partitions) -> {
            if (LeftoverSentences.hasRecords(partitions)) {
                findings.add(ofRecords.apply(topic, partitions));
                return;
            }
            for (Leftover one : partitions) {
                if (!one.isCountedToTheEnd()) {
                    findings.add(Finding.waits(LeftoverSentences.open(one)));
                }
            }
        });
        return findings;
    }
}
