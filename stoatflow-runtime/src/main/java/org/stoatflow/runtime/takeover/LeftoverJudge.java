package org.stoatflow.runtime.takeover;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Judges what Kafka Streams has left in topics between sub-topologies. StoatFlow has these hops in memory: records that
 * are left in the topics would never be processed.
 */
final class LeftoverJudge {
    private LeftoverJudge() {}

    /** What is left in topics of hops of the plan. */
    static List<Finding> ofHops(List<Leftover> left) {
        List<Finding> findings = new ArrayList<>();
        byTopic(left).forEach((topic, partitions) -> {
            if (hasRecords(partitions)) {
                findings.add(Finding.blocks(records(topic, partitions) + ". Start Kafka Streams with this"
                        + " application.id until it has processed them, and close it; or delete the topic if nobody"
                        + " needs them"));
            } else {
                openTransactions(topic, partitions, findings);
            }
        });
        return findings;
    }

    /** What is left in topics that no hop of the plan has: neither library would process it with this topology. */
    static List<Finding> ofOthers(List<Leftover> left) {
        List<Finding> findings = new ArrayList<>();
        byTopic(left).forEach((topic, partitions) -> {
            if (hasRecords(partitions)) {
                findings.add(
                        Finding.loses(records(topic, partitions) + ", and no part of this topology reads the topic."
                                + " Process them with the topology that has written them, if they are needed"));
            } else {
                openTransactions(topic, partitions, findings);
            }
        });
        return findings;
    }

    private static Map<String, List<Leftover>> byTopic(List<Leftover> left) {
        return left.stream()
                .collect(Collectors.groupingBy(one -> one.at().partition().topic(), TreeMap::new, Collectors.toList()));
    }

    private static boolean hasRecords(List<Leftover> partitions) {
        return partitions.stream().anyMatch(one -> one.records() > 0);
    }

    private static String records(String topic, List<Leftover> partitions) {
        long sum = partitions.stream().mapToLong(Leftover::records).sum();
        boolean isMore = partitions.stream().anyMatch(one -> one.records() > 0 && !one.isCountedToTheEnd());
        return "topic " + topic + " has " + (isMore ? "more than " : "") + sum + (sum == 1 ? " record" : " records")
                + " that Kafka Streams has not processed: "
                + partitions.stream()
                        .filter(one -> one.records() > 0)
                        .sorted((one, other) -> Integer.compare(partition(one), partition(other)))
                        .map(LeftoverJudge::words)
                        .collect(Collectors.joining(", "));
    }

    private static String words(Leftover one) {
        GroupLog at = one.at();
        return one.records() + " in partition " + partition(one) + " (offsets " + at.from() + " to "
                + (at.log().end() - 1) + (at.committed() == null ? ", no committed offset)" : ")");
    }

    private static int partition(Leftover one) {
        return one.at().partition().partition();
    }

    private static void openTransactions(String topic, List<Leftover> partitions, List<Finding> findings) {
        for (Leftover one : partitions) {
            if (!one.isCountedToTheEnd()) {
                findings.add(Finding.waits("topic " + topic + ", partition " + partition(one)
                        + ": a transaction is open at offset " + one.reached()
                        + ", so it is not known whether records are left there. Brokers end it once its"
                        + " transaction.timeout.ms has passed"));
            }
        }
    }
}
