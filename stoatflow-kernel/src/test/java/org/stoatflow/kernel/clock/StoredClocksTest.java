package org.stoatflow.kernel.clock;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashMap;
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
import org.stoatflow.streams.kstream.Produced;
import org.stoatflow.streams.kstream.Repartitioned;

/**
 * Which clocks begin anew when a source partition or a changelog does. The topology re-keys two topics over one hop
 * each.
 */
class StoredClocksTest {
    private static final int PARTITIONS = 2;

    private final Plan plan = plan();
    private final StateEngine state = StateEngines.inMemory(
            plan.stores().stream().map(StorePlan::description).toList());
    private final Map<TopicPartition, Long> committed = new HashMap<>();

    private static Plan plan() {
        StreamsBuilder builder = new StreamsBuilder();
        for (String topic : List.of("a", "b")) {
            builder.stream(topic, Consumed.with(Serdes.String(), Serdes.String()))
                    .repartition(Repartitioned.with(Serdes.String(), Serdes.String())
                            .withName("of-" + topic)
                            .withNumberOfPartitions(PARTITIONS))
                    .to("out-" + topic, Produced.with(Serdes.String(), Serdes.String()));
        }
        return Planner.compile(
                TopologyAccess.logical(builder.build()),
                new PlanSettings("app", 2, Serdes.String(), 0),
                topic -> topic.equals("a") || topic.equals("b") ? OptionalInt.of(PARTITIONS) : OptionalInt.empty());
    }

    StoredClocksTest() {
        for (String topic : List.of("a", "b", hop("a"), hop("b"))) {
            for (int partition = 0; partition < PARTITIONS; partition++) {
                keep(StoredClocks.ofTopic(topic, partition), 100);
                if (!topic.equals(hop("a")) && !topic.equals(hop("b"))) {
                    committed.put(new TopicPartition(topic, partition), 100L);
                }
            }
        }
    }

    private static String hop(String topic) {
        return "app-of-" + topic + "-repartition";
    }

    @Test
    void shouldKeepAllWhereTheOffsetsGoOn() {
        settle((store, partition) -> false);
        assertTimes(100, "a", "b", hop("a"), hop("b"));
    }

    @Test
    void shouldBeginAnewWithAnOffsetThatWasReset() {
        reset("a", 0);
        settle((store, partition) -> false);
        assertEquals(StoredClocks.UNKNOWN, time("a", 0));
        assertEquals(100, time("a", 1));
        assertTimes(100, "b", hop("a"), hop("b")); // partition 1 comes over the hop of a too
    }

    @Test
    void shouldBeginAnewWhereAllThatComesHasBegunAnew() {
        reset("a", 0);
        reset("a", 1);
        settle((store, partition) -> false);
        assertTimes(StoredClocks.UNKNOWN, "a", hop("a"));
        assertTimes(100, "b", hop("b"));
    }

    /** Another runtime has gone on in the meantime, or the state folder was lost. */
    @Test
    void shouldTakeALaterCommittedTime() {
        committed.put(new TopicPartition("b", 1), 300L);
        settle((store, partition) -> false);
        assertEquals(300, time("b", 1));
        assertEquals(100, time("b", 0));
    }

    /** Kafka Streams has read what went over the hop, and left a time there. */
    @Test
    void shouldTakeALaterCommittedTimeOfAHopsTopic() {
        committed.put(new TopicPartition(hop("a"), 0), 300L);
        committed.put(new TopicPartition(hop("a"), 1), 50L);
        settle((store, partition) -> false);
        assertEquals(300, time(hop("a"), 0));
        assertEquals(100, time(hop("a"), 1));
    }

    /** The sources are read from their beginning, so that what comes over the hop is older than the time of before. */
    @Test
    void shouldBeginAnewWithAllSourcesOfAHopWhateverIsCommittedForItsTopic() {
        committed.put(new TopicPartition(hop("a"), 0), 300L);
        reset("a", 0);
        reset("a", 1);
        settle((store, partition) -> false);
        assertTimes(StoredClocks.UNKNOWN, hop("a"));
    }

    private void reset(String topic, int partition) {
        committed.put(new TopicPartition(topic, partition), -1L);
    }

    private void settle(BiPredicate<String, Integer> madeAnew) {
        StateBatch batch = new StateBatch(0);
        new StoredClocks(plan, committed).settle(state, madeAnew, batch);
        state.apply(batch);
    }

    private void keep(String name, long timeMs) {
        StateBatch batch = new StateBatch(0);
        new StoredClocks.Row(name, timeMs).addTo(batch);
        state.apply(batch);
    }

    private long time(String topic, int partition) {
        return StoredClocks.read(state, StoredClocks.ofTopic(topic, partition));
    }

    private void assertTimes(long expected, String... topics) {
        for (String topic : topics) {
            for (int partition = 0; partition < PARTITIONS; partition++) {
                assertEquals(expected, time(topic, partition), topic + "-" + partition);
            }
        }
    }
}
