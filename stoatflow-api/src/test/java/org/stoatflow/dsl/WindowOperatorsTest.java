package org.stoatflow.dsl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.utils.Bytes;
import org.junit.jupiter.api.Test;
import org.stoatflow.operator.OperatorHooks.DropReason;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.kstream.EmitStrategy;
import org.stoatflow.streams.kstream.KGroupedStream;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.SessionWindows;
import org.stoatflow.streams.kstream.SlidingWindows;
import org.stoatflow.streams.kstream.TimeWindows;
import org.stoatflow.streams.kstream.UnlimitedWindows;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.state.WindowStore;

/**
 * What windowed aggregations do that Kafka Streams does not, or that {@link WindowedDifferentialTest} does not come to,
 * on {@link SmallEngine}.
 */
class WindowOperatorsTest {
    private static final Duration TEN = Duration.ofMillis(10);

    private final StreamsBuilder builder = new StreamsBuilder();

    private KGroupedStream<String, String> grouped() {
        return builder.<String, String>stream("in").groupByKey();
    }

    private SmallEngine engine(KTable<Windowed<String>, Long> counts) {
        counts.toStream((key, count) -> key.key() + key.window().start()).to("out");
        return new SmallEngine(builder.build());
    }

    private SmallEngine countingOnClose() {
        return engine(grouped()
                .windowedBy(TimeWindows.ofSizeWithNoGrace(TEN))
                .emitStrategy(EmitStrategy.onWindowClose())
                .count());
    }

    @Test
    void shouldForwardWindowsThatTheStoreDoesNotShowAnyMore() {
        SmallEngine engine = countingOnClose();
        engine.pipe("in", "k", "v", 5);
        engine.pipe("in", "k", "v", 25);
        engine.pipe("in", "k", "v", 1000);
        assertEquals(List.of("k0=1@5", "k20=1@25"), engine.written("out"));
    }

    @Test
    void shouldForwardWindowsInTheOrderOfTime() {
        SmallEngine engine = countingOnClose();
        engine.pipe("in", "b", "v", 1);
        engine.pipe("in", "a", "v", 1);
        engine.pipe("in", "b", "v", 3);
        engine.pipe("in", "a", "v", 10);
        engine.pipe("in", "a", "v", 30);
        assertEquals(List.of("a0=1@1", "b0=2@3", "a10=1@10"), engine.written("out"));
    }

    @Test
    void shouldForwardWindowsOnceThoughOthersStayOpen() {
        SmallEngine engine = engine(grouped()
                .windowedBy(SlidingWindows.ofTimeDifferenceWithNoGrace(TEN))
                .emitStrategy(EmitStrategy.onWindowClose())
                .count());
        engine.pipe("in", "a", "v", 20);
        engine.pipe("in", "b", "v", 25);
        engine.pipe("in", "c", "v", 31);
        engine.pipe("in", "c", "v", 32);
        assertEquals(List.of("a10=1@20", "b15=1@25", "c21=1@31"), engine.written("out"));
    }

    @Test
    void shouldForwardClosedWindowsAgainAfterRollback() {
        Materialized<String, Long, WindowStore<Bytes, byte[]>> kept = Materialized.as("kept");
        SmallEngine engine = engine(grouped()
                .windowedBy(TimeWindows.ofSizeWithNoGrace(TEN))
                .emitStrategy(EmitStrategy.onWindowClose())
                .count(kept.withRetention(Duration.ofHours(1))));
        engine.pipe("in", "k", "v", 5);
        engine.saveMemories();
        engine.pipe("in", "x", "v", 12);
        assertEquals(List.of("k0=1@5"), engine.written("out"));
        engine.rollBackMemories();
        engine.pipe("in", "x", "v", 12);
        assertEquals(List.of("k0=1@5"), engine.written("out"));
        engine.pipe("in", "x", "v", 13);
        assertEquals(List.of(), engine.written("out"));
    }

    @Test
    void shouldNotForwardAgainWhatWasForwardedBeforeAFailure() {
        Materialized<String, Long, WindowStore<Bytes, byte[]>> kept = Materialized.as("kept");
        List<String> seen = new ArrayList<>();
        grouped()
                .windowedBy(TimeWindows.ofSizeAndGrace(TEN, TEN))
                .emitStrategy(EmitStrategy.onWindowClose())
                .count(kept.withRetention(Duration.ofHours(1)))
                .toStream((key, count) -> key.key() + key.window().start())
                .foreach((window, count) -> {
                    seen.add(window);
                    if (seen.size() == 3) {
                        throw new IllegalStateException("the window " + window + " cannot be written");
                    }
                });
        SmallEngine engine = new SmallEngine(builder.build());
        engine.pipe("in", "a", "v", 5);
        engine.pipe("in", "b", "v", 5);
        engine.pipe("in", "c", "v", 15);
        assertThrows(IllegalStateException.class, () -> engine.pipe("in", "x", "v", 35));
        assertEquals(List.of("a0", "b0", "c10"), seen);
        engine.pipe("in", "x", "v", 35);
        assertEquals(List.of("a0", "b0", "c10", "c10"), seen);
    }

    @Test
    void shouldForwardSessionThatIsAsOldAsTheRetention() {
        SmallEngine engine = engine(grouped()
                .windowedBy(SessionWindows.ofInactivityGapWithNoGrace(TEN))
                .emitStrategy(EmitStrategy.onWindowClose())
                .count());
        engine.pipe("in", "k", "v", 5);
        engine.pipe("in", "x", "v", 15); // the session is not closed, and has left what reads by key see
        assertEquals(List.of(), engine.written("out"));
        engine.pipe("in", "x", "v", 16);
        assertEquals(List.of("k5=1@5"), engine.written("out"));
    }

    @Test
    void shouldCountRecordAsDroppedForEachClosedWindow() {
        SmallEngine engine = engine(grouped()
                .windowedBy(TimeWindows.ofSizeWithNoGrace(TEN).advanceBy(Duration.ofMillis(5)))
                .count());
        engine.pipe("in", "k", "v", 40);
        engine.pipe("in", "k", "v", 17);
        assertEquals(List.of(DropReason.LATE, DropReason.LATE), engine.drops());
    }

    @Test
    void shouldRefuseToCloseUnlimitedWindows() {
        assertThrows(
                IllegalArgumentException.class,
                () -> grouped().windowedBy(UnlimitedWindows.of()).emitStrategy(EmitStrategy.onWindowClose()));
    }

    @Test
    void shouldRefuseRetentionThatIsTooShort() {
        Materialized<String, Long, WindowStore<Bytes, byte[]>> kept = Materialized.as("kept");
        kept.withRetention(Duration.ofMillis(9));
        assertThrows(
                IllegalArgumentException.class,
                () -> grouped().windowedBy(TimeWindows.ofSizeWithNoGrace(TEN)).count(kept));
    }
}
