package org.stoatflow.kernel.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.stoatflow.spi.TopologyAccess;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Produced;
import org.stoatflow.streams.kstream.Repartitioned;
import org.stoatflow.streams.kstream.ValueTransformerWithKey;
import org.stoatflow.streams.processor.ProcessorContext;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.Record;

/** Which timers, flushes and edges the planner finds in a topology, besides sources and hops. */
class EntryPlannerTest {
    private static final Produced<String, Long> COUNTS = Produced.with(Serdes.String(), Serdes.Long());

    private static final Set<String> TOPICS = Set.of("in", "other", "table");

    private final StreamsBuilder builder = new StreamsBuilder();
    private final KStream<String, String> in = builder.stream("in", Consumed.with(Serdes.String(), Serdes.String()));

    @Test
    void shouldFlushACacheThatFeedsSomething() {
        in.groupByKey().count(Materialized.as("counts")).toStream().to("out", COUNTS);
        Plan plan = plan(100);

        assertTrue(plan.holdsBack());
        Entry.Flush flush = (Entry.Flush) plan.entries().getLast();
        assertEquals("counts", flush.store());
        assertEquals(List.of(0), flush.feeders());
        assertTrue(plan.stores().getFirst().description().caching());
        assertEquals(100 / plan.lanes(), plan.cacheBytesOfLane(plan.stages().getFirst()));
    }

    @Test
    void shouldFlushAfterAllOperatorsThatKeepATable() {
        KStream<String, String> other = builder.stream("other", Consumed.with(Serdes.String(), Serdes.String()));
        in.groupByKey()
                .<Long>cogroup((key, value, sum) -> sum + 1)
                .cogroup(other.groupByKey(), (key, value, sum) -> sum + 1)
                .aggregate(() -> 0L, Materialized.with(Serdes.String(), Serdes.Long()))
                .toStream()
                .to("out", COUNTS);
        Plan plan = plan(100);

        Entry.Flush flush = (Entry.Flush) plan.entries().getLast();
        assertEquals(List.of(0, 1), flush.feeders());
    }

    @Test
    void shouldFlushWhatATransformerKeeps() {
        builder.table("table", Consumed.with(Serdes.String(), Serdes.String()))
                .transformValues(Lengths::new, Materialized.as("lengths"))
                .toStream()
                .to("out", COUNTS);
        Plan plan = plan(100);

        Entry.Flush flush = (Entry.Flush) plan.entries().getLast();
        assertEquals("lengths", flush.store());
        assertFalse(flush.feeders().isEmpty());
    }

    /** A transformer as a user would write it. */
    private static final class Lengths implements ValueTransformerWithKey<String, String, Long> {
        @Override
        public void init(ProcessorContext context) {}

        @Override
        public Long transform(String key, String value) {
            return value == null ? null : (long) value.length();
        }

        @Override
        public void close() {}
    }

    @Test
    void shouldHaveNoCacheThatFeedsNothing() {
        in.groupByKey().count(Materialized.as("counts"));
        Plan plan = plan(100);

        assertFalse(plan.holdsBack());
        assertFalse(plan.stores().getFirst().description().caching());
    }

    @Test
    void shouldHaveNoCacheWithoutRoom() {
        in.groupByKey().count(Materialized.as("counts")).toStream().to("out", COUNTS);
        Plan plan = plan(0);

        assertFalse(plan.holdsBack());
        assertFalse(plan.stores().getFirst().description().caching());
    }

    @Test
    void shouldHaveNoCacheWhereDisabled() {
        in.groupByKey()
                .count(Materialized
                        .<String, Long,
                                org.stoatflow.streams.state.KeyValueStore<org.apache.kafka.common.utils.Bytes, byte[]>>
                                as("counts")
                        .withCachingDisabled())
                .toStream()
                .to("out", COUNTS);

        assertFalse(plan(100).holdsBack());
    }

    @Test
    void shouldHaveNoCacheWhoseFlushWouldBeUpstreamOfItself() {
        KTable<String, Long> counts = in.groupByKey().count(Materialized.as("counts"));
        counts.toStream()
                .repartition(Repartitioned.with(Serdes.String(), Serdes.Long()))
                .<String, Long>process(Looking::new, "counts")
                .to("out", COUNTS);
        Plan plan = plan(100);

        assertEquals(1, plan.stages().size(), "the store makes it one stage");
        assertFalse(plan.holdsBack());
        assertFalse(plan.stores().getFirst().description().caching());
    }

    @Test
    void shouldHaveATimerForProcessorsOfTheUser() {
        in.<String, String>process(Passing::new).to("out", Produced.with(Serdes.String(), Serdes.String()));
        Plan plan = plan(100);

        assertEquals(
                List.of("KSTREAM-SOURCE-0000000000", "the timer of stage 0"),
                plan.entries().stream().map(Entry::name).toList());
        assertTrue(((Entry.Source) plan.entries().getFirst()).punctuates());
    }

    @Test
    void shouldLookForNoPunctuatorsWhereNothingMaySchedule() {
        in.groupBy((key, value) -> value)
                .count(Materialized.as("counts"))
                .toStream()
                .to("out", COUNTS);
        Plan plan = plan(100);

        assertEquals(2, plan.stages().size());
        for (Entry entry : plan.entries()) {
            assertFalse(entry instanceof Entry.Node input && input.punctuates(), entry.name());
        }
    }

    /** If a returning record ran punctuators, their records would go to the entry at which the record came in. */
    @Test
    void shouldLeavePunctuationsToTimeBatchesWhereRecordsReturn() {
        KTable<String, Long> counts = in.groupByKey().count(Materialized.as("counts"));
        KStream<String, String> first = in.process(Passing::new, "counts");
        first.repartition(Repartitioned.with(Serdes.String(), Serdes.String()).withName("back"))
                .<String, String>process(Passing::new, "counts")
                .to("out", Produced.with(Serdes.String(), Serdes.String()));
        Plan plan = plan(100);

        assertEquals(1, plan.stages().size());
        for (Entry entry : plan.entries()) {
            if (entry instanceof Entry.Node input) {
                assertEquals(input instanceof Entry.Source, input.punctuates(), input.name());
            }
        }
        assertEquals("counts", counts.queryableStoreName());
    }

    private Plan plan(long cacheBytes) {
        return Planner.compile(
                TopologyAccess.logical(builder.build()),
                new PlanSettings("app", 4, Serdes.String(), cacheBytes),
                topic -> TOPICS.contains(topic) ? OptionalInt.of(3) : OptionalInt.empty());
    }

    private static final class Passing extends ContextualProcessor<String, String, String, String> {
        @Override
        public void process(Record<String, String> record) {
            context().forward(record);
        }
    }

    private static final class Looking extends ContextualProcessor<String, Long, String, Long> {
        @Override
        public void process(Record<String, Long> record) {
            context().forward(record);
        }
    }
}
