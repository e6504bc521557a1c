package org.stoatflow.kernel.lane;

import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.kstream.Named;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.Stores;

/** A topology that reads topic {@code in}, and whose processor {@code filling} writes before its first record. */
public final class InitWriting {
    private InitWriting() {}

    /**
     * Adds it.
     *
     * @param bytes how large the row is that {@code init()} writes in each lane
     * @param onRecord called for each record
     */
    public static void add(StreamsBuilder builder, int bytes, Runnable onRecord) {
        builder.addStateStore(
                Stores.keyValueStoreBuilder(Stores.persistentKeyValueStore("rows"), Serdes.String(), Serdes.String()));
        builder.<String, String>stream(LaneRig.IN)
                .process(
                        () -> new ContextualProcessor<String, String, String, String>() {
                            @Override
                            public void init(ProcessorContext<String, String> context) {
                                KeyValueStore<String, String> rows = context.getStateStore("rows");
                                rows.put("first", "v".repeat(bytes));
                            }

                            @Override
                            public void process(Record<String, String> record) {
                                onRecord.run();
                            }
                        },
                        Named.as("filling"),
                        "rows");
    }
}
