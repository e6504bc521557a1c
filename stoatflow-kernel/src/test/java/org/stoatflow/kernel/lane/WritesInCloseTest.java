package org.stoatflow.kernel.lane;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.stoatflow.kernel.error.ErrorHandling;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.Stores;

/**
 * A processor writes what it has gathered in {@code close}, to a store whose rows take their time from the record. It
 * is lost, but nothing is thrown, so that the rest of {@code close} is run.
 */
class WritesInCloseTest {
    private final List<String> closed = new ArrayList<>();

    /** Keeps the last value until it is closed. */
    private final class Gathering extends ContextualProcessor<String, String, String, String> {
        @Override
        public void process(Record<String, String> record) {
            context().forward(record);
        }

        @Override
        public void close() {
            KeyValueStore<String, String> rows = context().getStateStore("rows");
            rows.put("k", "gathered");
            context().forward(new Record<>("k", "gathered", 1));
            closed.add("client of " + context().taskId() + " behind " + rows.get("k"));
        }
    }

    private void program(StreamsBuilder builder) {
        builder.addStateStore(
                Stores.keyValueStoreBuilder(Stores.persistentKeyValueStore("rows"), Serdes.String(), Serdes.String()));
        builder.<String, String>stream("in").process(Gathering::new, "rows").to("out");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldRunTheRestOfClose(boolean exactlyOnce) {
        LaneRig rig = exactlyOnce
                ? LaneRig.exactlyOnce(this::program, ErrorHandling.FAILING)
                : LaneRig.atLeastOnce(this::program, ErrorHandling.FAILING);
        rig.feed(0, "k=v");
        rig.run();
        rig.cut();
        rig.lanes().forEach(Lane::close);

        assertEquals(List.of("client of 0_0 behind gathered", "client of 0_1 behind gathered"), closed);
        assertEquals(List.of("out k=v"), rig.sent());
    }
}
