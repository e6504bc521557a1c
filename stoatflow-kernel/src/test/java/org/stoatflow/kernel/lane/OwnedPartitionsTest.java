package org.stoatflow.kernel.lane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.Kernel;
import org.stoatflow.kernel.batch.SourceBatch;
import org.stoatflow.kernel.epoch.Budget;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.outbox.LaneContribution;
import org.stoatflow.kernel.plan.Affinity;
import org.stoatflow.kernel.plan.Entry;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.kernel.plan.PlanChoices;
import org.stoatflow.kernel.plan.PlanSettings;
import org.stoatflow.kernel.plan.Planner;
import org.stoatflow.kernel.plan.Stage;
import org.stoatflow.kernel.plan.StorePlan;
import org.stoatflow.kernel.testkit.NoOpSignals;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.spi.TopologyAccess;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.Grouped;
import org.stoatflow.streams.processor.FailOnInvalidTimestamp;

/** A kernel that owns only some virtual partitions. It counts words, by partition, over a hop. */
class OwnedPartitionsTest {
    private static final int PARTITIONS = 4;

    private Kernel kernel;

    @BeforeEach
    void ownTheOddPartitions() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream(SteppedLanes.INPUT, Consumed.with(Serdes.String(), Serdes.String()))
                .groupBy((key, word) -> word, Grouped.with(Serdes.String(), Serdes.String()))
                .count();
        Plan everything = Planner.compile(
                TopologyAccess.logical(builder.build()),
                new PlanSettings(
                        "test",
                        1,
                        Serdes.String(),
                        FailOnInvalidTimestamp.class,
                        0,
                        new PlanChoices(
                                Affinity.PARTITION, Collections.emptySortedMap(), Collections.emptySortedMap())),
                topic -> topic.equals(SteppedLanes.INPUT) ? OptionalInt.of(PARTITIONS) : OptionalInt.empty());
        assertEquals(2 * PARTITIONS, everything.lanes());

        Plan odd = everything.owning(Map.of(0, List.of(1, 3), 1, List.of(3, 1)));
        kernel = new Kernel(
                new Kernel.Parts(
                        odd,
                        new TestApplication(),
                        StateEngines.inMemory(odd.stores().stream()
                                .map(StorePlan::description)
                                .toList()),
                        new FailOnInvalidTimestamp(),
                        Kernel.Before.NOTHING,
                        new Budget(Long.MAX_VALUE, () -> {}),
                        Clock.SYSTEM),
                new Kernel.Settings(true, 256, 128),
                new NoOpSignals());
        kernel.lanes().forEach(Lane::open);
    }

    @Test
    void shouldHaveALaneForEachPartitionThatIsHere() {
        assertEquals(4, kernel.lanes().size());
        Stage second = kernel.plan().stages().get(1);
        assertEquals(
                List.of(1, 3),
                IntStream.range(2, 4).map(second::partitionOfLane).boxed().toList());
    }

    @Test
    void shouldHaveTheStorePartitionsThatAreHere() {
        StorePlan store = kernel.plan().stores().getFirst();
        assertEquals(4, store.partitions());
        assertEquals(
                List.of(1, 3), kernel.plan().ownedOf(store).stream().boxed().toList());
    }

    /** Rows and changelog records carry the partition's own number, whatever the lane's index is. */
    @Test
    void shouldCountInThePartitionsThatAreHere() {
        String word = wordOf(3);
        offer(1, word);
        offer(3, word);
        step();
        Epoch cut = kernel.cut(Map.of());
        step();

        assertTrue(cut.isComplete());
        assertEquals(List.of(word + "=2 in 3"), changelogOf(cut));
    }

    @Test
    void shouldRefuseASourceRecordOfAPartitionThatIsNotHere() {
        String message = assertThrows(IllegalArgumentException.class, () -> offer(2, "word"))
                .getMessage();
        assertEquals("virtual partition 2 of 4 is not here, but only [1, 3]", message);
    }

    @Test
    void shouldFailWhereAHopLeadsToAPartitionThatIsNotHere() {
        offer(1, wordOf(2));
        String message = assertThrows(LaneFailure.class, this::step).getMessage();
        assertTrue(message.contains("virtual partition 2 of 4 is not here"), message);
    }

    private static String wordOf(int partition) {
        return IntStream.range(0, 1_000)
                .mapToObj(number -> "word-" + number)
                .filter(word -> Stage.hash(word.getBytes(StandardCharsets.UTF_8)) % PARTITIONS == partition)
                .findFirst()
                .orElseThrow();
    }

    private void offer(int partition, String word) {
        Entry.Source source = kernel.plan().sourceEntries().getFirst();
        SourceBatch batch = new SourceBatch(kernel.open(), source.id());
        batch.add(SteppedLanes.record(partition, 0, "key", word));
        kernel.offer(batch, kernel.laneOf(source, "key".getBytes(StandardCharsets.UTF_8), partition));
    }

    private void step() {
        boolean worked = true;
        while (worked) {
            worked = false;
            for (Lane lane : kernel.lanes()) {
                worked |= lane.step();
            }
        }
    }

    private static List<String> changelogOf(Epoch epoch) {
        List<String> found = new ArrayList<>();
        try (LongDeserializer counts = new LongDeserializer()) {
            for (LaneContribution contribution : LaneContribution.of(epoch)) {
                for (int i = 0; i < contribution.outbox().size(); i++) {
                    ProducerRecord<byte[], byte[]> record =
                            contribution.outbox().record(i);
                    found.add(new String(record.key(), StandardCharsets.UTF_8) + "="
                            + counts.deserialize("", record.value()) + " in " + record.partition());
                }
            }
        }
        return found;
    }
}
