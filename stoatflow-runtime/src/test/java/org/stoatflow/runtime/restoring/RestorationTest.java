package org.stoatflow.runtime.restoring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.serialization.Serdes;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.stoatflow.restore.RestoreGoal;
import org.stoatflow.restore.RestoreReason;
import org.stoatflow.restore.RestoreTask;
import org.stoatflow.restore.StoreChangelog;
import org.stoatflow.runtime.cluster.ClusterTopics;
import org.stoatflow.runtime.testkit.LoggedLines;
import org.stoatflow.state.kind.StoreFormats;
import org.stoatflow.stores.EngineStoreBuilder;
import org.stoatflow.stores.InnerStore;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.streams.state.StoreSupplier;
import org.stoatflow.streams.state.Stores;

class RestorationTest {
    private static RestoreTask task(StoreDescription store, RestoreReason reason, long from, long to) {
        StoreChangelog changelog =
                new StoreChangelog(store.name(), 1, "log", List.of(0), Long.MAX_VALUE, StoreFormats.of(store));
        return new RestoreTask(changelog, 0, from, new RestoreGoal.UpTo(to), reason, 0, 0);
    }

    private static StoreDescription store(boolean persistent, @Nullable StoreSupplier<?> users) {
        StoreDescription ours = ((EngineStoreBuilder) Stores.keyValueStoreBuilder(
                        Stores.persistentKeyValueStore("rows"), Serdes.String(), Serdes.String()))
                .description();
        return new StoreDescription(
                ours.name(),
                ours.settings(),
                new InnerStore(persistent, false, users),
                ours.serdes(),
                ours.caching(),
                ours.changelog());
    }

    /** A store of a user's that survives the process has no position then: its changelog may have been made anew. */
    @Test
    void shouldEmptyAUsersStoreOnDiskWhoseLogIsEmpty() {
        StoreSupplier<?> supplier = Stores.persistentKeyValueStore("rows");
        StoreDescription users = store(true, supplier);
        assertTrue(Restoration.mayHoldRows(users));
        assertFalse(Restoration.mayHoldRows(store(true, null)), "its position is beside its rows");
        assertFalse(Restoration.mayHoldRows(store(false, supplier)), "it begins empty");
        RestoreTask empty = task(users, RestoreReason.FULL_POSITION_MISSING, 5, 5);
        assertTrue(Restoration.isMissing(empty, Set.of("rows")));
        assertFalse(Restoration.isMissing(empty, Set.of()));
        assertTrue(Restoration.isMissing(task(users, RestoreReason.FULL_POSITION_MISSING, 5, 6), Set.of()));
        assertFalse(Restoration.isMissing(task(users, RestoreReason.UP_TO_DATE, 5, 5), Set.of("rows")));
    }

    /** A store in memory, as that of a suppress, has no position after each restart. */
    @Test
    void shouldWarnOfARebuildOnlyWhereAPositionIsOfNoUse() {
        try (LoggedLines warnings = LoggedLines.warningsOf(Restoration.class.getName())) {
            Restoration.tellOfRebuild(task(store(false, null), RestoreReason.FULL_POSITION_MISSING, 0, 5));
            Restoration.tellOfRebuild(task(store(true, null), RestoreReason.FULL_BEYOND_END, 5, 5));
            assertEquals(List.of(), warnings.all());
            Restoration.tellOfRebuild(task(store(true, null), RestoreReason.FULL_BEYOND_END, 0, 5));
            assertEquals(1, warnings.count("Rebuilding "));
        }
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            compact,          5000, 5000
            'compact,delete', 5000, 5000
            'delete,compact', 5000, 5000
            compact,          ,     0
            ,                 ,     0
            ,                 5000, 5000
            delete,           5000, 9223372036854775807
            """)
    void shouldFearForTombstonesOfCompactedTopicsOnly(String policy, String retention, long expectedMs) {
        Map<String, String> config = new HashMap<>();
        config.put("cleanup.policy", policy);
        config.put("delete.retention.ms", retention);
        ClusterTopics topics = (ClusterTopics) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {ClusterTopics.class},
                (proxy, method, arguments) -> Optional.ofNullable(config.get((String) arguments[1])));
        Set<String> unknown = new HashSet<>();
        assertEquals(expectedMs, Restoration.deleteRetentionMs(topics, "t", unknown));
        assertEquals(expectedMs == 0 ? Set.of("t") : Set.of(), unknown);
    }
}
