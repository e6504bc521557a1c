package org.stoatflow.runtime.monitor;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.stoatflow.kernel.epoch.StallDetector;
import org.stoatflow.kernel.epoch.StepCount;
import org.stoatflow.kernel.error.ErrorHandling;
import org.stoatflow.kernel.error.RetryPolicy;
import org.stoatflow.kernel.lane.Lane;
import org.stoatflow.kernel.lane.LaneRig;
import org.stoatflow.runtime.sink.CommitterState;
import org.stoatflow.spi.RetriableErrors;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.errors.DefaultProductionExceptionHandler;
import org.stoatflow.streams.errors.LogAndContinueExceptionHandler;
import org.stoatflow.streams.errors.LogAndFailProcessingExceptionHandler;

/** The detector finds each epoch that waits for nothing, and no other. */
class StuckEpochDetectorTest {
    private static final long AFTER_NS = 1_000_000;
    private static final int LOOKS = 10_000;
    private static final int NO_LANE = 63; // none of the few that there are

    private final StepCount committerSteps = new StepCount();
    private CommitterState committer = CommitterState.IDLE;
    private boolean committerHasProcessor = true;
    private boolean lanesHaveProcessors = true;
    private Runnable inUserCode = () -> {};
    private LaneRig rig;
    private StuckEpochDetector detector;
    private long nowNs;

    @BeforeEach
    void exactlyOnce() {
        with(LaneRig.exactlyOnce(this::program, ErrorHandling.FAILING), true);
    }

    private void atLeastOnce() {
        with(LaneRig.atLeastOnce(this::program, ErrorHandling.FAILING), false);
    }

    private void with(LaneRig lanes, boolean isolated) {
        rig = lanes;
        detector = new StuckEpochDetector(
                lanes.lanes(), () -> committer, committerSteps, isolated, new Stepping(), AFTER_NS);
    }

    private void program(StreamsBuilder builder) {
        builder.<String, String>stream(LaneRig.IN)
                .peek((key, value) -> inUserCode.run())
                .repartition()
                .foreach((key, value) -> {});
    }

    /** Steps each lane or committer that is woken until it has nothing to do, as the real threads do. */
    private final class Stepping implements Wakes {
        @Override
        public void lane(int index) {
            Lane lane = rig.lane(index);
            while (lanesHaveProcessors && lane.step()) {
                // once more
            }
        }

        @Override
        public void committer() {
            if (committerHasProcessor) {
                committerSteps.count(false);
            }
        }
    }

    /** Whether the detector finds the epoch within so many looks. Time passes as between steps of the dispatcher. */
    private boolean isFound(int looks) {
        for (int i = 0; i < looks; i++) {
            nowNs += AFTER_NS / 10;
            if (detector.isStuck(rig.epochCutLast(), nowNs)) {
                return true;
            }
        }
        return false;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldFindAnEpochThatHasLostABatch(boolean isolated) {
        if (!isolated) {
            atLeastOnce();
        }
        rig.feed(0, "a=1");
        rig.epoch().raise(0);
        rig.cutOnly();
        rig.run();

        assertTrue(isFound(60));
    }

    @Test
    void shouldFindItWhereverTheClockStarts() {
        nowNs = Long.MIN_VALUE / 2;
        rig.feed(0, "a=1");
        rig.epoch().raise(0);
        rig.cutOnly();
        rig.run();

        assertTrue(isFound(60));
    }

    @Test
    void shouldFindItBesideALaneThatIsInUserCodeOfTheNextEpoch() {
        rig.feed(0, "a=1");
        rig.epoch().raise(0);
        rig.cutOnly();
        rig.run();
        boolean[] found = {false};
        inUserCode = () -> found[0] = isFound(60);
        rig.feed(1, "b=2");
        rig.run();

        assertTrue(found[0]);
    }

    @Test
    void shouldFindACompleteEpochOfWhichTheCommitterDoesNotKnow() {
        rig.feed(0, "a=1");
        rig.cut();

        assertTrue(rig.isCutComplete());
        assertTrue(isFound(60));
    }

    @ParameterizedTest
    @EnumSource(value = CommitterState.class, mode = EnumSource.Mode.EXCLUDE, names = "IDLE")
    void shouldWaitForACommitterThatIsAtSomething(CommitterState state) {
        committer = state;
        rig.feed(0, "a=1");
        rig.cut();

        assertFalse(isFound(LOOKS));
    }

    @Test
    void shouldWaitForACommitterThatGetsNoProcessor() {
        committerHasProcessor = false;
        rig.feed(0, "a=1");
        rig.cut();

        assertFalse(isFound(LOOKS));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldWaitForALaneInUserCodeForHours(boolean isolated) {
        if (!isolated) {
            atLeastOnce();
        }
        rig.feed(0, "a=1");
        rig.cutOnly();
        boolean[] found = {false};
        inUserCode = () -> {
            lanesHaveProcessors = false; // it does not come out of its step
            nowNs += TimeUnit.HOURS.toNanos(5);
            found[0] = isFound(LOOKS);
            lanesHaveProcessors = true;
        };
        rig.run();

        assertFalse(found[0]);
        assertTrue(rig.isCutComplete());
    }

    @Test
    void shouldWaitForALaneThatIsAboutToBeWoken() {
        lanesHaveProcessors = false;
        rig.feed(0, "a=1");
        rig.cutOnly();
        assertFalse(isFound(LOOKS));

        lanesHaveProcessors = true;
        assertFalse(isFound(20), "it does what there is to do");
        assertTrue(rig.isCutComplete());
    }

    /** The lane that leaves last has to announce the epoch to the committer, and gets no processor just then. */
    @Test
    void shouldWaitForALaneThatIsAboutToAnnounceTheEpoch() {
        rig.feed(0, "a=1");
        rig.cutOnly();
        boolean[] found = {false};
        rig.whenComplete(() -> {
            lanesHaveProcessors = false;
            found[0] = isFound(LOOKS);
            lanesHaveProcessors = true;
        });
        rig.run();

        assertTrue(rig.isCutComplete());
        assertFalse(found[0]);
        assertTrue(isFound(60), "now nobody tells the committer any more");
    }

    /** The moment between two instructions of a lane that leaves: no lane owes anything, and one is still counted. */
    @Test
    void shouldProveNothingOfNobody() {
        rig.feed(0, "a=1");
        rig.epoch().touch(NO_LANE);
        rig.cutOnly();
        rig.run();
        lanesHaveProcessors = false;
        assertFalse(isFound(LOOKS));

        lanesHaveProcessors = true;
        assertTrue(isFound(60), "those that have left have looked");
    }

    @Test
    void shouldWaitForARecordThatIsToBeRunAgain() {
        RetryPolicy retry =
                new RetryPolicy(3, TimeUnit.HOURS.toNanos(1), TimeUnit.HOURS.toNanos(1), 100, new RetriableErrors());
        ErrorHandling errors = new ErrorHandling(
                LogAndContinueExceptionHandler::new,
                LogAndFailProcessingExceptionHandler::new,
                DefaultProductionExceptionHandler::new,
                retry,
                1);
        with(LaneRig.exactlyOnce(this::program, errors), true);
        inUserCode = () -> {
            throw new TimeoutException("again");
        };
        rig.feed(0, "a=1");
        rig.cut();
        assertTrue(rig.lane(0).isHolding());

        assertFalse(isFound(LOOKS));
    }

    /** The detector does not look at an open epoch, so a paused application may wait for any time. */
    @Test
    void shouldNotLookAtAnOpenEpoch() {
        rig.feed(0, "a=1");
        rig.epoch().raise(0);
        rig.run();

        assertNull(new StallDetector(AFTER_NS).oldest(rig.epoch()));
    }

    @Test
    void shouldBeginAnewWhenSomethingMoves() {
        rig.feed(0, "a=1");
        rig.feed(0, "a=2");
        rig.epoch().raise(0);
        rig.cutOnly();
        lanesHaveProcessors = false;
        for (int i = 0; i < 100; i++) {
            assertFalse(isFound(15));
            rig.lane(0).step();
        }
        lanesHaveProcessors = true;
        assertTrue(isFound(60));
    }
}
