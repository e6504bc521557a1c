package org.stoatflow.runtime.cluster;

import java.time.Duration;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.CloseOptions.GroupMembershipOperation;
import org.apache.kafka.clients.consumer.Consumer;

/**
 * Closes consumers. One that a user's supplier has wrapped may be of a class that was compiled before there were {@link
 * CloseOptions}: left open, it would stay a member of the group, which its thread keeps alive.
 */
public final class ConsumerClose {
    private ConsumerClose() {}

    /** Closes a consumer, and leaves it to it whether it stays in its group. */
    public static void close(Consumer<?, ?> consumer, Duration timeout) {
        close(consumer, timeout, GroupMembershipOperation.DEFAULT);
    }

    /** Closes a consumer. One that takes no options closes as it does by itself: a static member stays in the group. */
    @SuppressWarnings("deprecation") // the method that all wrappers have
    static void close(Consumer<?, ?> consumer, Duration timeout, GroupMembershipOperation operation) {
        try {
            consumer.close(CloseOptions.timeout(timeout).withGroupMembershipOperation(operation));
        } catch (AbstractMethodError | UnsupportedOperationException olderWrapper) {
            consumer.close(timeout);
        }
    }
}
