package org.stoatflow.kernel.lane;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.stoatflow.kernel.error.ErrorHandling;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.processor.PunctuationType;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.Record;

/** A processor below a cached table schedules punctuators when the cache is flushed, after the epoch's last batch. */
class FlushedTimersTest {
    /** Schedules a punctuator for each record. */
    private static final class Scheduling extends ContextualProcessor<String, String, String, String> {
        private final PunctuationType type;

        Scheduling(PunctuationType type) {
            this.type = type;
        }

        @Override
        public void process(Record<String, String> record) {
            context()
                    .schedule(
                            Duration.ofMillis(10),
                            type,
                            now -> context().forward(record.withValue(record.value() + " is due")));
        }
    }

    @ParameterizedTest
    @EnumSource(PunctuationType.class)
    void shouldFire(PunctuationType type) {
        Consumer<StreamsBuilder> program = builder -> builder.<String, String>table("in", Materialized.as("table"))
                .toStream()
                .<String, String>process(() -> new Scheduling(type))
                .to("out");
        LaneRig rig = LaneRig.cached(program, ErrorHandling.FAILING);
        rig.feed(0, "k=v");
        rig.run();
        rig.cutAndApply();

        rig.pass(10);
        assertEquals(1, rig.handTime());
        rig.run();
        rig.cut();
        assertEquals(List.of("out k=v is due"), rig.sent());
    }
}
