package org.stoatflow.streams;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.stoatflow.stores.QueryViews;
import org.stoatflow.streams.errors.InvalidStateStoreException;
import org.stoatflow.streams.errors.StreamsNotStartedException;
import org.stoatflow.streams.errors.StreamsStoppedException;
import org.stoatflow.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.stoatflow.streams.errors.UnknownStateStoreException;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.query.KeyQuery;
import org.stoatflow.streams.query.QueryResult;
import org.stoatflow.streams.query.StateQueryRequest;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.QueryableStoreType;
import org.stoatflow.streams.state.QueryableStoreTypes;
import org.stoatflow.streams.state.ReadOnlySessionStore;

/** What Kafka Streams 4.4.0 says where a query is refused: people search logs for it, and tests compare it. */
class QueryTextsTest {
    private final KafkaStreams streams = streams();

    private static KafkaStreams streams() {
        Properties props = new Properties();
        props.setProperty("application.id", "app");
        props.setProperty("bootstrap.servers", "localhost:1");
        StreamsBuilder builder = new StreamsBuilder();
        builder.table("in", Materialized.as("rows"));
        builder.globalTable("world", Materialized.as("table"));
        return new KafkaStreams(builder.build(), props);
    }

    private static StateQueryRequest<Object> request(String store) {
        return StateQueryRequest.inStore(store).withQuery(KeyQuery.withKey("k"));
    }

    private Object store(String store) {
        return streams.store(StoreQueryParameters.fromNameAndType(store, QueryableStoreTypes.keyValueStore()));
    }

    /** Each way to name a store that is not there. */
    private Stream<Executable> ofUnknown() {
        return Stream.of(() -> store("none"), () -> streams.query(request("none")));
    }

    @Test
    void shouldSayThatThereIsNoSuchStore() {
        streams.start();
        ofUnknown()
                .forEach(asking -> assertEquals(
                        "Cannot get state store none because no such store is registered in the topology.",
                        assertThrows(UnknownStateStoreException.class, asking).getMessage()));
    }

    @Test
    void shouldSayWhichTypeDoesNotAcceptTheStore() {
        KeyValueStore<?, ?> rows = (KeyValueStore<?, ?>) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {KeyValueStore.class}, (proxy, method, args) -> "rows");
        QueryableStoreType<ReadOnlySessionStore<String, String>> type = QueryableStoreTypes.sessionStore();
        assertEquals(
                "Cannot get state store rows because the queryable store type [" + type.getClass()
                        + "] does not accept the actual store type [" + rows.getClass() + "].",
                assertThrows(InvalidStateStoreException.class, () -> QueryViews.partition(rows, type))
                        .getMessage());
    }

    @Test
    void shouldSayWhyItCannotBeAskedYetOrAnyMore() {
        assertBegins(
                "KafkaStreams has not been started, you can retry after calling start()",
                assertThrows(StreamsNotStartedException.class, () -> store("rows")));
        assertBegins(
                "KafkaStreams has not been started, you can retry after calling start().",
                assertThrows(StreamsNotStartedException.class, () -> streams.query(request("rows"))));
        streams.start();
        FakeEngine.last().letStop();
        streams.close();
        assertBegins(
                "KafkaStreams has been stopped (NOT_RUNNING). This instance can no longer serve queries.",
                assertThrows(StreamsStoppedException.class, () -> streams.query(request("rows"))));
        assertBegins(
                "KafkaStreams is not running. State is NOT_RUNNING.",
                assertThrows(IllegalStateException.class, () -> store("rows")));
    }

    private static void assertBegins(String words, Throwable told) {
        assertTrue(told.getMessage().startsWith(words), told::getMessage);
    }

    @Test
    void shouldSayWhatHasNoAnswer() {
        streams.start();
        QueryResult<Object> global = streams.query(request("table")).getGlobalResult();
        assertEquals(
                "Global stores do not yet support the KafkaStreams#query API. Use KafkaStreams#store instead.",
                global.getFailureMessage());
        QueryResult<Object> absent = streams.query(request("rows").withPartitions(Set.of(3)))
                .getPartitionResults()
                .get(3);
        assertTrue(
                absent.getFailureMessage()
                        .startsWith("The requested partition was not present at the time of the query"),
                absent::getFailureMessage);
    }

    @ParameterizedTest
    @EnumSource(StreamThreadExceptionResponse.class)
    void shouldSayWhatAnAnswerOfTheHandlerLeadsTo(StreamThreadExceptionResponse response) {
        String words = switch (response) {
            case REPLACE_THREAD -> "Replacing thread in the streams uncaught exception handler";
            case SHUTDOWN_CLIENT ->
                "Encountered the following exception during processing and the registered exception handler"
                        + " opted to SHUTDOWN_CLIENT. The streams client is going to shut down now.";
            case SHUTDOWN_APPLICATION ->
                "Encountered the following exception during processing and sent shutdown request for the"
                        + " entire application.";
        };
        assertTrue(EngineEvents.words(response).startsWith(words));
    }
}
