package org.stoatflow.spi;

import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;
import org.stoatflow.config.Repeats;
import org.stoatflow.mutant.Answer;
import org.stoatflow.mutant.UnitMutant;

/** Faults in lengths of time, and in what a listener may throw, are caught by tests. */
class UnitMutantTest {
    static Stream<UnitMutant> mutants() {
        return Stream.of(
                UnitMutant.of(
                        "a length in milliseconds overflows, or throws, as nanoseconds",
                        "config.TimeSpans#nanos",
                        Answer.by(Bare.class),
                        "config.TimeSpansTest"),
                UnitMutant.of(
                        "a length throws as milliseconds",
                        "config.TimeSpans#millis",
                        Answer.by(Bare.class),
                        "config.TimeSpansTest"),
                UnitMutant.of(
                        "a length turns negative as an int",
                        "config.TimeSpans#intMillis",
                        Answer.by(Bare.class),
                        "config.TimeSpansTest"),
                UnitMutant.of(
                        "a sum of times overflows",
                        "config.TimeSpans#sum",
                        Answer.by(Bare.class),
                        "config.TimeSpansTest"),
                UnitMutant.of(
                        "a listener that throws an error is not guarded",
                        "spi.UserCode#guarded",
                        Answer.by(Exceptions.class),
                        "streams.KafkaStreamsTest#shouldCloseWhateverListenersThrow"),
                UnitMutant.of(
                        "a listener that throws an error keeps the end from coming",
                        "spi.UserCode#guarded",
                        Answer.by(Exceptions.class),
                        "streams.KafkaStreamsTest#shouldEndInErrorWhateverListenersThrow"));
    }

    @ParameterizedTest
    @MethodSource("mutants")
    void shouldBeCaught(UnitMutant mutant) throws ReflectiveOperationException {
        mutant.requireCaught();
    }

    /** The conversions of the JDK. */
    public static final class Bare {
        private Bare() {}

        public static long nanos(Duration length) {
            return length.toNanos();
        }

        public static long nanos(long lengthMs) {
            return lengthMs * 1_000_000;
        }

        public static long millis(Duration length) {
            return length.toMillis();
        }

        public static int intMillis(Duration length) {
            return (int) length.toMillis();
        }

        public static long sum(long one, long other) {
            return one + other;
        }
    }

    /** Guards against exceptions only. */
    public static final class Exceptions {
        private Exceptions() {}

        public static void guarded(String what, Repeats failures, Runnable call) {
            guarded(what, call);
        }

        public static void guarded(String what, Runnable call) {
            try {
                call.run();
            } catch (RuntimeException failure) {
                LoggerFactory.getLogger(UserCode.class).error("The {} failed", what, failure);
            }
        }
    }
}
