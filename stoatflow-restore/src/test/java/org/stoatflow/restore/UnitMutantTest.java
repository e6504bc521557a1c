package org.stoatflow.restore;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.stoatflow.config.Repeats;
import org.stoatflow.mutant.Answer;
import org.stoatflow.mutant.UnitMutant;

/** Faults in a restore beside clocks and listeners are caught by tests. */
class UnitMutantTest {
    static Stream<UnitMutant> mutants() {
        return Stream.of(
                UnitMutant.of(
                        "a time in the future is never too old",
                        "restore.RestorePlanner#reasonOfAge",
                        Answer.by(Faults.class),
                        "restore.RestorePlannerTest#shouldPlan"),
                UnitMutant.of(
                        "a topic that keeps tombstones for ever is asked when",
                        "restore.RestorePlanner#reasonOfAge",
                        Answer.by(AskingWhen.class),
                        "restore.RestorePlannerTest#shouldReadTheTailHoweverLateWhereNoTombstoneIsCompactedAway"),
                UnitMutant.of(
                        "an error of a restore listener ends the restore",
                        "spi.UserCode#guarded",
                        Answer.by(Faults.class),
                        "restore.ThrowingListenerTest"));
    }

    @ParameterizedTest
    @MethodSource("mutants")
    void shouldBeCaught(UnitMutant mutant) throws ReflectiveOperationException {
        mutant.requireCaught();
    }

    /** What methods did. */
    public static final class Faults {
        private Faults() {}

        public static RestoreReason reasonOfAge(long keptMs, long completeAtMs, long nowMs) {
            return nowMs - completeAtMs >= keptMs ? RestoreReason.FULL_TOO_OLD : RestoreReason.TAIL;
        }

        public static void guarded(String what, Repeats failures, Runnable call) {
            try {
                call.run();
            } catch (RuntimeException failure) {
                failures.next();
            }
        }
    }

    /** Knows of the future, and not of topics that are not compacted. */
    public static final class AskingWhen {
        private AskingWhen() {}

        public static RestoreReason reasonOfAge(long keptMs, long completeAtMs, long nowMs) {
            return completeAtMs > nowMs
                    ? RestoreReason.FULL_CLOCK_AHEAD
                    : nowMs - completeAtMs + keptMs < 0 ? RestoreReason.FULL_TOO_OLD : RestoreReason.TAIL;
        }
    }
}
