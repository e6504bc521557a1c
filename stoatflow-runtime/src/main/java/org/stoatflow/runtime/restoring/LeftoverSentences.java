package org.stoatflow.runtime.restoring;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a start and takeover-check say of records that are left in topics between sub-topologies. */
public final class LeftoverSentences {
    private LeftoverSentences() {}

    /** Whether committed records are left in a topic's partitions. */
    public static boolean hasRecords(List<Leftover> partitions) {
        return partitions.stream().anyMatch(one -> one.records() > 0);
    }

    /** Says how many records are left in which partitions of a topic. */
    public static String records(String topic, List<Leftover> partitions) {
        long sum = partitions.stream().mapToLong(Leftover::records).sum();
        boolean isMore = partitions.stream().anyMatch(one -> one.records() > 0 && !one.isCountedToTheEnd());
        return "Topic " + topic + " has " + (isMore ? "more than " : "") + sum + (sum == 1 ? " record" : " records")
                + " that Kafka Streams has not processed: "
                + partitions.stream()
                        .filter(one -> one.records() > 0)
                        .sorted(Comparator.comparingInt(LeftoverSentences::partition))
                        .map(LeftoverSentences::words)
                        .collect(Collectors.joining(", "));
    }

    /**
     * Refuses a topic that the application does not read.
     *
     * @param ofHop how many partitions the topology has for a topic of this name; null if it has none of this name
     * @param ofTopic how many partitions the topic has
     */
    public static String refusal(String topic, List<Leftover> partitions, @Nullable Integer ofHop, int ofTopic) {
        return records(topic, partitions) + "; and "
                + (ofHop == null
                        ? "no part of this topology reads the topic"
                        : "the topology's repartition of this name has " + ofHop + " partitions and not " + ofTopic)
                + ". Start the topology that has written them on Kafka Streams, until its lag there is 0, and close it;"
                + " or delete the topic if nobody needs its records";
    }

    /** Says that it is not known whether records are left in a partition. */
    public static String open(Leftover one) {
        return "Topic " + one.at().partition().topic() + ", partition " + partition(one)
                + ": a transaction is open at offset " + one.reached()
                + ", so it is not known whether records are left there. Brokers end it once its"
                + " transaction.timeout.ms has passed";
    }

    private static String words(Leftover one) {
        GroupLog at = one.at();
        return one.records() + " in partition " + partition(one) + " (offsets " + at.from() + " to "
                + (at.log().end() - 1) + (at.committed() == null ? ", no committed offset)" : ")");
    }

    private static int partition(Leftover one) {
        return one.at().partition().partition();
    }
}
