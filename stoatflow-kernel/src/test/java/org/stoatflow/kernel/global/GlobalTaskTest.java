package org.stoatflow.kernel.global;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.Serdes;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.counters.DropCounters;
import org.stoatflow.kernel.error.ErrorDrop;
import org.stoatflow.kernel.error.ErrorHandling;
import org.stoatflow.kernel.lane.TestApplication;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.operator.OperatorHooks.DropReason;
import org.stoatflow.spi.TopologyAccess;
import org.stoatflow.state.ChangelogPosition;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.errors.StreamsException;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.ReadOnlyKeyValueStore;
import org.stoatflow.streams.state.Stores;
import org.stoatflow.streams.state.ValueAndTimestamp;
import org.stoatflow.topology.GlobalStore;

/** What the test drivers cannot show: commits, and the offsets behind them. */
class GlobalTaskTest {
    private final DropCounters drops = DropCounters.ofOne();
    private final List<GlobalStore> globals = globals();
    private final StateEngine state = StateEngines.inMemory(GlobalTask.descriptions(globals));
    private final GlobalTask task = new GlobalTask(
            globals,
            new TestApplication(),
            state,
            Clock.SYSTEM,
            new GlobalTask.Rules(ErrorHandling.FAILING, false, drops));

    private static List<GlobalStore> globals() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>globalTable("world", Materialized.as("table"));
        builder.addGlobalStore(
                Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("copy"), Serdes.String(), Serdes.String()),
                "more",
                Consumed.with(Serdes.String(), Serdes.String()),
                Copying::new);
        return TopologyAccess.logical(builder.build()).globalStores();
    }

    /** Writes its own store, with what the table has for the key. */
    private static final class Copying extends ContextualProcessor<String, String, Void, Void> {
        @Override
        public void process(Record<String, String> record) {
            ReadOnlyKeyValueStore<String, ValueAndTimestamp<String>> table =
                    context().getStateStore("table");
            KeyValueStore<String, String> copy = context().getStateStore("copy");
            copy.put(record.key(), record.value() + "+" + table.get(record.key()));
        }
    }

    private static ConsumerRecord<byte[], byte[]> record(
            String topic, int partition, long offset, @Nullable String key, String value) {
        return record(topic, partition, offset, 5, key, value);
    }

    private static ConsumerRecord<byte[], byte[]> record(
            String topic, int partition, long offset, long timestamp, @Nullable String key, String value) {
        return new ConsumerRecord<>(
                topic,
                partition,
                offset,
                timestamp,
                TimestampType.CREATE_TIME,
                ConsumerRecord.NULL_SIZE,
                ConsumerRecord.NULL_SIZE,
                bytes(key),
                bytes(value),
                new RecordHeaders(),
                Optional.empty());
    }

    private static byte @Nullable [] bytes(@Nullable String text) {
        return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
    }

    @SuppressWarnings("unchecked") // as the topology has it
    private ReadOnlyKeyValueStore<String, Object> shared(String store) {
        return (ReadOnlyKeyValueStore<String, Object>)
                assertNotNullStore(task.shared().open(store));
    }

    private static Object assertNotNullStore(@Nullable Object store) {
        assertNotNull(store);
        return store;
    }

    @Test
    void shouldShowToOthersWhatIsCommitted() {
        task.open();
        task.process(record("world", 2, 7, "a", "1"));
        assertNull(shared("table").get("a"));
        assertNull(state.changelogPosition(state.storeId("table"), 2));
        task.commit();
        assertEquals(
                "1", ((ValueAndTimestamp<?>) assertNotNullStore(shared("table").get("a"))).value());
        task.close();
        state.close();
    }

    @Test
    void shouldKeepOffsetsOfAllPartitionsWithTheirRows() {
        task.open();
        task.process(record("world", 0, 3, "a", "1"));
        task.process(record("world", 2, 7, "b", "2"));
        task.process(record("world", 2, 8, null, "left out"));
        task.process(record("more", 2, 1, "a", "x"));
        task.commit();
        assertEquals(4, next("table", 0));
        assertEquals(9, next("table", 2));
        assertNull(state.changelogPosition(state.storeId("table"), 1));
        assertEquals(2, next("copy", 2));
        assertEquals("x+<1,5>", shared("copy").get("a"));
        assertEquals(1, drops.of(DropReason.NULL_KEY));
        assertEquals(1, drops.total());
        task.process(record("world", 2, 9, null, "left out"));
        task.commit();
        assertEquals(10, next("table", 2));
        task.close();
        state.close();
    }

    @Test
    void shouldDropRecordsWithoutATimestamp() {
        task.open();
        task.process(record("world", 0, 1, -1, "a", "no time"));
        task.process(record("more", 0, 1, -1, "a", "no time"));
        task.process(record("more", 0, 2, 5, "b", "time"));
        task.commit();
        assertNull(shared("table").get("a"));
        assertNull(shared("copy").get("a"));
        assertEquals("time+null", shared("copy").get("b"));
        assertEquals(2, drops.of(ErrorDrop.NO_TIMESTAMP));
        assertEquals(2, next("table", 0));
        task.close();
        state.close();
    }

    /** Reads its own store in a thread of its own. */
    private static final class Asking extends ContextualProcessor<String, String, Void, Void> {
        @Override
        public void process(Record<String, String> record) {
            KeyValueStore<String, String> own = context().getStateStore("own");
            own.put("thread", own.get("thread") + "+here");
            CompletableFuture.runAsync(() -> own.get("thread"))
                    .handle((done, failure) -> failure)
                    .thenAccept(failure -> failures.add(failure.getCause()))
                    .join();
        }
    }

    private static final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();

    @Test
    void shouldRefuseAnotherThreadWhatIsNotCommitted() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.addGlobalStore(
                Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("own"), Serdes.String(), Serdes.String()),
                "own",
                Consumed.with(Serdes.String(), Serdes.String()),
                Asking::new);
        List<GlobalStore> own = TopologyAccess.logical(builder.build()).globalStores();
        try (StateEngine engine = StateEngines.inMemory(GlobalTask.descriptions(own));
                GlobalTask asking = new GlobalTask(
                        own,
                        new TestApplication(),
                        engine,
                        Clock.SYSTEM,
                        new GlobalTask.Rules(ErrorHandling.FAILING, false, drops))) {
            asking.open();
            asking.process(record("own", 0, 1, "a", "1"));
            assertInstanceOf(StreamsException.class, failures.remove());
        }
    }

    private long next(String store, int partition) {
        ChangelogPosition position = state.changelogPosition(state.storeId(store), partition);
        assertNotNull(position);
        return position.nextOffset();
    }

    @Test
    void shouldRefuseWritesOfOthersAndStoresOfNobody() {
        task.open();
        KeyValueStore<String, Object> copy = (KeyValueStore<String, Object>) shared("copy");
        assertThrows(UnsupportedOperationException.class, () -> copy.put("a", "b"));
        assertNull(task.shared().open("none"));
        assertThrows(StreamsException.class, () -> task.store("none"));
        assertThrows(IllegalArgumentException.class, () -> task.process(record("none", 0, 0, "a", "b")));
        task.close();
        state.close();
    }
}
