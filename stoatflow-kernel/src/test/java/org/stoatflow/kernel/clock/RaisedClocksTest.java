package org.stoatflow.kernel.clock;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.BiPredicate;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.kernel.plan.PlanSettings;
import org.stoatflow.kernel.plan.Planner;
import org.stoatflow.kernel.plan.StorePlan;
import org.stoatflow.spi.TopologyAccess;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.Grouped;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.TimeWindows;
import org.stoatflow.streams.processor.api.Processor;
import org.stoatflow.streams.processor.api.Record;

/** From what time operators go on once a restore is complete. */
class RaisedClocksTest {
    private static final TopicPartition SOURCE = new TopicPartition("in", 0);
    private static final String STORE = "counts";
    private static final BiPredicate<String, Integer> NOTHING_IS_NEW = (store, partition) -> false;

    @Test
    void shouldGoOnFromWhatTheChangelogShows() {
        assertEquals(500, time(plan(false), 800, 100, NOTHING_IS_NEW));
    }

    @Test
    void shouldNotGoBack() {
        assertEquals(700, time(plan(false), 800, 700, NOTHING_IS_NEW));
    }

    /** The offsets were reset, and 150 is the latest record since; the changelog is of before. */
    @Test
    void shouldNotGoBeyondWhatWasReadSinceAReset() {
        assertEquals(150, time(plan(false), 150, 100, NOTHING_IS_NEW));
    }

    /** Records that are read again are not late. */
    @Test
    void shouldBeginAnewWhereTheOffsetsWereReset() {
        assertEquals(StoredClocks.UNKNOWN, time(plan(false), -1, 100, NOTHING_IS_NEW));
    }

    @Test
    void shouldBeginAnewWhereAChangelogWasMadeAnew() {
        assertEquals(StoredClocks.UNKNOWN, time(plan(false), 800, 100, (store, partition) -> store.equals(STORE)));
    }

    /** A processor writes at the times that it likes. */
    @Test
    void shouldNotBelieveAStoreThatAUsersProcessorMayWriteTo() {
        assertEquals(100, time(plan(true), 800, 100, NOTHING_IS_NEW));
    }

    /** Where the changelog shows 500. */
    private static long time(Plan plan, long committedMs, long keptMs, BiPredicate<String, Integer> isMadeAnew) {
        StateEngine state = StateEngines.inMemory(
                plan.stores().stream().map(StorePlan::description).toList());
        StoredClocks clocks = new StoredClocks(plan, Map.of(SOURCE, committedMs));
        String name = "time.operator.store." + STORE + "_0";
        StateBatch kept = new StateBatch(0);
        new StoredClocks.Row(name, keptMs).addTo(kept);
        state.apply(kept);
        StateBatch settled = new StateBatch(0);
        clocks.settle(state, isMadeAnew, settled);
        state.apply(settled);
        StateBatch raised = new StateBatch(0);
        clocks.raise(state, isMadeAnew, (store, partition) -> store.equals(STORE) ? 500 : -1, raised);
        state.apply(raised);
        return StoredClocks.read(state, name);
    }

    private static Plan plan(boolean shared) {
        StreamsBuilder builder = new StreamsBuilder();
        KStream<String, String> all = builder.stream("in", Consumed.with(Serdes.String(), Serdes.String()));
        all.groupByKey(Grouped.with(Serdes.String(), Serdes.String()))
                .windowedBy(TimeWindows.ofSizeWithNoGrace(Duration.ofMillis(10)))
                .count(Materialized.as(STORE));
        if (shared) {
            all.process(Reader::new, STORE);
        }
        return Planner.compile(
                TopologyAccess.logical(builder.build()),
                new PlanSettings("app", 2, Serdes.String(), 0),
                topic -> List.of("in").contains(topic) ? OptionalInt.of(1) : OptionalInt.empty());
    }

    private static final class Reader implements Processor<String, String, Void, Void> {
        @Override
        public void process(Record<String, String> record) {}
    }
}
