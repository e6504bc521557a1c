package org.stoatflow.runtime.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.plan.Entry;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.kernel.plan.PlanSettings;
import org.stoatflow.kernel.plan.Planner;
import org.stoatflow.spi.TopologyAccess;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.kstream.KTable;

/** Records that come over a hop to a stage with sources of its own. */
class AwaitedSourcesTest extends SourceQueuesRig {
    @Test
    void shouldHoldBackRecordsThatMeetATableOfWhichTheBrokerHasMore() {
        SourceQueues queues = joined(0);
        lagging.add(RIGHT_1);
        fill(queues, record(LEFT_0, 10));
        assertEquals(List.of(), drain(queues, 0));
        fill(queues, record(RIGHT_1, 5), record(RIGHT_1, 20));
        assertEquals(List.of("right-1@5", "left-0@10", "right-1@20"), drain(queues, 0));
    }

    @Test
    void shouldHoldBackWhatIsLeftOnceATableRunsDryThatHasMore() {
        SourceQueues queues = joined(0);
        lagging.add(RIGHT_0);
        fill(queues, record(LEFT_0, 10), record(LEFT_1, 30), record(RIGHT_0, 20));
        assertEquals(List.of("left-0@10", "right-0@20"), drain(queues, 0));
        lagging.clear();
        assertEquals(List.of("left-1@30"), drain(queues, 0));
    }

    @Test
    void shouldNotHoldBackTheTable() {
        SourceQueues queues = joined(0);
        lagging.addAll(Set.of(LEFT_0, LEFT_1));
        fill(queues, record(RIGHT_0, 10), record(RIGHT_1, 20));
        assertEquals(List.of("right-0@10", "right-1@20"), drain(queues, 0));
    }

    @Test
    void shouldNotOvertakeAnEarlierRowOfATableThatIsBlocked() {
        SourceQueues queues = joined(0);
        fill(queues, record(LEFT_0, 10), record(LEFT_1, 30), record(RIGHT_1, 20), record(RIGHT_0, 40));
        full.add(RIGHT_1);
        assertEquals(List.of("left-0@10", "right-0@40"), drain(queues, 0));
        full.clear();
        assertEquals(List.of("right-1@20", "left-1@30"), drain(queues, 0));
    }

    @Test
    void shouldHoldBackForTheIdleTimeWhereTheBrokerHasNoMoreOfATable() {
        SourceQueues queues = joined(50);
        fill(queues, record(LEFT_0, 10));
        assertEquals(List.of(), drain(queues, 100));
        assertEquals(List.of(), drain(queues, 149));
        assertEquals(List.of("left-0@10"), drain(queues, 150));
    }

    @Test
    void shouldNotHoldBackAtAllWhereThatIsTurnedOff() {
        SourceQueues queues = joined(-1);
        lagging.add(RIGHT_0);
        fill(queues, record(LEFT_0, 10));
        assertEquals(List.of("left-0@10"), drain(queues, 0));
    }

    @Test
    void shouldGoOnWithoutATableOfWhichNothingCame() {
        SourceQueues queues = joined(0);
        long maxNs = IdleWait.ACROSS_STAGES_MAX.toNanos();
        lagging.add(RIGHT_0);
        fill(queues, record(LEFT_0, 10), record(LEFT_0, 30));
        assertEquals(List.of(), drain(queues, 5));
        assertEquals(List.of(), drain(queues, 4 + maxNs));
        assertEquals(List.of("left-0@10", "left-0@30"), drain(queues, 5 + maxNs));
        fill(queues, record(RIGHT_0, 40), record(LEFT_0, 50));
        assertEquals(List.of("right-0@40"), drain(queues, 6 + maxNs), "waits again since something came");
    }

    @Test
    void shouldNotHoldBackForRowsThatAreYounger() {
        SourceQueues queues = joined(0);
        lagging.addAll(Set.of(RIGHT_0, RIGHT_1));
        fill(queues, record(LEFT_0, 10), record(RIGHT_0, 20));
        assertEquals(
                List.of(), drain(queues, 0).stream().filter("left-0@10"::equals).toList());
        fill(queues, record(RIGHT_1, 20));
        assertEquals(List.of("left-0@10", "right-1@20"), drain(queues, 0));
    }

    @Test
    void shouldNotHoldBackForEverWhereOneRowAfterTheOtherComes() {
        SourceQueues queues = joined(50);
        fill(queues, record(LEFT_0, 10));
        List<String> taken = new ArrayList<>();
        for (int atMs = 100; atMs < 250; atMs += 30) {
            fill(queues, record(atMs % 60 == 0 ? RIGHT_0 : RIGHT_1, atMs));
            taken.addAll(drain(queues, atMs));
        }
        assertTrue(taken.contains("left-0@10"), taken::toString);
    }

    @Test
    void shouldNotWaitForRowsThatThemselvesWaitForATableOfWhichNothingCame() {
        StreamsBuilder builder = new StreamsBuilder();
        KTable<String, String> rows = builder.<String, String>table("right")
                .join(builder.<String, String>table("other"), (row, otherRow) -> row);
        builder.<String, String>stream("left")
                .selectKey((key, value) -> value)
                .join(rows, (value, row) -> row)
                .foreach((key, value) -> {});
        TopicPartition other = new TopicPartition("other", 0);
        SourceQueues queues = queues(builder, 0, RIGHT_0, other, LEFT_0);
        long maxNs = IdleWait.ACROSS_STAGES_MAX.toNanos();
        lagging.add(other);
        fill(queues, record(RIGHT_0, 5), record(LEFT_0, 10));
        assertEquals(List.of(), drain(queues, 0));
        assertEquals(List.of(), drain(queues, maxNs), "gives the other table up");
        assertEquals(List.of("left-0@10"), drain(queues, maxNs));
    }

    @Test
    void shouldHandOverWhatAwaitedSourcesWaitForBeforeThese() {
        StreamsBuilder builder = new StreamsBuilder();
        KTable<String, String> right = builder.table("right");
        builder.<String, String>stream("left")
                .selectKey((key, value) -> value)
                .join(right, (value, row) -> row)
                .to("out");
        right.toStream()
                .selectKey((key, value) -> value)
                .join(builder.<String, String>table("other"), (value, row) -> row)
                .to("out");
        Plan plan = Planner.compile(
                TopologyAccess.logical(builder.build()),
                new PlanSettings("app", 8, Serdes.String(), 0),
                topic -> OptionalInt.of(2));
        assertEquals(
                List.of(List.of("other"), List.of("right")),
                SourceOrder.handedOverBefore(plan, source(plan, "left")).stream()
                        .map(entry -> entry.node().topics())
                        .toList());
    }

    private static Entry.Source source(Plan plan, String topic) {
        return plan.sourceEntries().stream()
                .filter(entry -> entry.node().topics().contains(topic))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void shouldHoldBackRecordsThatMeetATableOfTheirOwnStage() {
        StreamsBuilder builder = new StreamsBuilder();
        KTable<String, String> table = builder.table("right");
        builder.<String, String>stream("left")
                .leftJoin(table, (value, row) -> value)
                .selectKey((key, value) -> value)
                .leftJoin(table, (value, row) -> value)
                .foreach((key, value) -> {});
        SourceQueues queues = queues(builder, 0, RIGHT_1, RIGHT_0, LEFT_1, LEFT_0);
        lagging.add(RIGHT_1);
        fill(queues, record(LEFT_0, 10), record(RIGHT_0, 15));
        assertEquals(List.of(), drain(queues, 0));
        fill(queues, record(RIGHT_1, 5));
        lagging.clear();
        assertEquals(List.of("right-1@5", "left-0@10", "right-0@15"), drain(queues, 0));
    }

    /** A stream that is joined with a table by a new key. */
    private SourceQueues joined(long idleNs) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("left")
                .selectKey((key, value) -> value)
                .join(builder.<String, String>table("right"), (value, row) -> row)
                .foreach((key, value) -> {});
        return queues(builder, idleNs, RIGHT_1, RIGHT_0, LEFT_1, LEFT_0);
    }
}
