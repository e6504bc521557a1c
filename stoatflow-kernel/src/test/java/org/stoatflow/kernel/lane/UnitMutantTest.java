package org.stoatflow.kernel.lane;

import java.lang.reflect.Field;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.stoatflow.mutant.Answer;
import org.stoatflow.mutant.UnitMutant;

/** Faults in lanes beside what users call, and throw, are caught by tests. */
class UnitMutantTest {
    static Stream<UnitMutant> mutants() {
        return Stream.of(
                UnitMutant.of(
                        "a foreign thread may forward at any time",
                        "kernel.record.LaneCalls#isInside",
                        Answer.of(true),
                        "kernel.lane.OutsideCallsTest#shouldBeRefusedInAnotherThread"),
                UnitMutant.of(
                        "a foreign thread may forward while a record is processed",
                        "kernel.record.LaneCalls#isInside",
                        Answer.by(Faults.class),
                        "kernel.lane.OutsideCallsTest#shouldBeRefusedInAnotherThreadWhileARecordIsProcessed"),
                UnitMutant.of(
                        "a processor may forward between records",
                        "kernel.record.LaneCalls#end",
                        Answer.none(),
                        "kernel.lane.OutsideCallsTest#shouldBeRefusedInTheLanesThreadBetweenRecords"),
                UnitMutant.of(
                        "a foreign thread may use the stores",
                        "kernel.record.LaneCalls#requireOwnThread",
                        Answer.none(),
                        "kernel.lane.OutsideCallsTest#shouldBeRefusedInAnotherThread"),
                UnitMutant.of(
                        "an error in close keeps the other processors open",
                        "kernel.error.FirstFailure#close",
                        Answer.by(Faults.class),
                        "kernel.error.FirstFailureTest"));
    }

    @ParameterizedTest
    @MethodSource("mutants")
    void shouldBeCaught(UnitMutant mutant) throws ReflectiveOperationException {
        mutant.requireCaught();
    }

    /** What methods did. */
    public static final class Faults {
        private Faults() {}

        public static boolean isInside(Object calls) throws ReflectiveOperationException {
            Field field = calls.getClass().getDeclaredField("atWork");
            field.setAccessible(true);
            return field.getBoolean(calls);
        }

        public static void close(Object failures, Runnable one) {
            one.run();
        }
    }
}
