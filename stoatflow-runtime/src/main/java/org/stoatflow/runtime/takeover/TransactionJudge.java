package org.stoatflow.runtime.takeover;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.runtime.cluster.OpenTransaction;

/** Judges transactions without an outcome: the start waits for their end. */
final class TransactionJudge {
    private TransactionJudge() {}

    /**
     * @param open the application's own
     * @param heldBack where a reader of committed records cannot go on, by partition
     */
    static List<Finding> of(List<OpenTransaction> open, Map<TopicPartition, Long> heldBack, long nowMs) {
        List<Finding> findings = new ArrayList<>();
        Set<TopicPartition> ours = new HashSet<>();
        for (OpenTransaction transaction : open) {
            ours.addAll(transaction.partitions());
            findings.add(Finding.waits("transaction " + transaction.id() + " is " + transaction.state()
                    + since(transaction.startedMs(), nowMs) + ", on "
                    + transaction.partitions().size()
                    + " partitions: brokers end it once its transaction.timeout.ms of " + transaction.timeoutMs()
                    + " ms has passed"));
        }
        Map<String, Long> others = new TreeMap<>();
        heldBack.forEach((partition, offset) -> {
            if (!ours.contains(partition)) {
                others.put("topic " + partition.topic() + ", partition " + partition.partition(), offset);
            }
        });
        others.forEach((partition, offset) -> findings.add(Finding.waits(partition
                + ": a transaction that is not known by its id is open at offset " + offset
                + ". kafka-transactions.sh find-hanging names it; if its producer is gone, brokers end it once its"
                + " transaction.timeout.ms has passed")));
        return findings;
    }

    private static String since(OptionalLong startedMs, long nowMs) {
        return startedMs.isPresent() ? " since " + Math.max(0, nowMs - startedMs.getAsLong()) / 1000 + " s" : "";
    }
}
