package org.stoatflow.tools.reset;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Finds the offsets that a target means.
 *
 * @param committed the offsets that are committed now
 */
record TargetOffsets(Cluster cluster, Map<TopicPartition, Long> committed) {
    Map<TopicPartition, NewOffset> of(Target target, List<TopicPartition> partitions) {
        if (partitions.isEmpty()) {
            return Map.of();
        }
        Map<TopicPartition, OffsetRange> ranges = cluster.ranges(partitions);
        Map<TopicPartition, Long> asked = asked(target, partitions);
        Map<TopicPartition, NewOffset> offsets = new HashMap<>();
        ranges.forEach((partition, range) -> offsets.put(partition, offset(target, asked.get(partition), range)));
        return offsets;
    }

    private Map<TopicPartition, Long> asked(Target target, List<TopicPartition> partitions) {
        return switch (target) {
            case Target.Earliest earliest -> Map.of();
            case Target.Latest latest -> Map.of();
            case Target.Offset offset -> Map.of();
            case Target.Shift shift -> committed;
            case Target.Time(Instant from) -> cluster.offsetsFrom(partitions, from.toEpochMilli());
            case Target.Planned(Map<TopicPartition, Long> planned) -> {
                requireSame(planned.keySet(), partitions);
                yield planned;
            }
        };
    }

    /** @param known what {@link #asked} has for the partition */
    static NewOffset offset(Target target, @Nullable Long known, OffsetRange range) {
        return switch (target) {
            case Target.Earliest earliest -> new NewOffset(range.earliest());
            case Target.Latest latest -> new NewOffset(range.latest());
            case Target.Offset(long offset) -> range.within(offset);
            case Target.Shift(long records) -> shifted(known, records, range);
            case Target.Time time ->
                known == null || known < 0
                        ? new NewOffset(range.latest(), "no record is so new")
                        : new NewOffset(known);
            case Target.Planned planned -> range.within(known == null ? range.latest() : known);
        };
    }

    /** From the end on where nothing is committed, as a consumer of Kafka's reset tool begins there. */
    private static NewOffset shifted(@Nullable Long known, long records, OffsetRange range) {
        long from = known == null ? range.latest() : known;
        long sum = from + records;
        boolean overflows = ((from ^ sum) & (records ^ sum)) < 0;
        return range.within(overflows ? (records < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : sum);
    }

    private static void requireSame(Set<TopicPartition> planned, List<TopicPartition> partitions) {
        Set<TopicPartition> without = new TreeSet<>(Partitions.ORDER);
        without.addAll(partitions);
        without.removeAll(planned);
        Set<TopicPartition> more = new TreeSet<>(Partitions.ORDER);
        more.addAll(planned);
        partitions.forEach(more::remove);
        if (!without.isEmpty() || !more.isEmpty()) {
            throw new ResetFailure("--from-file does not fit the input topics: it has no line for " + without
                    + ", and lines for " + more + ", which are no partitions of theirs");
        }
    }
}
