package org.stoatflow.kernel.lane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.error.ErrorHandling;
import org.stoatflow.streams.kstream.Produced;
import org.stoatflow.streams.kstream.Repartitioned;
import org.stoatflow.streams.processor.RecordContext;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.Record;

/** What user code is given of a record, and keeps; and what it must not give. */
class KeptContextsTest {
    private final List<RecordContext> kept = new ArrayList<>();
    private final List<String> thrown = new ArrayList<>();

    private String topic(String key, String value, RecordContext context) {
        kept.add(context);
        return "out";
    }

    private static String said(RecordContext context) {
        return context.topic() + " " + context.partition() + " " + context.offset() + " "
                + new String(context.sourceRawValue());
    }

    @Test
    void shouldGiveAnExtractorOfTopicsAContextOfEachRecord() {
        LaneRig rig = LaneRig.exactlyOnce(
                builder -> builder.<String, String>stream(LaneRig.IN)
                        .to(this::topic, Produced.with(Serdes.String(), Serdes.String())),
                ErrorHandling.FAILING);
        rig.feed(1, "a=1", "b=2", "c=3");
        rig.run();
        assertEquals(
                List.of("in 1 0 1", "in 1 1 2", "in 1 2 3"),
                kept.stream().map(KeptContextsTest::said).toList());
    }

    @Test
    void shouldGiveItBehindAHopToo() {
        LaneRig rig = LaneRig.exactlyOnce(
                builder -> builder.<String, String>stream(LaneRig.IN)
                        .repartition(Repartitioned.as("hop"))
                        .to(this::topic, Produced.with(Serdes.String(), Serdes.String())),
                ErrorHandling.FAILING);
        rig.feed(0, "a=1", "a=2");
        rig.run();
        assertEquals(
                List.of("1", "2"),
                kept.stream()
                        .map(context -> new String(context.sourceRawValue()))
                        .toList());
    }

    @Test
    void shouldRefuseToForwardNullAtTheCall() {
        LaneRig rig = LaneRig.exactlyOnce(
                builder -> builder.<String, String>stream(LaneRig.IN)
                        .process(Nothing::new)
                        .to("out"),
                ErrorHandling.FAILING);
        rig.feed(0, "a=1");
        rig.run();
        assertEquals(List.of("record cannot be null"), thrown);
    }

    private final class Nothing extends ContextualProcessor<String, String, String, String> {
        @Override
        public void process(Record<String, String> record) {
            Record<String, String> none = null;
            thrown.add(assertThrows(NullPointerException.class, () -> context().forward(none))
                    .getMessage());
        }
    }
}
