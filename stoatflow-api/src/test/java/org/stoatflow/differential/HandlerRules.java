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
        List<String> log = new ArrayList<>();
        for (Map<String, String> config :
                List.of(Map.<String, String>of(), Map.of("errors.dead.letter.queue.topic.name", "dead"))) {
            deserialization(log, config);
            processing(log, config);
            production(log, config);
        }
        oldHandlers(log);
        extractors(log);
        return log;
    }

    private static void deserialization(List<String> log, Map<String, String> config) {
        for (DeserializationExceptionHandler handler :
                List.of(new LogAndFailExceptionHandler(), new LogAndContinueExceptionHandler())) {
            handler.configure(config);
            DeserializationExceptionHandler.Response response = handler.handleError(new Context(), consumed(5), BAD);
            log.add(response.result() + " " + response.result().id + response.result().name);
            letters(log, response.deadLetterQueueRecords());
        }
    }

    private static void processing(List<String> log, Map<String, String> config) {
        for (ProcessingExceptionHandler handler :
                List.of(new LogAndFailProcessingExceptionHandler(), new LogAndContinueProcessingExceptionHandler())) {
            handler.configure(config);
            ProcessingExceptionHandler.Response response =
                    handler.handleError(new Context(), new Record<>("k", "v", 1), BAD);
            log.add(response.result() + " " + response.result().id + response.result().name);
            letters(log, response.deadLetterQueueRecords());
        }
    }

    private static void production(List<String> log, Map<String, String> config) {
        ProductionExceptionHandler handler = new DefaultProductionExceptionHandler();
        handler.configure(config);
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>("out", new byte[0]);
        for (Exception error :
                List.of(BAD, new RecordTooLargeException("big"), new NotLeaderOrFollowerException("moved"))) {
            ProductionExceptionHandler.Response response = handler.handleError(new Context(), record, error);
            log.add(response.result() + " " + response.result().id + response.result().name);
            letters(log, response.deadLetterQueueRecords());
        }
        ProductionExceptionHandler.Response response = handler.handleSerializationError(
                new Context(), record, BAD, ProductionExceptionHandler.SerializationExceptionOrigin.KEY);
        log.add("serialization " + response.result());
        letters(log, response.deadLetterQueueRecords());
    }

    private static void letters(List<String> log, List<ProducerRecord<byte[], byte[]>> letters) {
        for (ProducerRecord<byte[], byte[]> letter : letters) {
            StringBuilder text = new StringBuilder(letter.topic() + " " + letter.partition() + " " + letter.timestamp()
                    + " " + letter.key()[0] + letter.value()[0]);
            letter.headers().forEach(header -> {
                String value = new String(header.value(), StandardCharsets.UTF_8);
                text.append(' ')
                        .append(header.key())
                        .append('=')
                        .append(value.lines().findFirst().orElse(""));
            });
            log.add(text.toString());
        }
    }

    @SuppressWarnings("deprecation")
    private static void oldHandlers(List<String> log) {
        DeserializationExceptionHandler reads = new DeserializationExceptionHandler() {
            @Override
            public DeserializationHandlerResponse handle(
                    ErrorHandlerContext context, ConsumerRecord<byte[], byte[]> record, Exception exception) {
                return DeserializationHandlerResponse.CONTINUE;
            }

            @Override
            public void configure(Map<String, ?> configs) {}
        };
        log.add("old " + reads.handleError(new Context(), consumed(1), BAD).result());
        ProductionExceptionHandler writes = new ProductionExceptionHandler() {
            @Override
            public ProductionExceptionHandlerResponse handle(
                    ProducerRecord<byte[], byte[]> record, Exception exception) {
                return ProductionExceptionHandlerResponse.RETRY;
            }

            @Override
            public void configure(Map<String, ?> configs) {}
        };
        log.add("old " + writes.handleError(new Context(), null, BAD).result());
        log.add("old "
                + writes.handleSerializationError(
                                new Context(), null, BAD, ProductionExceptionHandler.SerializationExceptionOrigin.VALUE)
                        .result());
        ProcessingExceptionHandler none = configs -> {};
        try {
            none.handleError(new Context(), new Record<>("k", "v", 1), BAD);
        } catch (RuntimeException failure) {
            log.add("none " + failure.getClass().getSimpleName());
        }
    }

    private static <T> ConsumerRecord<T, T> consumed(long timestamp) {
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

    private static void extractors(List<String> log) {
        for (TimestampExtractor extractor : List.of(
                new FailOnInvalidTimestamp(),
                new LogAndSkipOnInvalidTimestamp(),
                new UsePartitionTimeOnInvalidTimestamp())) {
            for (long timestamp : new long[] {-1, 0, 77}) {
                for (long partitionTime : new long[] {-1, 55}) {
                    log.add(extractor.getClass().getSimpleName() + " " + timestamp + " " + partitionTime + " "
                            + extracted(extractor, timestamp, partitionTime));
                }
            }
        }
    }

    private static String extracted(TimestampExtractor extractor, long timestamp, long partitionTime) {
        try {
            return "" + extractor.extract(consumed(timestamp), partitionTime);
        } catch (RuntimeException failure) {
            return failure.getClass().getSimpleName();
        }
    }
}
