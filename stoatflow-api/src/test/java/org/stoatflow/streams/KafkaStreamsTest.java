package org.stoatflow.streams;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.stoatflow.spi.EngineProvider;
import org.stoatflow.streams.KafkaStreams.State;
import org.stoatflow.streams.errors.StreamsNotStartedException;
import org.stoatflow.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.processor.StateRestoreListener;
import org.stoatflow.streams.processor.internals.DefaultKafkaClientSupplier;
import org.stoatflow.streams.query.FailureReason;
import org.stoatflow.streams.query.KeyQuery;
import org.stoatflow.streams.query.QueryResult;
import org.stoatflow.streams.query.StateQueryRequest;

/** The facade: its states, what it tells the engine and what it tells the user. */
class KafkaStreamsTest {
    private final List<String> changes = Collections.synchronizedList(new ArrayList<>());

    private final CountDownLatch told = new CountDownLatch(1);

    private KafkaStreams streams() {
        Properties props = new Properties();
        props.setProperty("application.id", "app");
        props.setProperty("bootstrap.servers", "localhost:1");
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream("in").to("out");
        KafkaStreams streams = new KafkaStreams(builder.build(), props);
        streams.setStateListener((newState, oldState) -> {
            changes.add(oldState + ">" + newState);
            if (newState.hasCompletedShutdown()) {
                told.countDown();
            }
        });
        return streams;
    }

    @Test
    void shouldAllowTransitionsOfKafkaStreams() {
        for (State from : State.values()) {
            org.apache.kafka.streams.KafkaStreams.State theirFrom =
                    org.apache.kafka.streams.KafkaStreams.State.valueOf(from.name());
            for (State to : State.values()) {
                org.apache.kafka.streams.KafkaStreams.State theirTo =
                        org.apache.kafka.streams.KafkaStreams.State.valueOf(to.name());
                assertEquals(theirFrom.isValidTransition(theirTo), from.isValidTransition(to), from + " to " + to);
            }
            assertEquals(theirFrom.hasNotStarted(), from.hasNotStarted());
            assertEquals(theirFrom.isRunningOrRebalancing(), from.isRunningOrRebalancing());
            assertEquals(theirFrom.isShuttingDown(), from.isShuttingDown());
            assertEquals(theirFrom.hasCompletedShutdown(), from.hasCompletedShutdown());
            assertEquals(theirFrom.hasStartedOrFinishedShuttingDown(), from.hasStartedOrFinishedShuttingDown());
            assertEquals(theirFrom.ordinal(), from.ordinal());
        }
    }

    @Test
    void shouldRunWhateverOptimizationIsAskedFor() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream("in").to("out");
        Properties props = new Properties();
        props.setProperty("application.id", "app");
        props.setProperty("bootstrap.servers", "localhost:1");
        for (String value :
                List.of("all", "reuse.ktable.source.topics", "single.store.self.join,merge.repartition.topics")) {
            props.setProperty("topology.optimization", value);
            KafkaStreams streams = new KafkaStreams(builder.build(props), props);
            assertEquals(KafkaStreams.State.CREATED, streams.state());
        }
    }

    @Test
    void shouldRefuseQueryObjectsForGlobalStores() {
        Properties props = new Properties();
        props.setProperty("application.id", "app");
        props.setProperty("bootstrap.servers", "localhost:1");
        StreamsBuilder builder = new StreamsBuilder();
        builder.globalTable("world", Materialized.as("table"));
        builder.stream("in").to("out");
        KafkaStreams streams = new KafkaStreams(builder.build(), props);
        streams.start();
        QueryResult<Object> answer = streams.query(
                        StateQueryRequest.inStore("table").withQuery(KeyQuery.withKey("k")))
                .getGlobalResult();
        assertEquals(FailureReason.UNKNOWN_QUERY_TYPE, answer.getFailureReason());
    }

    @Test
    void shouldNeitherAddNorRemoveThreads() {
        KafkaStreams streams = streams();
        assertTrue(streams.addStreamThread().isEmpty());
        streams.start();
        assertTrue(streams.addStreamThread().isEmpty());
        assertTrue(streams.removeStreamThread().isEmpty());
        assertTrue(streams.removeStreamThread(Duration.ZERO).isEmpty());
        assertThrows(IllegalArgumentException.class, () -> streams.removeStreamThread(null));
        assertEquals(List.of("start"), FakeEngine.last().calls());
    }

    @Test
    void shouldAnswerOnlyWhileItRuns() {
        KafkaStreams streams = streams();
        assertEquals(Map.of(), streams.allLocalStorePartitionLags());
        assertThrows(IllegalStateException.class, () -> streams.clientInstanceIds(Duration.ZERO));
        streams.start();
        assertThrows(IllegalArgumentException.class, () -> streams.clientInstanceIds(Duration.ofMillis(-1)));
        FakeEngine.last().letStop();
        streams.close();
        assertEquals(Map.of(), streams.allLocalStorePartitionLags());
        assertThrows(IllegalStateException.class, () -> streams.clientInstanceIds(Duration.ZERO));
    }

    @Test
    void shouldKnowWhetherItRuns() {
        KafkaStreams streams = streams();
        FakeEngine engine = FakeEngine.last();
        assertThrows(StreamsNotStartedException.class, streams::validateIsRunningOrRebalancing);
        assertFalse(streams.isRunningOrRebalancing() || streams.hasStartedOrFinishedShuttingDown());
        streams.setStandbyUpdateListener(null);
        streams.start();
        streams.validateIsRunningOrRebalancing();
        assertTrue(streams.isRunningOrRebalancing());
        assertThrows(IllegalStateException.class, () -> streams.setStandbyUpdateListener(null));
        engine.letStop();
        streams.close();
        assertTrue(streams.hasStartedOrFinishedShuttingDown());
        assertThrows(IllegalStateException.class, streams::validateIsRunningOrRebalancing);
    }

    @Test
    @SuppressWarnings("deprecation")
    void shouldCloseWithOldOptions() {
        KafkaStreams streams = streams();
        FakeEngine engine = FakeEngine.last();
        streams.start();
        assertThrows(
                IllegalArgumentException.class,
                () -> streams.close(new KafkaStreams.CloseOptions().timeout(Duration.ofMillis(-1))));
        engine.letStop();
        assertTrue(streams.close(
                new KafkaStreams.CloseOptions().timeout(Duration.ofMinutes(1)).leaveGroup(true)));
        assertEquals(List.of("start", "closeAndLeaveGroup"), engine.calls());
    }

    @Test
    void shouldStartRunAndClose() throws InterruptedException {
        KafkaStreams streams = streams();
        FakeEngine engine = FakeEngine.last();
        assertEquals(State.CREATED, streams.state());
        assertEquals(2, engine.topology.nodes().size());
        streams.start();
        engine.listener.onState(State.RUNNING);
        engine.listener.onState(State.REBALANCING);
        engine.listener.onState(State.REBALANCING);
        engine.listener.onState(State.RUNNING);
        engine.letStop();
        streams.close();
        streams.close();
        assertEquals(State.NOT_RUNNING, streams.state());
        assertEquals(List.of("start", "close"), engine.calls());
        assertTrue(told.await(30, TimeUnit.SECONDS));
        assertEquals(
                List.of(
                        "CREATED>REBALANCING",
                        "REBALANCING>RUNNING",
                        "RUNNING>REBALANCING",
                        "REBALANCING>RUNNING",
                        "RUNNING>PENDING_SHUTDOWN",
                        "PENDING_SHUTDOWN>NOT_RUNNING"),
                changes);
    }

    @Test
    void shouldStartOnlyOnce() {
        KafkaStreams streams = streams();
        FakeEngine.last().letStop();
        streams.start();
        assertThrows(IllegalStateException.class, streams::start);
        assertThrows(IllegalStateException.class, () -> streams.setStateListener(null));
        assertThrows(IllegalStateException.class, () -> streams.setGlobalStateRestoreListener(null));
        assertThrows(IllegalStateException.class, () -> streams.setUncaughtExceptionHandler(error -> null));
        assertThrows(IllegalStateException.class, streams::cleanUp);
        streams.close();
        assertThrows(IllegalStateException.class, streams::start);
        streams.cleanUp();
        assertEquals(List.of("start", "close", "cleanUp"), FakeEngine.last().calls());
    }

    @Test
    void shouldCloseWhatWasNeverStarted() {
        KafkaStreams streams = streams();
        FakeEngine.last().letStop();
        assertTrue(streams.close(Duration.ofSeconds(30)));
        assertEquals(State.NOT_RUNNING, streams.state());
    }

    @Test
    void shouldBoundCloseAndGoOnStopping() {
        KafkaStreams streams = streams();
        FakeEngine engine = FakeEngine.last();
        streams.start();
        assertFalse(streams.close(Duration.ZERO));
        assertFalse(streams.close(Duration.ofMillis(1)));
        assertEquals(State.PENDING_SHUTDOWN, streams.state());
        engine.letStop();
        assertTrue(streams.close(Duration.ofSeconds(30)));
        assertEquals(State.NOT_RUNNING, streams.state());
    }

    @Test
    void shouldPassPausesOnBeforeTheStartToo() {
        KafkaStreams streams = streams();
        assertFalse(streams.isPaused());
        streams.pause();
        assertTrue(streams.isPaused());
        streams.start();
        streams.resume();
        assertFalse(streams.isPaused());
        assertEquals(List.of("pause", "start", "resume"), FakeEngine.last().calls());
    }

    @Test
    void shouldLeaveGroupIfAsked() {
        KafkaStreams streams = streams();
        FakeEngine.last().letStop();
        streams.start();
        assertTrue(
                streams.close(CloseOptions.groupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP)
                        .withTimeout(Duration.ofSeconds(30))));
        assertEquals(List.of("start", "closeAndLeaveGroup"), FakeEngine.last().calls());
    }

    @Test
    void shouldRefuseBadTimeouts() {
        KafkaStreams streams = streams();
        assertThrows(IllegalArgumentException.class, () -> streams.close(Duration.ofMillis(-1)));
        assertThrows(IllegalArgumentException.class, () -> streams.close((Duration) null));
        assertThrows(IllegalArgumentException.class, () -> streams.close(Duration.ofSeconds(Long.MAX_VALUE)));
        assertEquals(State.CREATED, streams.state());
    }

    @Test
    void shouldEndInErrorAfterFailure() {
        KafkaStreams streams = streams();
        FakeEngine engine = FakeEngine.last();
        streams.start();
        engine.letStop();
        assertFalse(engine.listener.restartAfter(new IllegalStateException("bad")));
        engine.listener.onFailure(new IllegalStateException("bad"));
        assertTrue(streams.close(Duration.ofSeconds(30)));
        assertEquals(State.ERROR, streams.state());
        assertTrue(changes.contains("REBALANCING>PENDING_ERROR"), changes.toString());
    }

    @Test
    void shouldAskHandlerWhetherToRestart() {
        KafkaStreams streams = streams();
        streams.setUncaughtExceptionHandler(error -> error instanceof IllegalStateException
                ? StreamThreadExceptionResponse.REPLACE_THREAD
                : StreamThreadExceptionResponse.SHUTDOWN_APPLICATION);
        assertTrue(FakeEngine.last().listener.restartAfter(new IllegalStateException("again")));
        assertFalse(FakeEngine.last().listener.restartAfter(new AssertionError("never")));
    }

    @Test
    void shouldGuardListeners() {
        KafkaStreams streams = streams();
        streams.setStateListener((newState, oldState) -> {
            throw new IllegalStateException("bad listener");
        });
        List<String> seen = new ArrayList<>();
        streams.setGlobalStateRestoreListener(new StateRestoreListener() {
            @Override
            public void onRestoreStart(TopicPartition p, String store, long from, long to) {
                seen.add("start " + store + from + to);
            }

            @Override
            public void onBatchRestored(TopicPartition p, String store, long end, long count) {
                throw new IllegalStateException("bad listener");
            }

            @Override
            public void onRestoreEnd(TopicPartition p, String store, long count) {
                seen.add("end " + store + count);
            }
        });
        streams.start();
        TopicPartition partition = new TopicPartition("t", 0);
        FakeEngine.last().listener.onRestoreStart(partition, "s", 1, 2);
        FakeEngine.last().listener.onBatchRestored(partition, "s", 1, 2);
        FakeEngine.last().listener.onRestoreEnd(partition, "s", 3);
        FakeEngine.last().listener.onRestoreSuspended(partition, "s", 3);
        assertEquals(List.of("start s12", "end s3"), seen);
        assertEquals(State.REBALANCING, streams.state());
    }

    /** What a listener in Kotlin may throw without declaring it is none of these two. */
    @Test
    void shouldCloseWhateverListenersThrow() {
        for (Throwable thrown : List.of(
                new IllegalStateException("bad"), new NoClassDefFoundError("unloaded"), new IOException("bad"))) {
            KafkaStreams streams = streams();
            streams.setStateListener((newState, oldState) -> FakeEngine.sneaky(thrown));
            streams.start();
            FakeEngine.last().letStop();
            assertTrue(streams.close(Duration.ofSeconds(30)), () -> "where it throws " + thrown);
        }
    }

    @Test
    void shouldEndInErrorWhateverListenersThrow() {
        KafkaStreams streams = streams();
        streams.setStateListener((newState, oldState) -> FakeEngine.sneaky(new NoClassDefFoundError("unloaded")));
        streams.setGlobalStateRestoreListener(new StateRestoreListener() {
            @Override
            public void onRestoreStart(TopicPartition p, String store, long from, long to) {
                FakeEngine.sneaky(new NoClassDefFoundError("unloaded"));
            }

            @Override
            public void onBatchRestored(TopicPartition p, String store, long end, long count) {}

            @Override
            public void onRestoreEnd(TopicPartition p, String store, long count) {}
        });
        streams.start();
        FakeEngine.last().listener.onRestoreStart(new TopicPartition("t", 0), "s", 1, 2);
        FakeEngine.last().letStop();
        FakeEngine.last().listener.onFailure(new IllegalStateException("died"));
        assertTrue(streams.close(Duration.ofSeconds(30)));
        assertEquals(State.ERROR, streams.state());
    }

    /** Such as one that ends the process: {@code System.exit} returns to nobody. */
    @Test
    void shouldStopThoughItsListenerDoesNotComeBack() throws InterruptedException {
        KafkaStreams streams = streams();
        CountDownLatch called = new CountDownLatch(1);
        CountDownLatch mayReturn = new CountDownLatch(1);
        streams.setStateListener((newState, oldState) -> {
            changes.add(oldState + ">" + newState);
            if (newState == State.PENDING_SHUTDOWN) {
                called.countDown();
                FakeEngine.awaitUninterrupted(mayReturn);
            }
        });
        streams.start();
        FakeEngine.last().letStop();
        Thread closing = Thread.ofPlatform().start(streams::close);
        FakeEngine.awaitUninterrupted(called);
        assertTrue(streams.close(Duration.ofSeconds(30)));
        assertEquals(List.of("CREATED>REBALANCING", "REBALANCING>PENDING_SHUTDOWN"), changes);
        mayReturn.countDown();
        assertTrue(closing.join(Duration.ofSeconds(30)), "the thread that tells the listener");
        assertEquals("PENDING_SHUTDOWN>NOT_RUNNING", changes.getLast());
    }

    @Test
    void shouldPassClientSupplierOn() {
        DefaultKafkaClientSupplier mine = new DefaultKafkaClientSupplier();
        Properties props = new Properties();
        props.setProperty("application.id", "app");
        props.setProperty("bootstrap.servers", "localhost:1");
        KafkaStreams streams = new KafkaStreams(new Topology().addSource("source", "in"), props, mine);
        assertSame(mine, FakeEngine.last().clients);
        assertTrue(streams.metrics().isEmpty());
    }

    @Test
    void shouldSayWhatIsMissingOnClassPath() {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(ClassLoader.getPlatformClassLoader());
        try {
            assertTrue(assertThrows(IllegalStateException.class, EngineProvider::installed)
                    .getMessage()
                    .contains("stoatflow-runtime"));
        } finally {
            thread.setContextClassLoader(before);
        }
    }
}
