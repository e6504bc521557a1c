package org.stoatflow.runtime.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.kernel.plan.PlanSettings;
import org.stoatflow.kernel.plan.Planner;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.spi.TopologyAccess;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.topology.ResetPolicy;

class OffsetResetTest {
    private static final TopicPartition PARTITION = new TopicPartition("in", 0);
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(7);

    /** Notes how long it may wait for the offset of a time. */
    private static final class Asked extends MockConsumer<byte[], byte[]> {
        private final List<Duration> waits = new ArrayList<>();
        private final Map<TopicPartition, Long> asked = new HashMap<>();

        Asked() {
            super("none");
        }

        @Override
        public synchronized Map<TopicPartition, OffsetAndTimestamp> offsetsForTimes(
                Map<TopicPartition, Long> times, Duration timeout) {
            waits.add(timeout);
            asked.putAll(times);
            return Map.of(PARTITION, new OffsetAndTimestamp(42, 0));
        }
    }

    @Test
    void shouldWaitNoLongerForAnOffsetThanForAnyRequest() {
        Asked consumer = new Asked();
        consumer.assign(List.of(PARTITION));
        new OffsetReset(
                        consumer,
                        plan(),
                        OffsetReset.parse("by_duration:PT1H"),
                        REQUEST_TIMEOUT,
                        Clock.SYSTEM,
                        OffsetResetTest::none)
                .reset(List.of(PARTITION), "no committed offset");

        assertEquals(List.of(REQUEST_TIMEOUT), consumer.waits);
        assertEquals(42, consumer.position(PARTITION));
    }

    /** A user may mean "however long ago" by the longest duration that there is. */
    @Test
    void shouldBeginWithTheFirstRecordWhereTheDurationIsLongerThanTimeItself() {
        for (Duration by : List.of(ChronoUnit.FOREVER.getDuration(), Duration.ofDays(365_000))) {
            Asked consumer = new Asked();
            consumer.assign(List.of(PARTITION));
            new OffsetReset(
                            consumer,
                            plan(),
                            new ResetPolicy(ResetPolicy.Start.BY_DURATION, by),
                            REQUEST_TIMEOUT,
                            Clock.SYSTEM,
                            OffsetResetTest::none)
                    .reset(List.of(PARTITION), "no committed offset");
            assertEquals(Map.of(PARTITION, 0L), consumer.asked);
        }
    }

    /** The phase that asks begins again, as after any failure of a client. */
    @Test
    void shouldLeaveToItsCallerWhatTheConsumerThrows() {
        for (RuntimeException thrown : List.of(
                new TimeoutException("late"),
                new AuthenticationException("who are you"),
                new AuthorizationException("not you"),
                new UnsupportedVersionException("too old"),
                new IllegalArgumentException("no such time"),
                new IllegalStateException("not assigned"))) {
            Failing consumer = new Failing(thrown);
            consumer.assign(List.of(PARTITION));
            for (String policy : List.of("by_duration:PT1H", "latest")) {
                OffsetReset resetting = new OffsetReset(
                        consumer,
                        plan(),
                        OffsetReset.parse(policy),
                        REQUEST_TIMEOUT,
                        Clock.SYSTEM,
                        OffsetResetTest::none);
                RuntimeException met = assertThrows(
                        RuntimeException.class, () -> resetting.reset(List.of(PARTITION), "no committed offset"));
                assertSame(thrown, met);
            }
        }
    }

    private static final class Failing extends MockConsumer<byte[], byte[]> {
        private final RuntimeException thrown;

        Failing(RuntimeException thrown) {
            super("none");
            this.thrown = thrown;
        }

        @Override
        public synchronized Map<TopicPartition, OffsetAndTimestamp> offsetsForTimes(
                Map<TopicPartition, Long> times, Duration timeout) {
            throw thrown;
        }

        @Override
        public synchronized void seekToEnd(Collection<TopicPartition> partitions) {
            throw thrown;
        }
    }

    /** No topic is made anew. */
    static Future<Set<String>> none(Collection<String> topics) {
        return CompletableFuture.completedFuture(Set.of());
    }

    static Plan plan() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in").mapValues(value -> value).to("out");
        return Planner.compile(
                TopologyAccess.logical(builder.build()),
                new PlanSettings("application", 1, Serdes.String(), 0),
                topic -> OptionalInt.of(1));
    }
}
