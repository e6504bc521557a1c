package org.stoatflow.runtime.it;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.kstream.Grouped;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Produced;

/**
 * Counts words of lines, and fails behind the count now and then, once or twice for a record. When the record is run
 * again, the store must have the count from before it.
 */
final class FlakyWordCount {
    private static final int EVERY = 40;

    private FlakyWordCount() {}

    /** @param onFailure called each time, by the lane that fails */
    static Topology topology(String lines, String counts, Runnable onFailure) {
        Map<String, Integer> attempts = new ConcurrentHashMap<>();
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream(lines)
                .flatMapValues(line -> Arrays.asList(line.split(" ")))
                .groupBy((key, word) -> word, Grouped.with(Serdes.String(), Serdes.String()))
                .count(Materialized.as("counts"))
                .toStream()
                .mapValues((word, count) -> {
                    String record = word + "=" + count;
                    int hash = Math.floorMod(record.hashCode(), EVERY);
                    if (hash < 2 && attempts.merge(record, 1, Integer::sum) <= 1 + hash) {
                        onFailure.run();
                        throw new TimeoutException("the service is away for a moment, at " + record);
                    }
                    return count;
                })
                .to(counts, Produced.with(Serdes.String(), Serdes.Long()));
        return builder.build();
    }
}
