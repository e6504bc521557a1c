package org.stoatflow.runtime.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.reflect.Proxy;
import java.time.Duration;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.internals.KafkaFutureImpl;
import org.junit.jupiter.api.Test;
import org.stoatflow.streams.errors.StreamsException;

/** What becomes of a request of the admin client that fails; every request that is waited for comes here. */
class AdminRequestsTest {
    private final Admin admin = (Admin)
            Proxy.newProxyInstance(Admin.class.getClassLoader(), new Class<?>[] {Admin.class}, (of, call, with) -> {
                throw new UnsupportedOperationException(call.getName());
            });
    private final AdminRequests requests = new AdminRequests(admin, "here:9092", Duration.ofMillis(20));

    private static KafkaFuture<String> failed(Throwable failure) {
        KafkaFutureImpl<String> future = new KafkaFutureImpl<>();
        future.completeExceptionally(failure);
        return future;
    }

    @Test
    void shouldTakeATimeOutForASilentCluster() {
        TimeoutException late = new TimeoutException("late");
        NoAnswerException told = assertThrows(NoAnswerException.class, () -> requests.answer(failed(late), "asking"));
        assertSame(late, told.getCause());
    }

    @Test
    void shouldNotWaitForAnAnswerThatNeverComes() {
        assertThrows(NoAnswerException.class, () -> requests.answer(new KafkaFutureImpl<>(), "asking"));
    }

    @Test
    void shouldTellWhyARequestHasFailed() {
        for (Throwable failure : new Throwable[] {
            new ClusterAuthorizationException("not you"),
            new UnknownTopicOrPartitionException("not there"),
            new OutOfMemoryError("injected")
        }) {
            StreamsException told =
                    assertThrows(StreamsException.class, () -> requests.answer(failed(failure), "asking"));
            assertSame(failure, told.getCause());
            assertEquals("Failed at asking: " + failure.getMessage(), told.getMessage());
        }
    }

    @Test
    void shouldKnowAnAnswerThatIsExpected() {
        KafkaFuture<String> missing = failed(new UnknownTopicOrPartitionException("not there"));
        assertNull(requests.answerUnless(missing, "asking", UnknownTopicOrPartitionException.class));
    }
}
