package org.stoatflow.differential;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.NotLeaderOrFollowerException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.stoatflow.streams.errors.DefaultProductionExceptionHandler;
import org.stoatflow.streams.errors.DeserializationExceptionHandler;
import org.stoatflow.streams.errors.ErrorHandlerContext;
import org.stoatflow.streams.errors.LogAndContinueExceptionHandler;
import org.stoatflow.streams.errors.LogAndContinueProcessingExceptionHandler;
import org.stoatflow.streams.errors.LogAndFailExceptionHandler;
import org.stoatflow.streams.errors.LogAndFailProcessingExceptionHandler;
import org.stoatflow.streams.errors.ProcessingExceptionHandler;
import org.stoatflow.streams.errors.ProductionExceptionHandler;
import org.stoatflow.streams.processor.FailOnInvalidTimestamp;
import org.stoatflow.streams.processor.LogAndSkipOnInvalidTimestamp;
import org.stoatflow.streams.processor.TaskId;
import org.stoatflow.streams.processor.TimestampExtractor;
import org.stoatflow.streams.processor.UsePartitionTimeOnInvalidTimestamp;
import org.stoatflow.streams.processor.api.Record;

/** What the built-in handlers and extractors decide; runs on both libraries, see {@link Programs}. */
public final class HandlerRules {
    private static final Exception BAD = new IllegalStateException("bad");

    private HandlerRules() {}

    private record Context() implements ErrorHandlerContext {
        @Override
        public String topic() {
            return "t";
        }

        @Override
        public int partition() {
            return 3;
        }

        @Override
        public long offset() {
            return 42;
        }

        @Override
        public Headers headers() {
            return new RecordHeaders().add("own", new byte[] {7});
        }

        @Override
        public String processorNodeId() {
            return "node";
        }

        @Override
        public TaskId taskId() {
            return new TaskId(1, 2);
        }

        @Override
        public long timestamp() {
            return 1234;
        }

        @Override
        public byte[] sourceRawKey() {
            return new byte[] {1};
        }

        @Override
        public byte[] sourceRawValue() {
            return new byte[] {2};
        }
    }

    /** The decisions, line by line. */
    public static List<String> run() {
        final List<String> log = new ArrayList<>();
        for (final Map<String, String> config :
                List.of(Map.<String, String>of(), Map.of("errors.dead.letter.queue.topic.name", "dead"))) {
            deserialization(log, config);
            processing(log, config);
            production(log, config);
        }
        oldHandlers(log);
        extractors(log);
        return log;
    }

    private static void deserialization(final List<String> log, final Map<String, String> config) {
        for (final DeserializationExceptionHandler handler :
                List.of(new LogAndFailExceptionHandler(), new LogAndContinueExceptionHandler())) {
            handler.configure(config);
            final var response = handler.handleError(new Context(), consumed(5), BAD);
            log.add(response.result() + " " + response.result().id + response.result().name);
            letters(log, response.deadLetterQueueRecords());
        }
    }

    private static void processing(final List<String> log, final Map<String, String> config) {
        for (final ProcessingExceptionHandler handler :
                List.of(new LogAndFailProcessingExceptionHandler(), new LogAndContinueProcessingExceptionHandler())) {
            handler.configure(config);
            final var response = handler.handleError(new Context(), new Record<>("k", "v", 1), BAD);
            log.add(response.result() + " " + response.result().id + response.result().name);
            letters(log, response.deadLetterQueueRecords());
        }
    }

    private static void production(final List<String> log, final Map<String, String> config) {
        final ProductionExceptionHandler handler = new DefaultProductionExceptionHandler();
        handler.configure(config);
        final ProducerRecord<byte[], byte[]> record = new ProducerRecord<>("out", new byte[0]);
        for (final Exception error :
                List.of(BAD, new RecordTooLargeException("big"), new NotLeaderOrFollowerException("moved"))) {
            final var response = handler.handleError(new Context(), record, error);
            log.add(response.result() + " " + response.result().id + response.result().name);
            letters(log, response.deadLetterQueueRecords());
        }
        final var response = handler.handleSerializationError(
                new Context(), record, BAD, ProductionExceptionHandler.SerializationExceptionOrigin.KEY);
        log.add("serialization " + response.result());
        letters(log, response.deadLetterQueueRecords());
    }

    private static void letters(final List<String> log, final List<ProducerRecord<byte[], byte[]>> letters) {
        for (final ProducerRecord<byte[], byte[]> letter : letters) {
            final StringBuilder text = new StringBuilder(letter.topic() + " " + letter.partition() + " "
                    + letter.timestamp() + " " + letter.key()[0] + letter.value()[0]);
            letter.headers().forEach(header -> {
                final String value = new String(header.value(), StandardCharsets.UTF_8);
                text.append(' ')
                        .append(header.key())
                        .append('=')
                        .append(value.lines().findFirst().orElse(""));
            });
            log.add(text.toString());
        }
    }

    @SuppressWarnings("deprecation")
    private static void oldHandlers(final List<String> log) {
        final DeserializationExceptionHandler reads = new DeserializationExceptionHandler() {
            @Override
            public DeserializationHandlerResponse handle(
                    final ErrorHandlerContext context,
                    final ConsumerRecord<byte[], byte[]> record,
                    final Exception exception) {
                return DeserializationHandlerResponse.CONTINUE;
            }

            @Override
            public void configure(final Map<String, ?> configs) {}
        };
        log.add("old " + reads.handleError(new Context(), consumed(1), BAD).result());
        final ProductionExceptionHandler writes = new ProductionExceptionHandler() {
            @Override
            public ProductionExceptionHandlerResponse handle(
                    final ProducerRecord<byte[], byte[]> record, final Exception exception) {
                return ProductionExceptionHandlerResponse.RETRY;
            }

            @Override
            public void configure(final Map<String, ?> configs) {}
        };
        log.add("old " + writes.handleError(new Context(), null, BAD).result());
        log.add("old "
                + writes.handleSerializationError(
                                new Context(), null, BAD, ProductionExceptionHandler.SerializationExceptionOrigin.VALUE)
                        .result());
        final ProcessingExceptionHandler none = configs -> {};
        try {
            none.handleError(new Context(), new Record<>("k", "v", 1), BAD);
        } catch (final RuntimeException failure) {
            log.add("none " + failure.getClass().getSimpleName());
        }
    }

    private static <T> ConsumerRecord<T, T> consumed(final long timestamp) {
        return new ConsumerRecord<>(
                "t",
                3,
                42,
                timestamp,
                TimestampType.CREATE_TIME,
                0,
                0,
                null,
                null,
                new RecordHeaders(),
                Optional.empty());
    }

    private static void extractors(final List<String> log) {
        for (final TimestampExtractor extractor : List.of(
                new FailOnInvalidTimestamp(),
                new LogAndSkipOnInvalidTimestamp(),
                new UsePartitionTimeOnInvalidTimestamp())) {
            for (final long timestamp : new long[] {-1, 0, 77}) {
                for (final long partitionTime : new long[] {-1, 55}) {
                    log.add(extractor.getClass().getSimpleName() + " " + timestamp + " " + partitionTime + " "
                            + extracted(extractor, timestamp, partitionTime));
                }
            }
        }
    }

    private static String extracted(
            final TimestampExtractor extractor, final long timestamp, final long partitionTime) {
        try {
            return "" + extractor.extract(consumed(timestamp), partitionTime);
        } catch (final RuntimeException failure) {
            return failure.getClass().getSimpleName();
        }
    }
}
