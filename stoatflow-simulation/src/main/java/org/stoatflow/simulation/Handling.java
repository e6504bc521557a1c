package org.stoatflow.simulation;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.jspecify.annotations.Nullable;
import org.stoatflow.config.StoatflowConfig;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.errors.ErrorHandlerContext;
import org.stoatflow.streams.errors.LogAndContinueExceptionHandler;
import org.stoatflow.streams.errors.LogAndContinueProcessingExceptionHandler;
import org.stoatflow.streams.errors.ProcessingExceptionHandler;
import org.stoatflow.streams.errors.ProductionExceptionHandler;
import org.stoatflow.streams.processor.api.Record;

/** Configuration of programs in which failing records are dropped or run again, and do not end the application. */
final class Handling {
    static final String DEAD_LETTERS = "dead";

    /** Setting in which handlers find the {@link UserCode}. */
    static final String CODE = "simulation.code";

    private static final String POISON = "poison";

    private Handling() {}

    /** All handlers go on, and each dropped record has a dead letter that begins with the record's id. */
    static Map<String, Object> goOn() {
        return Map.of(
                StreamsConfig.DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG, LogAndContinueExceptionHandler.class,
                StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG, GoingOn.class,
                StreamsConfig.PRODUCTION_EXCEPTION_HANDLER_CLASS_CONFIG, LeavingOut.class,
                StreamsConfig.ERRORS_DEAD_LETTER_QUEUE_TOPIC_NAME_CONFIG, DEAD_LETTERS);
    }

    /** A record that user code refuses is run again a few times. */
    static Map<String, Object> runAgain() {
        return Map.of(
                StoatflowConfig.RETRY_ATTEMPTS_MAX.key(),
                3,
                StoatflowConfig.RETRY_BACKOFF.key(),
                1L,
                StoatflowConfig.RETRY_ON.key(),
                Refused.class);
    }

    static String poisoned(String value) {
        return value + POISON;
    }

    /** A serde of strings that cannot read poisoned records. */
    static Serde<String> serde() {
        Serde<String> strings = Serdes.String();
        return Serdes.serdeFrom(strings.serializer(), (topic, bytes) -> {
            String text = strings.deserializer().deserialize(topic, bytes);
            if (text != null && text.endsWith(POISON)) {
                throw new IllegalArgumentException("cannot be read");
            }
            return text;
        });
    }

    /** Whether a failure comes from user code. */
    public static final class Refused implements Predicate<Exception> {
        @Override
        public boolean test(Exception failure) {
            return failure instanceof UserCode.Refused;
        }
    }

    /** Drops a record that cannot be processed, unless it is to fail itself. */
    public static final class GoingOn extends LogAndContinueProcessingExceptionHandler {
        private @Nullable UserCode code;

        @Override
        public ProcessingExceptionHandler.Response handleError(
                ErrorHandlerContext context, Record<?, ?> record, Exception exception) {
            calls(code).callback(Callback.PROCESSING_HANDLER);
            return super.handleError(context, record, exception);
        }

        @Override
        public void configure(Map<String, ?> configs) {
            super.configure(configs);
            code = (UserCode) configs.get(CODE);
        }
    }

    /** Drops a record that the broker refuses, with a dead letter that has the record's value. */
    public static final class LeavingOut implements ProductionExceptionHandler {
        private @Nullable UserCode code;

        @Override
        public ProductionExceptionHandler.Response handleError(
                ErrorHandlerContext context, ProducerRecord<byte[], byte[]> record, Exception exception) {
            calls(code).callback(Callback.PRODUCTION_HANDLER);
            if (record.topic().equals(DEAD_LETTERS)) {
                return ProductionExceptionHandler.Response.fail(); // or nothing would remain of the record
            }
            return ProductionExceptionHandler.Response.resume(
                    List.of(new ProducerRecord<>(DEAD_LETTERS, null, record.key(), record.value())));
        }

        @Override
        public void configure(Map<String, ?> configs) {
            code = (UserCode) configs.get(CODE);
        }
    }

    private static UserCalls calls(@Nullable UserCode code) {
        return Objects.requireNonNull(code, "configured").calls();
    }
}
