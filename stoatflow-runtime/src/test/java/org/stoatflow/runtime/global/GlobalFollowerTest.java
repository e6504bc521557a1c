package org.stoatflow.runtime.global;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.WakeupException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.stoatflow.streams.errors.StreamsException;

class GlobalFollowerTest {
    private final FollowerRig rig = new FollowerRig();

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void shouldLoadOnePartitionAfterAnotherAndThenFollowAll() {
        rig.topic("world", 0, 0, 2);
        rig.topic("world", 1, 3, 4);
        GlobalFollower follower = rig.begin();
        follower.step();
        follower.step();
        assertEquals(Set.of(new TopicPartition("world", 0)), rig.consumer().assignment());
        rig.arrive("world", 0, 0, "a", "1");
        rig.arrive("world", 0, 1, "b", "2");
        follower.step();
        assertEquals("1", rig.row("a"));
        assertFalse(follower.isLoaded());
        follower.step();
        assertEquals(Set.of(new TopicPartition("world", 1)), rig.consumer().assignment());
        rig.arrive("world", 1, 3, "c", "3");
        follower.step();
        assertTrue(follower.isLoaded());
        assertEquals(2, rig.consumer().assignment().size());
        rig.arrive("world", 0, 2, "a", null);
        rig.arrive("world", 1, 4, "d", "4");
        follower.step();
        assertEquals("{b=2, c=3, d=4}", rig.rows().toString());
        assertEquals(
                List.of(
                        "start world-0 of table 0 to 2",
                        "batch world-0 of table 2, 2",
                        "end world-0 of table 2",
                        "start world-1 of table 3 to 4",
                        "batch world-1 of table 4, 1",
                        "end world-1 of table 1"),
                rig.heard());
    }

    @Test
    void shouldGoOnWhereItsRowsAre() {
        rig.topic("world", 0, 0, 1);
        rig.begin();
        rig.load(follower -> rig.arrive("world", 0, 0, "a", "1"));
        rig.arrive("world", 0, 1, "b", "2");
        rig.follower().step();
        rig.topic("world", 0, 0, 3);
        rig.begin();
        rig.load(follower -> rig.arrive("world", 0, 2, "c", "3"));
        assertEquals("{a=1, b=2, c=3}", rig.rows().toString());
        assertEquals("start world-0 of table 2 to 3", rig.heard().get(3));
    }

    @Test
    void shouldNotPassARecordOverWhoseProcessorThrowsWhatConsumersThrow() {
        List<RuntimeException> thrown = new ArrayList<>(List.of(
                new TimeoutException("of a client of the processor's own"),
                new OffsetOutOfRangeException(Map.of(new TopicPartition("other", 0), 1L))));
        try (FollowerRig keeping = FollowerRig.keeping(record -> {
            if (!thrown.isEmpty()) {
                throw thrown.removeFirst();
            }
        })) {
            keeping.topic("world", 0, 0, 1);
            keeping.begin();
            RuntimeException loading = assertThrows(
                    TimeoutException.class, () -> keeping.load(follower -> keeping.arrive("world", 0, 0, "a", "1")));
            assertEquals("of a client of the processor's own", loading.getMessage());
            keeping.follower().close();
            keeping.begin();
            assertThrows(
                    OffsetOutOfRangeException.class,
                    () -> keeping.load(follower -> keeping.arrive("world", 0, 0, "a", "1")));
            keeping.follower().close();
            keeping.begin();
            keeping.load(follower -> keeping.arrive("world", 0, 0, "a", "1"));
            thrown.add(new TimeoutException("again"));
            keeping.arrive("world", 0, 1, "b", "2");
            assertThrows(TimeoutException.class, () -> keeping.follower().step());
            keeping.follower().close();
            keeping.topic("world", 0, 0, 2);
            keeping.begin();
            keeping.load(follower -> keeping.arrive("world", 0, 1, "b", "2"));
            assertEquals("{a=1, b=2}", keeping.rows().toString());
        }
    }

    @Test
    void shouldBeLoadedAtOnceWhereNothingIsMissing() {
        rig.topic("world", 0, 5, 5); // what the topic had is gone
        rig.begin();
        rig.load(follower -> {});
        assertEquals(5, rig.consumer().position(new TopicPartition("world", 0)));
        rig.arrive("world", 0, 5, "a", "1");
        rig.follower().step();
        assertEquals("{a=1}", rig.rows().toString());
    }

    @Test
    void shouldLoadAnewWhereTheTopicWasMadeAnew() {
        rig.topic("world", 0, 0, 2);
        rig.begin();
        rig.load(follower -> {
            rig.arrive("world", 0, 0, "a", "1");
            rig.arrive("world", 0, 1, "b", "2");
        });
        rig.topic("world", 0, 0, 1);
        rig.begin();
        rig.load(follower -> rig.arrive("world", 0, 0, "b", "new"));
        assertEquals("{b=new}", rig.rows().toString());
    }

    @Test
    void shouldKeepTheRowsForReadersAndLoadAnewWhereOffsetsAreGone() {
        rig.topic("world", 0, 0, 1);
        rig.begin();
        rig.load(follower -> rig.arrive("world", 0, 0, "a", "1"));
        rig.topic("world", 0, 7, 9);
        rig.refuseOffsets();
        StreamsException failure =
                assertThrows(StreamsException.class, () -> rig.follower().step());
        assertTrue(failure.getCause() instanceof OffsetOutOfRangeException);
        assertTrue(failure.getMessage().contains("to load the stores anew"), failure.getMessage());
        assertEquals("{a=1}", rig.rows().toString(), "what lanes read until they end");
        rig.follower().close();
        rig.begin();
        rig.load(follower -> {
            rig.arrive("world", 0, 7, "b", "2");
            rig.arrive("world", 0, 8, "c", "3");
        });
        assertEquals("{b=2, c=3}", rig.rows().toString());
    }

    /** Offset 0 is there again, in a log that is not the one of the rows. */
    @Test
    void shouldLoadAnewWhereTheTopicBeginsAtZeroAgain() {
        rig.topic("world", 0, 0, 1);
        rig.begin();
        rig.load(follower -> rig.arrive("world", 0, 0, "a", "1"));
        rig.refuseOffsets();
        assertThrows(StreamsException.class, () -> rig.follower().step());
        rig.follower().close();
        rig.topic("world", 0, 0, 1);
        rig.begin();
        rig.load(follower -> rig.arrive("world", 0, 0, "b", "2"));
        assertEquals("{b=2}", rig.rows().toString());
    }

    @Test
    void shouldNameTheTopicThatDoesNotExist() {
        rig.begin();
        StreamsException failure =
                assertThrows(StreamsException.class, () -> rig.follower().step());
        assertEquals(
                "Topic world of global store table does not exist. Create it before the application starts",
                failure.getMessage());
    }

    /** The application's load of global stores ends with it, as with any failure of a client. */
    @Test
    void shouldLeaveToItsCallerWhatTheConsumerThrows() {
        rig.topic("world", 0, 0, 1);
        rig.begin();
        for (RuntimeException thrown : List.of(
                new WakeupException(),
                new AuthenticationException("who are you"),
                new AuthorizationException("not you"),
                new KafkaException("no"),
                new InterruptException("stopped"))) {
            rig.refusePartitions(thrown);
            assertSame(
                    thrown,
                    assertThrows(RuntimeException.class, () -> rig.follower().step()));
        }
        assertTrue(Thread.interrupted()); // as the client's exception says
    }

    @Test
    void shouldNotWaitForRecordsForEver() {
        rig.topic("world", 0, 0, 1);
        rig.begin();
        rig.follower().step();
        rig.follower().step();
        rig.follower().step();
        rig.pass(FollowerRig.PATIENCE.plusMillis(1));
        StreamsException failure =
                assertThrows(StreamsException.class, () -> rig.follower().step());
        assertTrue(
                failure.getMessage().startsWith("Loading global store table from world-0, offsets 0 to 1 read nothing"),
                failure.getMessage());
    }

    @Test
    void shouldNotWaitForOffsetsForEver() {
        rig.topic("world", 0, 0, 1);
        rig.begin();
        rig.consumer().setOffsetsException(new TimeoutException("no broker"));
        rig.follower().step();
        rig.pass(FollowerRig.PATIENCE.plus(Duration.ofMillis(1)));
        rig.consumer().setOffsetsException(new TimeoutException("no broker"));
        StreamsException failure =
                assertThrows(StreamsException.class, () -> rig.follower().step());
        assertTrue(failure.getMessage().contains("the topics [world] of global stores"), failure.getMessage());
    }

    @Test
    void shouldLoseNothingByACrashBetweenTwoWrites() {
        for (int writes = 0; writes < 3; writes++) {
            try (FollowerRig crashed = new FollowerRig()) {
                crashed.topic("world", 0, 0, 2);
                crashed.begin();
                crashed.failAfterWrites(writes);
                assertThrows(IllegalStateException.class, () -> {
                    crashed.load(follower -> crashed.arriveFrom(0, "a", "b"));
                    crashed.arriveFrom(2, "c");
                    crashed.follower().step();
                    crashed.arriveFrom(3, "a");
                    crashed.follower().step();
                });
                crashed.topic("world", 0, 0, 4);
                crashed.failAfterWrites(Integer.MAX_VALUE);
                crashed.begin();
                crashed.load(follower -> crashed.arriveFrom(0, "a", "b", "c", "a"));
                assertEquals("{a=3, b=1, c=2}", crashed.rows().toString(), "after " + writes + " writes");
            }
        }
    }
}
