package org.stoatflow.simulation;

import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.InvalidGroupIdException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.errors.UnsupportedForMessageFormatException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.apache.kafka.common.errors.WakeupException;

/** What a call of a client throws, by the name that the client's documentation gives it. */
final class Thrown {
    static final String ERROR = "Error";

    private static final Map<String, Supplier<Throwable>> BY_NAME = Map.ofEntries(
            Map.entry(ERROR, () -> new InjectedError("the call ends by an error")),
            Map.entry("ArithmeticException", () -> new ArithmeticException("injected")),
            Map.entry("AuthenticationException", () -> new AuthenticationException("injected")),
            Map.entry("AuthorizationException", () -> new AuthorizationException("injected")),
            Map.entry("CommitFailedException", () -> new CommitFailedException("injected")),
            Map.entry("FencedInstanceIdException", () -> new FencedInstanceIdException("injected")),
            Map.entry("IllegalArgumentException", () -> new IllegalArgumentException("injected")),
            Map.entry("IllegalStateException", () -> new IllegalStateException("injected")),
            Map.entry("InterruptException", () -> new InterruptException("injected")),
            Map.entry("InvalidGroupIdException", () -> new InvalidGroupIdException("injected")),
            Map.entry("InvalidProducerEpochException", () -> new InvalidProducerEpochException("injected")),
            Map.entry("InvalidTopicException", () -> new InvalidTopicException(Set.of("injected"))),
            Map.entry("KafkaException", () -> new KafkaException("injected")),
            Map.entry("ProducerFencedException", () -> new ProducerFencedException("injected")),
            Map.entry("RebalanceInProgressException", () -> new RebalanceInProgressException("injected")),
            Map.entry("SerializationException", () -> new SerializationException("injected")),
            Map.entry("TimeoutException", () -> new TimeoutException("injected")),
            Map.entry(
                    "UnsupportedForMessageFormatException", () -> new UnsupportedForMessageFormatException("injected")),
            Map.entry("UnknownTopicOrPartitionException", () -> new UnknownTopicOrPartitionException("injected")),
            Map.entry("UnsupportedVersionException", () -> new UnsupportedVersionException("injected")),
            Map.entry("WakeupException", WakeupException::new));

    /** An error of the virtual machine, or of what runs within a client. */
    static final class InjectedError extends Error {
        private static final long serialVersionUID = 1L;

        InjectedError(String message) {
            super(message);
        }
    }

    private Thrown() {}

    static boolean isKnown(String name) {
        return BY_NAME.containsKey(name);
    }

    static Throwable of(String name) {
        Supplier<Throwable> made = BY_NAME.get(name);
        if (made == null) {
            throw new IllegalArgumentException("nobody knows how to throw name=" + name);
        }
        return made.get();
    }
}
