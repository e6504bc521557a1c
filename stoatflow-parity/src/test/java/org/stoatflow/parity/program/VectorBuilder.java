package org.stoatflow.parity.program;

import java.util.function.UnaryOperator;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.StoreBuilder;

/** Builds a program whose topics have other names in each place. */
final class VectorBuilder {
    /** How the names of kinds end whose store has a cache. */
    static final String CACHED = "-cached";

    private final StreamsBuilder builder = new StreamsBuilder();
    private final UnaryOperator<String> topics;
    private boolean cached;

    VectorBuilder(UnaryOperator<String> topics) {
        this.topics = topics;
    }

    KStream<String, String> stream(String topic) {
        return builder.stream(topics.apply(topic));
    }

    KTable<String, String> table(String topic, Materialized<String, String, KeyValueStore<Bytes, byte[]>> store) {
        return builder.table(topics.apply(topic), store);
    }

    void out(KStream<String, String> stream) {
        stream.to(topics.apply("out"));
    }

    /** From now on, stores of processors have caches. */
    VectorBuilder cached() {
        cached = true;
        return this;
    }

    /** Adds a processor with a store. */
    <S extends StateStore> void use(StoreBuilder<S> store, VectorReader.Use<S> use, VectorReader.Rows<S> rows) {
        builder.addStateStore(cached ? store.withCachingEnabled() : store);
        out(stream("in").process(() -> new VectorReader<>(store.name(), use, rows), store.name()));
    }

    Topology built() {
        return builder.build();
    }
}
