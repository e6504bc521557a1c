package org.stoatflow.stores;

import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.reflect.Proxy;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.stoatflow.streams.errors.InvalidStateStoreException;
import org.stoatflow.streams.state.QueryableStoreType;
import org.stoatflow.streams.state.QueryableStoreTypes;
import org.stoatflow.streams.state.ReadOnlySessionStore;
import org.stoatflow.streams.state.internals.StateStoreProvider;

/** Who asks for the sessions of one key is thrown at once that the store is closed; of many, when it comes to them. */
class QueriedKeyTest {
    private static final ReadOnlySessionStore<String, Long> SESSIONS =
            QueryableStoreTypes.<String, Long>sessionStore().create(new Closed(), "sessions");

    /** A store whose every method says that it is closed. */
    private static final class Closed implements StateStoreProvider {
        @Override
        @SuppressWarnings("unchecked") // a proxy is of the type that is asked for
        public <T> List<T> stores(String storeName, QueryableStoreType<T> type) {
            return List.of((T) Proxy.newProxyInstance(
                    Closed.class.getClassLoader(),
                    new Class<?>[] {ReadOnlySessionStore.class},
                    (proxy, method, args) -> {
                        throw new InvalidStateStoreException("closed");
                    }));
        }
    }

    static Stream<Executable> ofOneKey() {
        return Stream.of(
                () -> SESSIONS.fetch("k"),
                () -> SESSIONS.backwardFetch("k"),
                () -> SESSIONS.findSessions("k", 0, 1),
                () -> SESSIONS.backwardFindSessions("k", 0, 1));
    }

    @ParameterizedTest
    @MethodSource("ofOneKey")
    void shouldReadSessionsOfAKeyAtTheCall(Executable question) {
        assertThrows(InvalidStateStoreException.class, question);
    }

    @ParameterizedTest
    @MethodSource("ofManyKeys")
    void shouldReadSessionsOfManyKeysAtTheFirstRow(Supplier<Iterator<?>> question) {
        assertThrows(InvalidStateStoreException.class, question.get()::hasNext);
    }

    static Stream<Supplier<Iterator<?>>> ofManyKeys() {
        return Stream.of(() -> SESSIONS.fetch("k", "l"), () -> SESSIONS.findSessions("k", "l", 0, 1));
    }
}
