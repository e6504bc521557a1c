package org.stoatflow.testing.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.Properties;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.kernel.StoreReader;
import org.stoatflow.kernel.lane.TaskStores;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.kernel.plan.PlanSettings;
import org.stoatflow.kernel.plan.Planner;
import org.stoatflow.kernel.plan.StorePlan;
import org.stoatflow.spi.TopologyAccess;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.processor.StateStoreContext;
import org.stoatflow.streams.query.FailureReason;
import org.stoatflow.streams.query.KeyQuery;
import org.stoatflow.streams.query.PositionBound;
import org.stoatflow.streams.query.Query;
import org.stoatflow.streams.query.QueryConfig;
import org.stoatflow.streams.query.QueryResult;
import org.stoatflow.streams.state.KeyValueBytesStoreSupplier;
import org.stoatflow.streams.state.KeyValueStore;

/** Queries as objects of a store that a user's supplier makes. */
class UserQueriesTest {
    @TempDir
    Path folder;

    private record Mine() implements Query<String> {}

    private record Unknown() implements Query<String> {}

    private final DriverApplication application = new DriverApplication(config(), topic -> 1, false);
    private final Plan plan = planned();
    private final StateEngine state = StateEngines.inMemory(
            plan.stores().stream().map(StorePlan::description).toList());
    private final StoreReader reader = new StoreReader(plan, application, state, null);

    private static StreamsConfig config() {
        Properties config = new Properties();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, "app");
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:1");
        config.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        config.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        return new StreamsConfig(config);
    }

    private static Plan planned() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>table("in", Materialized.as(new Supplier()));
        return Planner.compile(
                TopologyAccess.logical(builder.build()),
                new PlanSettings("app", 1, Serdes.String(), 0),
                topic -> topic.equals("in") ? OptionalInt.of(1) : OptionalInt.empty());
    }

    /** Makes empty stores that answer one type of query by themselves. */
    private static final class Supplier implements KeyValueBytesStoreSupplier {
        @Override
        public String name() {
            return "rows";
        }

        @Override
        public String metricsScope() {
            return "users";
        }

        @Override
        @SuppressWarnings("unchecked")
        public KeyValueStore<Bytes, byte[]> get() {
            InvocationHandler calls = (store, method, given) -> switch (method.getName()) {
                case "init" -> {
                    ((StateStoreContext) given[0]).register((StateStore) given[1], (key, value) -> {});
                    yield null;
                }
                case "query" ->
                    given[0] instanceof Mine
                            ? QueryResult.forResult("the user's")
                            : InvocationHandler.invokeDefault(store, method, given);
                case "name" -> "rows";
                case "persistent" -> false;
                case "isOpen" -> true;
                default -> null;
            };
            return (KeyValueStore<Bytes, byte[]>) Proxy.newProxyInstance(
                    Supplier.class.getClassLoader(), new Class<?>[] {KeyValueStore.class}, calls);
        }
    }

    @BeforeEach
    void open() {
        TaskStores.open(plan, application, state, new TaskStores.Place(folder, true, false));
    }

    @AfterEach
    void close() {
        state.close();
    }

    private <R> QueryResult<R> ask(Query<R> query) {
        return reader.query("rows", 0, query, PositionBound.unbounded(), new QueryConfig(false));
    }

    @Test
    void shouldHaveTheUsersStoreAnswerWhatOursDoNotKnow() {
        QueryResult<String> answer = ask(new Mine());
        assertEquals("the user's", answer.getResult());
        assertTrue(answer.getPosition().isEmpty());
    }

    @Test
    void shouldNameTheUsersStoreWhereNobodyKnowsTheQuery() {
        QueryResult<String> answer = ask(new Unknown());
        assertEquals(FailureReason.UNKNOWN_QUERY_TYPE, answer.getFailureReason());
        assertTrue(answer.getFailureMessage().contains("Proxy"), answer::getFailureMessage);
    }

    /** Kafka Streams asks the store, which by default knows no query. */
    @Test
    void shouldReadKnownQueriesFromTheStoresRows() {
        assertTrue(ask(KeyQuery.<String, String>withKey("absent")).isSuccess());
    }
}
