package org.stoatflow.simulation;

import java.time.Duration;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.Grouped;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Produced;
import org.stoatflow.streams.kstream.Repartitioned;
import org.stoatflow.streams.processor.PunctuationType;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.Stores;

/**
 * Counts its punctuations in a store that has no changelog, so that an epoch may hold nothing that the cluster is told.
 */
final class Unlogged extends ContextualProcessor<String, String, String, String> {
    private static final String STORE = "ticks-without-changelog";
    private static final Duration INTERVAL = Duration.ofMillis(8);

    @SuppressWarnings("NullAway.Init")
    private KeyValueStore<String, Long> store;

    static void build(StreamsBuilder builder, UserCode code) {
        builder.addStateStore(
                Stores.keyValueStoreBuilder(Stores.persistentKeyValueStore(STORE), Serdes.String(), Serdes.Long())
                        .withLoggingDisabled());
        builder.stream("keyed", Consumed.with(Serdes.String(), Serdes.String()))
                .mapValues(code::pass)
                .process(Unlogged::new, STORE)
                .repartition(Repartitioned.with(Serdes.String(), Serdes.String()))
                .mapValues(code::ends)
                .groupByKey(Grouped.with(Serdes.String(), Serdes.String()))
                .count(Materialized.as("by-key"))
                .toStream()
                .to("counts", Produced.with(Serdes.String(), Serdes.Long()));
    }

    @Override
    public void init(ProcessorContext<String, String> context) {
        super.init(context);
        store = context.getStateStore(STORE);
        context.schedule(INTERVAL, PunctuationType.WALL_CLOCK_TIME, now -> tick());
    }

    private void tick() {
        Long before = store.get(STORE);
        store.put(STORE, before == null ? 1 : before + 1);
    }

    @Override
    public void process(Record<String, String> record) {
        context().forward(record);
    }
}
