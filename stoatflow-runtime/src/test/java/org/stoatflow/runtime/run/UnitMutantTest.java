package org.stoatflow.runtime.run;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.stoatflow.kernel.lane.Lane;
import org.stoatflow.kernel.time.WatchedTime;
import org.stoatflow.mutant.Answer;
import org.stoatflow.mutant.UnitMutant;

/** Faults in the runtime beside lengths of time and threads are caught by tests. */
class UnitMutantTest {
    static Stream<UnitMutant> mutants() {
        return Stream.of(
                UnitMutant.of(
                        "the longest time-out ends in the first outage",
                        "config.TimeSpans#nanos",
                        Answer.by(Faults.class),
                        "runtime.lifecycle.DurationKeysTest#shouldWaitForAsLongAsItIsToldInAnOutage"),
                UnitMutant.of(
                        "the engine's thread is made by who starts the application",
                        "runtime.engine.DispatcherEnd#dispatcher",
                        Answer.by(Faults.class),
                        "runtime.engine.MadeThreadTest"),
                UnitMutant.of(
                        "lanes are asked for on a thread that is not one of theirs",
                        "runtime.run.EngineThreads#virtual",
                        Answer.by(Faults.class),
                        "runtime.run.CarrierWatchTest#shouldTellWhereEveryCarrierIsBusyAndUntilOneIsFree"),
                UnitMutant.of(
                        "a time in which nobody looked counts as waited",
                        "kernel.time.WatchedTime#look",
                        Answer.by(Faults.class),
                        "runtime.run.CarrierWatchTest#shouldSayNothingOfATimeInWhichNobodyLooked"),
                UnitMutant.of(
                        "the first look waits for a clock that begins below zero",
                        "runtime.monitor.LongWork#isTimeToLook",
                        Answer.by(Faults.class),
                        "runtime.monitor.LongWorkTest#shouldLookFourTimesWithinTheBound"),
                UnitMutant.of(
                        "init runs in another thread than process and close",
                        "runtime.run.RunThreads#open",
                        Answer.by(Faults.class),
                        "runtime.lifecycle.OneThreadTest"));
    }

    @ParameterizedTest
    @MethodSource("mutants")
    void shouldBeCaught(UnitMutant mutant) throws ReflectiveOperationException {
        mutant.requireCaught();
    }

    /** What methods did. */
    public static final class Faults {
        private Faults() {}

        public static long nanos(long lengthMs) {
            return lengthMs * 1_000_000;
        }

        public static long nanos(Duration length) {
            return length.toMillis() * 1_000_000;
        }

        public static Thread dispatcher(Object end) throws ReflectiveOperationException {
            Thread made = (Thread) field(end, "dispatcher").get(end);
            return Thread.ofPlatform().unstarted(made::run);
        }

        public static Thread virtual(EngineThreads threads, String role, Runnable body) {
            return threads.platform(role, body);
        }

        public static long look(WatchedTime time, long nowNs) throws ReflectiveOperationException {
            return nowNs - field(time, "lookedNs").getLong(time);
        }

        public static boolean isTimeToLook(Object work, long nowNs) throws ReflectiveOperationException {
            Field looked = field(work, "lookedNs");
            boolean isTime =
                    nowNs > looked.getLong(work) + field(work, "afterNs").getLong(work) / 4;
            if (isTime) {
                looked.setLong(work, nowNs);
            }
            return isTime;
        }

        public static void open(RunThreads threads, Lane lane) throws ReflectiveOperationException {
            Thread another = Thread.ofPlatform().start(lane::open);
            try {
                another.join();
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
            }
            Method startNext = RunThreads.class.getDeclaredMethod("startNext");
            startNext.setAccessible(true);
            startNext.invoke(threads);
        }

        private static Field field(Object of, String name) throws ReflectiveOperationException {
            Field field = of.getClass().getDeclaredField(name);
            field.setAccessible(true);
            return field;
        }
    }
}
