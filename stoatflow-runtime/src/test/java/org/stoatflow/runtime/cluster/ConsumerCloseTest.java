package org.stoatflow.runtime.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.CloseOptions.GroupMembershipOperation;
import org.apache.kafka.clients.consumer.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Wrappers that were compiled before there were options of a close have no method that takes them. */
class ConsumerCloseTest {
    private static final Duration WAIT = Duration.ofSeconds(5);

    private final List<Object> closes = new ArrayList<>();

    @Test
    void shouldGiveTheOptionsToAConsumerThatKnowsThem() {
        ConsumerClose.close(consumer(null), WAIT, GroupMembershipOperation.LEAVE_GROUP);
        CloseOptions given = (CloseOptions) closes.getFirst();
        assertEquals(1, closes.size());
        assertEquals(GroupMembershipOperation.LEAVE_GROUP, given.groupMembershipOperation());
        assertEquals(WAIT, given.timeout().orElseThrow());
    }

    @Test
    void shouldCloseAConsumerThatDoesNot() {
        for (Throwable refusal : List.of(new AbstractMethodError("close"), new UnsupportedOperationException())) {
            closes.clear();
            ConsumerClose.close(consumer(refusal), WAIT);
            assertEquals(List.of(WAIT), closes);
        }
    }

    @Test
    void shouldNotCloseTwiceAConsumerThatFails() {
        Consumer<?, ?> failing = consumer(new IllegalStateException("in an interceptor"));
        assertThrows(IllegalStateException.class, () -> ConsumerClose.close(failing, WAIT));
        assertEquals(List.of(), closes);
    }

    /** @param refusal what it throws if it is closed with options; null: nothing */
    private Consumer<?, ?> consumer(@Nullable Throwable refusal) {
        return (Consumer<?, ?>) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Consumer.class}, (proxy, method, arguments) -> {
                    if (refusal != null && arguments[0] instanceof CloseOptions) {
                        throw refusal;
                    }
                    closes.add(arguments[0]);
                    return null;
                });
    }
}
