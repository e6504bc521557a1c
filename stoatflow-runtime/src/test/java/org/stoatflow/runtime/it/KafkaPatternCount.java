package org.stoatflow.runtime.it;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.Produced;

/** The count of {@link RevokedTopicIT} for Kafka Streams. */
final class KafkaPatternCount {
    /** Values that were processed. */
    static final Set<String> SEEN = ConcurrentHashMap.newKeySet();

    private KafkaPatternCount() {}

    static Topology topology(Pattern in, String out) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream(in)
                .peek((key, value) -> SEEN.add(value))
                .groupByKey()
                .count(Materialized.as("counts"))
                .toStream()
                .to(out, Produced.with(Serdes.String(), Serdes.Long()));
        return builder.build();
    }
}
