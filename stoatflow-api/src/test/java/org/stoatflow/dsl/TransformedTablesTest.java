package org.stoatflow.dsl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.errors.StreamsException;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.ValueTransformerWithKey;
import org.stoatflow.streams.processor.ProcessorContext;

/** What transformers of tables are asked and told, on {@link SmallEngine}. */
class TransformedTablesTest {
    private final StreamsBuilder builder = new StreamsBuilder();
    private final KTable<String, String> table = builder.table("in");
    private final List<String> seen = new ArrayList<>();

    /** Notes what it is asked. */
    private class Noting implements ValueTransformerWithKey<String, String, String> {
        private ProcessorContext context;

        @Override
        public void init(ProcessorContext newContext) {
            context = newContext;
        }

        @Override
        public String transform(String key, String value) {
            seen.add(key + "=" + value + "@" + context.timestamp());
            return value == null ? null : value + "!";
        }

        @Override
        public void close() {
            seen.add("closed");
        }
    }

    @Test
    void shouldTransformUpdatesAndDeletions() {
        table.transformValues(Noting::new).toStream().to("out");
        SmallEngine engine = new SmallEngine(builder.build());
        engine.pipe("in", "k", "a", 1);
        engine.pipe("in", "k", null, 2);
        engine.close();
        assertEquals(List.of("k=a!@1", "k=null@2"), engine.written("out"));
        assertEquals(List.of("k=a@1", "k=null@2", "closed"), seen);
    }

    @Test
    void shouldReadOldValuesFromTheStoreThatKeepsTheResult() {
        table.transformValues(Noting::new, Materialized.as("kept"))
                .filter((key, value) -> value.startsWith("a"))
                .toStream()
                .to("out");
        SmallEngine engine = new SmallEngine(builder.build());
        engine.pipe("in", "k", "a", 1);
        engine.pipe("in", "k", "b", 2);
        engine.pipe("in", "k", "c", 3);
        assertEquals(List.of("k=a!@1", "k=null@2"), engine.written("out"));
        assertEquals(List.of("k=a@1", "k=b@2", "k=c@3"), seen);
    }

    @Test
    void shouldAskATransformerOfItsOwnForRowsThatAJoinReads() {
        builder.<String, String>table("left")
                .join(table.transformValues(Noting::new), (x, y) -> x + y)
                .toStream()
                .to("out");
        SmallEngine engine = new SmallEngine(builder.build());
        engine.pipe("in", "k", "a", 5);
        engine.pipe("left", "k", "x", 9);
        engine.close();
        assertEquals(List.of("k=xa!@9"), engine.written("out"));
        assertEquals(List.of("k=a@5", "k=a@5", "closed", "closed"), seen);
    }

    @Test
    void shouldRefuseToForward() {
        table.transformValues(() -> new Noting() {
                    @Override
                    public void init(ProcessorContext context) {
                        context.forward("k", "v");
                    }
                })
                .toStream()
                .to("out");
        assertThrows(StreamsException.class, () -> new SmallEngine(builder.build()));
        assertThrows(NullPointerException.class, () -> table.transformValues(null));
    }
}
