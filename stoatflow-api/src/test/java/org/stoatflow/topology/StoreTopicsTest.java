package org.stoatflow.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.utils.Bytes;
import org.junit.jupiter.api.Test;
import org.stoatflow.spi.TopologyAccess;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.processor.internals.TopologyMetadata;
import org.stoatflow.streams.state.KeyValueStore;

/** Spring Cloud Stream takes an application for the owner of a store that has topics. */
class StoreTopicsTest {
    @Test
    void shouldFindTheTopicsOfEachStore() {
        StreamsBuilder builder = new StreamsBuilder();
        KStream<String, String> merged = builder.<String, String>stream(List.of("one", "two"))
                .merge(builder.<String, String>stream("three").mapValues(value -> value));
        merged.groupByKey().count(stored("by-key"));
        merged.groupBy((key, value) -> value).count(stored("by-value"));
        builder.globalTable("all", Materialized.<String, String, KeyValueStore<Bytes, byte[]>>as("global"));
        TopologyMetadata metadata = new TopologyMetadata(
                StoreTopics.of(TopologyAccess.logical(builder.build()), new InternalTopics("app")));

        assertEquals(Set.of("one", "two", "three"), Set.copyOf(topics(metadata, "by-key")));
        assertEquals(List.of("app-by-value-repartition"), List.copyOf(topics(metadata, "by-value")));
        assertEquals(List.of(), List.copyOf(topics(metadata, "global")));
        assertEquals(List.of(), List.copyOf(topics(metadata, "none")));
    }

    private static Materialized<String, Long, KeyValueStore<Bytes, byte[]>> stored(String name) {
        return Materialized.as(name);
    }

    private static Collection<String> topics(TopologyMetadata metadata, String store) {
        return metadata.sourceTopicsForStore(store, null);
    }
}
