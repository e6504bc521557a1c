package org.stoatflow.runtime.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.OptionalInt;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.kernel.plan.PlanSettings;
import org.stoatflow.kernel.plan.Planner;
import org.stoatflow.spi.TopologyAccess;
import org.stoatflow.streams.StreamsBuilder;

/** How many records may wait in a lane, by the pace of its stage. The test sets the time. */
class LaneBacklogsTest {
    private static final int LANES = 4;
    private static final long MS = 1_000_000;
    private static final long ROUND_MS = 10;

    private final long[] done = new long[LANES];
    private final long[] handed = new long[LANES];
    private final LaneBacklogs backlogs = backlogs(1_000 * MS);
    private long nowMs;

    @Test
    void shouldGiveEachLaneABatchAsLongAsNoPaceIsKnown() {
        fill();
        for (int lane = 0; lane < LANES; lane++) {
            assertEquals(LaneBacklogs.RECORDS_AT_FIRST, waiting(lane));
        }
        assertTrue(backlogs.wasFull());
    }

    @Test
    void shouldLetWaitWhatIsDoneWithinTheBound() {
        for (int round = 0; round < 200; round++) {
            process(1, 1, 1, 1); // one in 10 ms
            fill();
        }
        for (int lane = 0; lane < LANES; lane++) {
            assertEquals(100, waiting(lane), 5);
        }
    }

    @Test
    void shouldFollowThePace() {
        for (int round = 0; round < 100; round++) {
            process(1, 1, 1, 1);
            fill();
        }
        for (int round = 0; round < 200; round++) {
            process(2, 2, 2, 2);
            fill();
        }
        assertEquals(200, waiting(0), 10);
    }

    /** One record that blocks for long says nothing about the records behind it. */
    @Test
    void shouldNotNarrowALaneInWhichOneRecordIsStuck() {
        for (int round = 0; round < 500; round++) {
            process(0, 10, 10, 10); // what came in the round before
            backlogs.begin(nowMs * MS);
            for (int lane = 1; lane < LANES; lane++) {
                add(lane, 10);
            }
            add(0, 1);
            assertFalse(backlogs.wasFull(), "in round " + round);
        }
        assertEquals(500, waiting(0));
    }

    @Test
    void shouldLeaveOneWaitingHoweverSlowTheLanesAre() {
        for (int round = 0; round < 3_000; round++) {
            int worked = round % 500 == 499 ? 1 : 0; // one in 5 s
            process(worked, worked, worked, worked);
            fill();
        }
        while (waiting(0) > LaneBacklogs.RECORDS_MIN) {
            process(1, 1, 1, 1);
        }
        fill();
        assertTrue(waiting(0) >= LaneBacklogs.RECORDS_MIN);
    }

    @Test
    void shouldKnowNoBoundWhereEpochsAreNotIsolated() {
        assertFalse(backlogs(Long.MAX_VALUE).isBounded());
        assertTrue(backlogs.isBounded());
    }

    private void process(int... records) {
        nowMs += ROUND_MS;
        for (int lane = 0; lane < LANES; lane++) {
            done[lane] += Math.min(records[lane], waiting(lane));
        }
    }

    /** Hands out as many records as there is room for. */
    private void fill() {
        backlogs.begin(nowMs * MS);
        for (int lane = 0; lane < LANES; lane++) {
            while (backlogs.hasRoom(lane)) {
                backlogs.add(lane);
                handed[lane]++;
            }
        }
    }

    private void add(int lane, int records) {
        for (int i = 0; i < records; i++) {
            assertTrue(backlogs.hasRoom(lane), "room in lane " + lane + ", where " + waiting(lane) + " wait");
            backlogs.add(lane);
            handed[lane]++;
        }
    }

    private long waiting(int lane) {
        return handed[lane] - done[lane];
    }

    private LaneBacklogs backlogs(long boundNs) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in").to("out");
        Plan plan = Planner.compile(
                TopologyAccess.logical(builder.build()),
                new PlanSettings("application", LANES, Serdes.String(), 0),
                topic -> OptionalInt.of(1));
        return new LaneBacklogs(plan, lane -> done[lane], boundNs, 0);
    }
}
