package org.stoatflow.state.engine;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.state.CommittedScan;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.UserStoreHome;
import org.stoatflow.stores.EngineStoreBuilder;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.streams.errors.InvalidStateStoreException;
import org.stoatflow.streams.errors.ProcessorStateException;
import org.stoatflow.streams.query.FailureReason;
import org.stoatflow.streams.query.PositionBound;
import org.stoatflow.streams.query.Query;
import org.stoatflow.streams.query.QueryConfig;
import org.stoatflow.streams.query.QueryResult;
import org.stoatflow.streams.state.Stores;

class UserStateEngineTest {
    private static final Map<String, List<Integer>> PARTITIONS = Map.of("rows", List.of(0, 1));

    @TempDir
    Path folder;

    private final List<MapRows> made = new ArrayList<>();
    private StateEngine engine;
    private int store;

    @BeforeEach
    void open() {
        StoreDescription described = ((EngineStoreBuilder) Stores.keyValueStoreBuilder(
                        MapRows.supplier("rows", made), Serdes.ByteArray(), Serdes.ByteArray()))
                .description()
                .known();
        made.clear(); // the one that was asked what it is
        engine = StateEngines.inMemory(List.of(described));
        engine.openUsers(home(), PARTITIONS);
        store = engine.storeId("rows");
    }

    @AfterEach
    void close() {
        engine.close();
    }

    private UserStoreHome home() {
        return new TestHome(folder, true);
    }

    private void apply(String key, String value, boolean restoring) {
        StateBatch batch = new StateBatch(0);
        if (restoring) {
            batch.restores();
        }
        batch.put(store, 0, key.getBytes(), value == null ? null : value.getBytes());
        batch.position(store, 0, 7);
        engine.apply(batch);
    }

    private String keys(byte[] from, byte[] to, boolean forward) {
        StringBuilder keys = new StringBuilder();
        try (CommittedScan scan = engine.scan(store, 0, from, to, forward)) {
            while (scan.next()) {
                keys.append(new String(scan.key()));
            }
        }
        return keys.toString();
    }

    @Test
    void shouldKeepRowsInTheStoreOfTheirPartition() {
        for (String key : "d b a c".split(" ")) {
            apply(key, "1", false);
        }
        assertArrayEquals("1".getBytes(), engine.get(store, 0, "a".getBytes()));
        assertNull(engine.get(store, 1, "a".getBytes()));
        assertEquals("abcd", keys(null, null, true));
        assertEquals("cb", keys("b".getBytes(), "d".getBytes(), false));
        assertEquals(4, engine.approximateEntries(store, 0));
        apply("b", null, false);
        assertEquals("acd", keys(null, null, true));
        assertEquals(7, engine.changelogPosition(store, 0).nextOffset());
        assertEquals(2, made.size());
    }

    private record Mine() implements Query<String> {}

    /** A user's type of query is for the user's store; by default a store knows none. */
    @Test
    void shouldHaveTheUsersStoreAnswerWhatItKnows() {
        PositionBound bound = PositionBound.unbounded();
        QueryConfig config = new QueryConfig(false);
        QueryResult<String> unknown = engine.askUsers(store, 0, new Mine(), bound, config);
        assertEquals(FailureReason.UNKNOWN_QUERY_TYPE, unknown.getFailureReason());
        assertEquals(
                "This store (" + MapRows.class + ") doesn't know how to execute the given query (Mine[]). Contact the"
                        + " store maintainer if you need support for a new query type.",
                unknown.getFailureMessage());
        made.get(1).answer = "by the second partition's store";
        assertEquals(
                made.get(1).answer,
                engine.askUsers(store, 1, new Mine(), bound, config).getResult());
        engine.close();
        assertThrows(InvalidStateStoreException.class, () -> engine.askUsers(store, 1, new Mine(), bound, config));
    }

    @Test
    void shouldRestoreByTheCallback() {
        apply("a", "1", true);
        assertEquals(List.of("a"), made.getFirst().restored);
        assertEquals("a", keys(null, null, true));
    }

    @Test
    void shouldKeepAStoreOfASupplierWhenARunBegins() {
        apply("a", "1", false);
        engine.openUsers(home(), PARTITIONS);
        assertEquals("a", keys(null, null, true));
        assertEquals(2, made.size());
    }

    @Test
    void shouldEmptyAStoreThatIsRebuilt() {
        apply("a", "1", false);
        engine.wipe(store, 0);
        assertEquals("", keys(null, null, true));
        assertNull(engine.changelogPosition(store, 0));
        apply("b", "1", true);
        assertEquals("b", keys(null, null, true));
    }

    /** It may be larger than the heap. */
    @Test
    void shouldEmptyAStoreOnDiskInPieces() {
        MapRows rows = made.getFirst();
        rows.persistent = true;
        StateBatch batch = new StateBatch(0);
        int count = 2 * Emptying.AT_ONCE + 1;
        for (int i = 0; i < count; i++) {
            batch.put(store, 0, String.valueOf(i).getBytes(), "1".getBytes());
        }
        batch.position(store, 0, 7);
        engine.apply(batch);
        engine.wipe(store, 0);
        assertEquals(0, rows.approximateNumEntries());
        assertEquals(Emptying.AT_ONCE, rows.mostRead);
        assertNull(engine.changelogPosition(store, 0));
        assertTrue(rows.isOpen());
    }

    @Test
    void shouldNotDeleteForEverWhatAStoreKeeps() {
        MapRows rows = made.getFirst();
        rows.persistent = true;
        apply("a", "1", false);
        rows.keeping = true;
        ProcessorStateException failure = assertThrows(ProcessorStateException.class, () -> engine.wipe(store, 0));
        assertTrue(failure.getMessage().contains("cannot be emptied"), failure::getMessage);
        rows.persistent = false;
    }

    /** What it has written is not known, and a window store would keep a value twice that it is given twice. */
    @Test
    void shouldForgetThePositionWhereAStoreFails() {
        apply("b", "1", false);
        assertEquals(7, engine.changelogPosition(store, 0).nextOffset());
        made.getFirst().failing = true;
        ProcessorStateException failure = assertThrows(ProcessorStateException.class, () -> apply("a", "1", false));
        assertTrue(failure.getMessage().contains("Store rows"), failure::getMessage);
        assertNull(engine.changelogPosition(store, 0));
    }

    @Test
    void shouldCloseAllStores() {
        assertTrue(made.getFirst().isOpen());
        engine.close();
        made.forEach(rows -> assertFalse(rows.isOpen(), rows.name()));
    }
}
