package org.stoatflow.streams.errors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.stoatflow.streams.errors.DeserializationExceptionHandler.DeserializationHandlerResponse;
import org.stoatflow.streams.errors.DeserializationExceptionHandler.Result;
import org.stoatflow.streams.processor.ProcessorContext;
import org.stoatflow.streams.processor.TaskId;

/** Handlers that implement one of the old methods are asked, and know where the error happened. */
class DeserializationExceptionHandlerTest {
    private static final ConsumerRecord<byte[], byte[]> RECORD =
            new ConsumerRecord<>("in", 3, 17, new byte[0], new byte[0]);
    private static final ErrorHandlerContext WHERE = new Where();

    private static final class Where implements ErrorHandlerContext {
        @Override
        public String topic() {
            return "in";
        }

        @Override
        public int partition() {
            return 3;
        }

        @Override
        public long offset() {
            return 17;
        }

        @Override
        public Headers headers() {
            return new RecordHeaders().add("k", new byte[] {1});
        }

        @Override
        public String processorNodeId() {
            return "source";
        }

        @Override
        public TaskId taskId() {
            return new TaskId(1, 3);
        }

        @Override
        public long timestamp() {
            return 99;
        }

        @Override
        public byte[] sourceRawKey() {
            return new byte[0];
        }

        @Override
        public byte[] sourceRawValue() {
            return new byte[0];
        }
    }

    private abstract static class Handler implements DeserializationExceptionHandler {
        @Override
        public void configure(Map<String, ?> configs) {}
    }

    @Test
    @SuppressWarnings("deprecation")
    void shouldAskTheOldestMethodWithTheTaskAndTheRecord() {
        String[] seen = new String[1];
        DeserializationExceptionHandler handler = new Handler() {
            @Override
            public DeserializationHandlerResponse handle(
                    ProcessorContext context, ConsumerRecord<byte[], byte[]> record, Exception exception) {
                seen[0] = context.taskId() + " " + context.topic() + " " + context.partition() + " " + context.offset()
                        + " " + context.timestamp() + " "
                        + context.headers().lastHeader("k").value()[0] + " " + exception.getMessage();
                return DeserializationHandlerResponse.CONTINUE;
            }
        };
        DeserializationExceptionHandler.Response answer =
                handler.handleError(WHERE, RECORD, new IllegalStateException("bad"));
        assertEquals(Result.RESUME, answer.result());
        assertEquals("1_3 in 3 17 99 1 bad", seen[0]);
    }

    @Test
    @SuppressWarnings("deprecation")
    void shouldAskTheOldMethodBeforeTheOldest() {
        DeserializationExceptionHandler handler = new Handler() {
            @Override
            public DeserializationHandlerResponse handle(
                    ErrorHandlerContext context, ConsumerRecord<byte[], byte[]> record, Exception exception) {
                return DeserializationHandlerResponse.FAIL;
            }
        };
        assertEquals(
                Result.FAIL,
                handler.handleError(WHERE, RECORD, new IllegalStateException()).result());
    }

    @Test
    @SuppressWarnings("deprecation")
    void shouldRefuseToForwardOrReadStoresFromTheOldestMethod() {
        DeserializationExceptionHandler handler = new Handler() {
            @Override
            public DeserializationHandlerResponse handle(
                    ProcessorContext context, ConsumerRecord<byte[], byte[]> record, Exception exception) {
                context.forward("key", "value");
                return DeserializationHandlerResponse.CONTINUE;
            }
        };
        UnsupportedOperationException refused = assertThrows(
                UnsupportedOperationException.class,
                () -> handler.handleError(WHERE, RECORD, new IllegalStateException()));
        assertTrue(refused.getMessage().contains("forward"), refused::getMessage);
    }

    @Test
    void shouldNameTheClassThatImplementsNoMethod() {
        UnsupportedOperationException refused = assertThrows(
                UnsupportedOperationException.class,
                () -> new Handler() {}.handleError(WHERE, RECORD, new IllegalStateException()));
        assertTrue(refused.getMessage().contains("DeserializationExceptionHandlerTest"), refused::getMessage);
    }
}
