package org.stoatflow.testing;

import java.lang.reflect.Field;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.stoatflow.mutant.Answer;
import org.stoatflow.mutant.UnitMutant;

/** Faults at the end of time are caught by tests of programs. */
class UnitMutantTest {
    static Stream<UnitMutant> mutants() {
        return Stream.of(
                UnitMutant.of(
                        "a schedule goes on behind the end of time",
                        "kernel.timer.Punctuations$Schedule#advance",
                        Answer.by(Faults.class),
                        "testing.EndOfTimeTest#shouldEndASchedulePastTheEndOfTime"),
                UnitMutant.of(
                        "a row that is never due is due before the first time",
                        "config.TimeSpans#sum",
                        Answer.by(Faults.class),
                        "testing.EndOfTimeTest#shouldGoOnBehindTheLatestTimestamp"));
    }

    @ParameterizedTest
    @MethodSource("mutants")
    void shouldBeCaught(UnitMutant mutant) throws ReflectiveOperationException {
        mutant.requireCaught();
    }

    /** Sums that overflow. */
    public static final class Faults {
        private Faults() {}

        public static long sum(long one, long other) {
            return one + other;
        }

        public static boolean advance(Object schedule, long nowMs) throws ReflectiveOperationException {
            long dueMs = field(schedule, "dueMs").getLong(schedule);
            long intervalMs = field(schedule, "intervalMs").getLong(schedule);
            long missed = Math.max(0, (nowMs - dueMs) / intervalMs);
            field(schedule, "dueMs").setLong(schedule, dueMs + (missed + 1) * intervalMs);
            return true;
        }

        private static Field field(Object schedule, String name) throws ReflectiveOperationException {
            Field field = schedule.getClass().getDeclaredField(name);
            field.setAccessible(true);
            return field;
        }
    }
}
