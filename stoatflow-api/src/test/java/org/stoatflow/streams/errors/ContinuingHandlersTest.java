package org.stoatflow.streams.errors;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.processor.LogAndSkipOnInvalidTimestamp;
import org.stoatflow.streams.processor.TaskId;

/** Whoever may write to a topic cannot flood the log with records that fail, and each of them gets its letter. */
class ContinuingHandlersTest {
    private static final int RECORDS = 1_234;
    private static final Exception FAILURE = new IllegalStateException("no such value");

    /** A record in process. */
    private record Where(long offset, long timestamp) implements ErrorHandlerContext {
        @Override
        public String topic() {
            return "in";
        }

        @Override
        public int partition() {
            return 3;
        }

        @Override
        public Headers headers() {
            return new RecordHeaders();
        }

        @Override
        public String processorNodeId() {
            return "node";
        }

        @Override
        public TaskId taskId() {
            return new TaskId(0, 3);
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

    private static ConsumerRecord<byte[], byte[]> record(long offset) {
        return new ConsumerRecord<>("in", 3, offset, new byte[] {1}, new byte[] {2});
    }

    /** The lines that a class logs meanwhile. */
    private static List<ILoggingEvent> logged(Class<?> by, Runnable work) {
        Logger logger = (Logger) LoggerFactory.getLogger(by);
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        logger.addAppender(lines);
        try {
            work.run();
        } finally {
            logger.detachAppender(lines);
        }
        return lines.list;
    }

    private static List<String> endings(List<ILoggingEvent> lines) {
        return lines.stream()
                .map(ILoggingEvent::getFormattedMessage)
                .map(line -> line.substring(line.indexOf("offset=")))
                .toList();
    }

    private static Map<String, ?> dead() {
        return Map.of(StreamsConfig.ERRORS_DEAD_LETTER_QUEUE_TOPIC_NAME_CONFIG, "dead");
    }

    @Test
    void shouldLogTheFirstAndEachPowerOfTenOfWhatCannotBeRead() {
        LogAndContinueExceptionHandler handler = new LogAndContinueExceptionHandler();
        handler.configure(dead());
        List<ILoggingEvent> lines = logged(LogAndContinueExceptionHandler.class, () -> {
            for (int i = 1; i <= RECORDS; i++) {
                assertEquals(
                        1,
                        handler.handleError(new Where(i, 0), record(i), FAILURE)
                                .deadLetterQueueRecords()
                                .size());
            }
        });
        assertBounded(lines);
    }

    @Test
    void shouldLogTheFirstAndEachPowerOfTenOfWhatCannotBeProcessed() {
        LogAndContinueProcessingExceptionHandler handler = new LogAndContinueProcessingExceptionHandler();
        handler.configure(dead());
        List<ILoggingEvent> lines = logged(LogAndContinueProcessingExceptionHandler.class, () -> {
            for (int i = 1; i <= RECORDS; i++) {
                assertEquals(
                        1,
                        handler.handleError(new Where(i, 0), null, FAILURE)
                                .deadLetterQueueRecords()
                                .size());
            }
        });
        assertBounded(lines);
    }

    private static void assertBounded(List<ILoggingEvent> lines) {
        assertEquals(
                List.of(
                        "offset=1. That makes 1",
                        "offset=10. That makes 10",
                        "offset=100. That makes 100",
                        "offset=1000. That makes 1000"),
                endings(lines));
        assertTrue(lines.stream().allMatch(line -> line.getThrowableProxy() != null), "with the stack trace");
    }

    @Test
    void shouldLogTheFirstAndEachPowerOfTenOfInvalidTimestamps() {
        LogAndSkipOnInvalidTimestamp extractor = new LogAndSkipOnInvalidTimestamp();
        List<ILoggingEvent> lines = logged(LogAndSkipOnInvalidTimestamp.class, () -> {
            for (int i = 1; i <= RECORDS; i++) {
                ConsumerRecord<Object, Object> record = new ConsumerRecord<>("in", 3, i, "key", "value");
                assertEquals(-5, extractor.onInvalidTimestamp(record, -5, -1));
            }
        });
        assertEquals(4, lines.size());
        assertTrue(lines.getLast().getFormattedMessage().contains("That makes 1000"));
    }

    /** A producer takes no negative timestamp, so that Kafka Streams fails in the handler. */
    @Test
    void shouldWriteALetterForARecordWithANegativeTimestamp() {
        LogAndContinueExceptionHandler reading = new LogAndContinueExceptionHandler();
        LogAndContinueProcessingExceptionHandler processing = new LogAndContinueProcessingExceptionHandler();
        reading.configure(dead());
        processing.configure(dead());
        for (long timestamp : new long[] {-1, Long.MIN_VALUE, 0, Long.MAX_VALUE}) {
            Where where = new Where(7, timestamp);
            for (List<ProducerRecord<byte[], byte[]>> letters : List.of(
                    reading.handleError(where, record(7), FAILURE).deadLetterQueueRecords(),
                    processing.handleError(where, null, FAILURE).deadLetterQueueRecords())) {
                ProducerRecord<byte[], byte[]> letter = letters.getFirst();
                if (timestamp < 0) {
                    assertNull(letter.timestamp());
                } else {
                    assertEquals(timestamp, letter.timestamp());
                }
                assertArrayEquals(new byte[] {2}, letter.value());
                assertEquals(
                        "7",
                        new String(letter.headers()
                                .lastHeader("__streams.errors.offset")
                                .value()));
            }
        }
    }
}
