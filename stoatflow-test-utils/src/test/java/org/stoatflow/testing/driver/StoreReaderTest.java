package org.stoatflow.testing.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Properties;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.Kernel;
import org.stoatflow.kernel.StoreReader;
import org.stoatflow.kernel.epoch.Budget;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.kernel.plan.PlanSettings;
import org.stoatflow.kernel.plan.Planner;
import org.stoatflow.kernel.plan.StorePlan;
import org.stoatflow.spi.TopologyAccess;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.errors.InvalidStateStoreException;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.query.FailureReason;
import org.stoatflow.streams.query.KeyQuery;
import org.stoatflow.streams.query.Position;
import org.stoatflow.streams.query.PositionBound;
import org.stoatflow.streams.query.Query;
import org.stoatflow.streams.query.QueryConfig;
import org.stoatflow.streams.query.QueryResult;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.TimestampedKeyValueStore;
import org.stoatflow.streams.state.ValueAndTimestamp;

/** What queries see of lanes that write and epochs that are applied. */
class StoreReaderTest {
    private static final int PARTITIONS = 2;
    private static final QueryConfig QUIET = new QueryConfig(false);

    private final DriverApplication application = new DriverApplication(config(), topic -> PARTITIONS, false);
    private final Plan plan = planned();
    private final StateEngine state = StateEngines.inMemory(
            plan.stores().stream().map(StorePlan::description).toList());
    private final SteppedKernel kernel = new SteppedKernel(
            new Kernel.Parts(
                    plan,
                    application,
                    state,
                    (record, partitionTime) -> record.offset(),
                    Kernel.Before.NOTHING,
                    new Budget(Long.MAX_VALUE, () -> {}),
                    new ManualClock(0)),
            new Kernel.Settings(true, 256, 128),
            new ManualClock(0),
            new ProducedRecords(),
            null);
    private final StoreReader reader =
            new StoreReader(plan, application, state, kernel.kernel().clocks().applied());
    private final Map<Integer, Long> offsets = new HashMap<>();

    private static StreamsConfig config() {
        Properties config = new Properties();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, "app");
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:1");
        config.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        config.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        return new StreamsConfig(config);
    }

    /** Counts by key, and behind a hop by value. */
    private static Plan planned() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in").groupByKey().count(Materialized.as("direct"));
        builder.<String, String>stream("other").groupBy((key, value) -> value).count(Materialized.as("hopped"));
        return Planner.compile(
                TopologyAccess.logical(builder.build()),
                new PlanSettings("app", 3, Serdes.String(), 0),
                topic ->
                        topic.equals("in") || topic.equals("other") ? OptionalInt.of(PARTITIONS) : OptionalInt.empty());
    }

    @AfterEach
    void close() {
        kernel.close();
        state.close();
    }

    private void send(String topic, int partition, String key, String value) {
        long offset = offsets.merge(partition, 1L, Long::sum) - 1;
        kernel.offer(new ConsumerRecord<>(topic, partition, offset, bytes(key), bytes(value)));
        kernel.run();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @SuppressWarnings("unchecked")
    private Long count(String store, int partition, String key) {
        return ValueAndTimestamp.getValueOrNull(
                ((TimestampedKeyValueStore<String, Long>) reader.view(store, partition)).get(key));
    }

    private QueryResult<Long> ask(String store, int partition, Position bound) {
        return reader.query(store, partition, KeyQuery.<String, Long>withKey("k"), PositionBound.at(bound), QUIET);
    }

    @Test
    void shouldShowWhatIsCommitted() {
        send("in", 1, "k", "a");
        assertNull(count("direct", 1, "k"));
        kernel.commit();
        assertEquals(1, count("direct", 1, "k"));
        assertNull(count("direct", 0, "k"));
        send("in", 1, "k", "b");
        assertEquals(1, count("direct", 1, "k"));
    }

    @Test
    void shouldSayHowFarTheStoreHasCome() {
        send("in", 1, "k", "a");
        send("in", 1, "k", "b");
        assertTrue(ask("direct", 1, Position.emptyPosition()).getPosition().isEmpty());
        kernel.commit();
        QueryResult<Long> answer = ask("direct", 1, Position.emptyPosition().withComponent("in", 1, 1));
        assertEquals(2, answer.getResult());
        assertEquals(Position.emptyPosition().withComponent("in", 1, 1), answer.getPosition());
        QueryResult<Long> early = ask("direct", 1, Position.emptyPosition().withComponent("in", 1, 2));
        assertEquals(FailureReason.NOT_UP_TO_BOUND, early.getFailureReason());
        assertTrue(ask("direct", 0, Position.emptyPosition().withComponent("in", 1, 2))
                .isSuccess());
        assertTrue(ask("direct", 0, Position.emptyPosition().withComponent("elsewhere", 0, 0))
                .isFailure());
    }

    @Test
    void shouldBindAStoreBehindAHopToAllItsSources() {
        send("other", 0, "x", "k");
        kernel.commit();
        Position seen = Position.emptyPosition().withComponent("other", 0, 0);
        for (int partition : reader.partitions("hopped")) {
            assertEquals(seen, ask("hopped", partition, seen).getPosition());
            assertTrue(ask("hopped", partition, Position.emptyPosition().withComponent("other", 1, 0))
                    .isFailure());
        }
    }

    @Test
    void shouldRefuseWhatItDoesNotKnow() {
        assertEquals(List.of(0, 1), reader.partitions("direct"));
        assertEquals(List.of(), reader.partitions("none"));
        assertThrows(IllegalArgumentException.class, () -> reader.view("none", 0));
        assertThrows(IllegalArgumentException.class, () -> reader.view("direct", 2));
        QueryResult<String> unknown =
                reader.query("direct", 0, new Query<String>() {}, PositionBound.unbounded(), QUIET);
        assertEquals(FailureReason.UNKNOWN_QUERY_TYPE, unknown.getFailureReason());
        QueryResult<Long> wrong =
                reader.query("direct", 0, KeyQuery.<Integer, Long>withKey(1), PositionBound.unbounded(), QUIET);
        assertEquals(FailureReason.STORE_EXCEPTION, wrong.getFailureReason());
        QueryResult<Long> explained = reader.query(
                "direct", 0, KeyQuery.<String, Long>withKey("k"), PositionBound.unbounded(), new QueryConfig(true));
        assertEquals(1, explained.getExecutionInfo().size());
    }

    @Test
    @SuppressWarnings("unchecked")
    void shouldOnlyRead() {
        TimestampedKeyValueStore<String, Long> view = (TimestampedKeyValueStore<String, Long>) reader.view("direct", 0);
        assertThrows(UnsupportedOperationException.class, () -> view.put("k", ValueAndTimestamp.make(1L, 1)));
        assertThrows(UnsupportedOperationException.class, () -> view.delete("k"));
    }

    @Test
    @SuppressWarnings("unchecked")
    void shouldRefuseAClosedIteratorAndAClosedState() {
        send("in", 0, "k", "a");
        kernel.commit();
        TimestampedKeyValueStore<String, Long> view = (TimestampedKeyValueStore<String, Long>) reader.view("direct", 0);
        KeyValueIterator<String, ValueAndTimestamp<Long>> rows = view.all();
        assertTrue(rows.hasNext());
        rows.close();
        assertThrows(InvalidStateStoreException.class, rows::hasNext);
        state.close();
        assertThrows(InvalidStateStoreException.class, () -> view.get("k"));
    }

    /** Each reader's counts never fall, and are at least what the position that came with them says. */
    @Test
    void shouldNeverGoBackWhileLanesCommit() throws Exception {
        AtomicBoolean done = new AtomicBoolean();
        try (ExecutorService readers = Executors.newFixedThreadPool(3)) {
            List<Future<Long>> seen = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                seen.add(readers.submit(() -> {
                    long most = 0;
                    while (!done.get()) {
                        QueryResult<Long> answer = ask("direct", 1, Position.emptyPosition());
                        long now = answer.getResult() == null ? 0 : answer.getResult();
                        Long offset =
                                answer.getPosition().getPartitionPositions("in").get(1);
                        assertFalse(now < most, "fell from " + most + " to " + now);
                        assertTrue(offset == null || now > offset, "count " + now + " at offset " + offset);
                        most = now;
                    }
                    return most;
                }));
            }
            try {
                for (int i = 0; i < 3_000; i++) {
                    send("in", 1, "k", "v");
                    if (i % 3 == 0) {
                        kernel.commit();
                    }
                }
                kernel.commit();
            } finally {
                done.set(true);
            }
            for (Future<Long> each : seen) {
                assertTrue(each.get() <= 3_000);
            }
        }
        assertEquals(3_000, count("direct", 1, "k"));
    }
}
