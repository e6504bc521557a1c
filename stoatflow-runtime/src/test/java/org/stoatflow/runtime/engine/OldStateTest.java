package org.stoatflow.runtime.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.UserPrincipal;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.runtime.metrics.MetricsListener;
import org.stoatflow.runtime.run.ConfiguredApplication;
import org.stoatflow.runtime.run.EngineThreads;
import org.stoatflow.runtime.settings.ApplicationSettings;
import org.stoatflow.runtime.testkit.LoggedLines;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.rocks.StateFolder;
import org.stoatflow.stores.ChangelogSettings;
import org.stoatflow.stores.InnerStore;
import org.stoatflow.stores.SerdeChoice;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.stores.StoreSettings;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.errors.LockException;
import org.stoatflow.streams.processor.internals.DefaultKafkaClientSupplier;

/** What is old by the application's clock, as its environment deletes it when the state is opened. */
class OldStateTest {
    private static final String MAX_AGE = StreamsConfig.STATE_CLEANUP_DIR_MAX_AGE_MS_CONFIG;
    private static final String DELAY = StreamsConfig.STATE_CLEANUP_DELAY_MS_CONFIG;
    private static final String KEEP = "stoatflow.state.removed.stores.keep.ms";
    private static final byte[] KEY = {1};
    private static final StoreDescription KEPT = store("kept", true);
    private static final StoreDescription OTHER = store("other", true);
    private static final StoreDescription UNLOGGED = store("unlogged", false);

    @TempDir
    Path stateDir;

    private final Properties config = new Properties();
    private final ManualDay clock = new ManualDay();

    /** The time of day, which the test sets. */
    private static final class ManualDay implements Clock {
        private long nowMs;

        @Override
        public long nanos() {
            return Clock.SYSTEM.nanos();
        }

        @Override
        public long millis() {
            return nowMs;
        }
    }

    private static StoreDescription store(String name, boolean logging) {
        return new StoreDescription(
                name,
                new StoreSettings.KeyValue(false),
                new InnerStore(true, false, null),
                new SerdeChoice(null, null),
                false,
                new ChangelogSettings(logging, Map.of()));
    }

    private RealEnvironment environment(long nowMs) {
        clock.nowMs = nowMs;
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, "app");
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "localhost:1"); // nobody is asked
        config.put(StreamsConfig.STATE_DIR_CONFIG, stateDir.toString());
        config.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.ByteArraySerde.class);
        StreamsConfig set = new StreamsConfig(config);
        return new RealEnvironment(
                set,
                ApplicationSettings.of(set),
                new DefaultKafkaClientSupplier(),
                null,
                new EngineThreads("app", (thread, failure) -> {}),
                MetricsListener.NONE,
                clock);
    }

    private Path folder() {
        return ApplicationSettings.stateFolder(stateDir, "app");
    }

    /** A run that was current at a time. */
    private String run(long currentAtMs, boolean allAreCurrent, StoreDescription... stores) {
        RealEnvironment environment = environment(currentAtMs);
        try (StateEngine state = environment.openState(List.of(stores))) {
            StateBatch batch = new StateBatch(currentAtMs);
            for (StoreDescription store : stores) {
                batch.put(state.storeId(store.name()), 0, KEY, KEY);
                if (store.logging()) {
                    batch.position(state.storeId(store.name()), 0, 5);
                }
            }
            if (allAreCurrent) {
                batch.markAllCurrent();
            }
            state.apply(batch);
            return environment.instanceId();
        }
    }

    private boolean has(RealEnvironment environment, StoreDescription... stores) {
        try (StateEngine state = environment.openState(List.of(stores))) {
            return state.get(state.storeId(stores[0].name()), 0, KEY) != null;
        }
    }

    /** Only root can give folders away, as a colleague would have made them. */
    @Test
    void shouldEmptyAndOpenAColleaguesFolderWhereTheGroupMayWrite() throws IOException {
        Assumptions.assumeTrue("root".equals(System.getProperty("user.name")));
        config.put(StreamsConfig.ALLOW_OS_GROUP_WRITE_ACCESS_CONFIG, true);
        config.put(MAX_AGE, 1_000L);
        run(1_000, true, KEPT);
        UserPrincipal colleague =
                folder().getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody");
        for (Path theirs : List.of(folder(), folder().getParent())) {
            Files.setOwner(theirs, colleague);
        }
        assertTrue(has(environment(1_500), KEPT));
        assertFalse(has(environment(9_000), KEPT));
    }

    @Test
    void shouldEmptyAFolderOlderThanTheAgeAndKeepLockAndInstance() throws IOException {
        String id = run(1_000, true, KEPT, UNLOGGED);
        Files.createDirectories(folder().resolve("0_1").resolve("users"));
        Files.writeString(folder().resolve("0_1").resolve("users").resolve("rows"), "rows");
        config.put(MAX_AGE, 500L);
        try (LoggedLines log = LoggedLines.of(OldState.class.getName())) {
            assertTrue(!has(environment(1_501), KEPT, UNLOGGED));
            assertEquals(1, log.all().size(), () -> log.all().toString());
            String line = log.all().getFirst();
            assertTrue(line.contains("PT0.501S") && line.contains("=500 ms"), line);
            assertTrue(line.contains("[kept]") && line.contains("[unlogged]"), line);
        }
        assertEquals(Set.of("lock", "instance.id", "rocksdb", "rocksdb.manifest"), names());
        assertEquals(id, Files.readString(folder().resolve("instance.id")));
    }

    @Test
    void shouldLeaveAFolderThatIsAsOldAsAllowedWhateverItsFilesSay() throws IOException {
        run(1_000, true, KEPT);
        config.put(MAX_AGE, 500L);
        Files.setLastModifiedTime(folder(), FileTime.fromMillis(1));
        Files.setLastModifiedTime(folder().resolve("rocksdb"), FileTime.fromMillis(1));
        assertTrue(has(environment(1_500), KEPT));
    }

    @Test
    void shouldLeaveAFolderOfAnyAgeByDefault() {
        run(1_000, true, KEPT);
        assertTrue(has(environment(1_000_000_000_000L), KEPT));
    }

    @Test
    void shouldGoByTheNewestPositionWhereNoTimeIsOfAllStores() {
        run(1_000, false, KEPT);
        config.put(MAX_AGE, 500L);
        assertTrue(has(environment(1_500), KEPT));
        assertTrue(!has(environment(1_501), KEPT));
    }

    @Test
    void shouldLeaveWhatNeverWasCurrent() {
        run(1_000, false, UNLOGGED);
        config.put(MAX_AGE, 500L);
        assertTrue(has(environment(1_000_000), UNLOGGED));
    }

    @Test
    void shouldRefuseAFolderThatIsInUse() throws IOException {
        run(1_000, true, KEPT);
        config.put(MAX_AGE, 500L);
        Set<String> before = names();
        try (StateFolder held = StateFolder.take(folder())) {
            assertTrue(Files.exists(held.lockFile()));
            assertThrows(LockException.class, () -> has(environment(10_000), KEPT));
            assertEquals(before, names());
        }
    }

    @Test
    void shouldGoOnAfterADeletionThatWasCutOff() throws IOException {
        run(1_000, true, KEPT);
        Path half = folder().resolve("rocksdb.deleted");
        Files.createDirectories(half);
        Files.writeString(half.resolve("000012.sst"), "rows");
        config.put(MAX_AGE, 500L);
        assertTrue(!has(environment(10_000), KEPT));
        assertEquals(Set.of("lock", "rocksdb", "rocksdb.manifest", "instance.id"), names());
        Files.move(folder().resolve("rocksdb"), half); // as a process that ends behind the first step of a deletion
        config.remove(MAX_AGE);
        assertTrue(!has(environment(10_001), KEPT));
        assertEquals(Set.of("lock", "rocksdb", "rocksdb.manifest", "instance.id"), names());
    }

    @Test
    void shouldPurgeStoresThatWereRemovedForAsLongAsTheKeySays() {
        config.put(KEEP, 100);
        run(1_000, true, OTHER, KEPT);
        run(2_000, true, KEPT);
        run(2_100, true, KEPT);
        assertTrue(has(environment(2_100), OTHER, KEPT));
        run(3_000, true, KEPT);
        run(3_101, true, KEPT);
        assertTrue(!has(environment(3_102), OTHER, KEPT));
    }

    @Test
    void shouldKeepRemovedStoresForADayByDefault() {
        long dayMs = 86_400_000;
        run(1_000, true, OTHER, KEPT);
        run(2_000, true, KEPT);
        run(2_000 + dayMs, true, KEPT);
        assertTrue(has(environment(2_001 + dayMs), OTHER, KEPT));
        run(3_000, true, KEPT);
        run(3_001 + dayMs, true, KEPT);
        assertTrue(!has(environment(3_002 + dayMs), OTHER, KEPT));
    }

    @Test
    void shouldDeleteFoldersOfTasksThatThereAreNotAnyMore() throws IOException {
        run(1_000, true, KEPT);
        task("0_1", 1_000);
        task("0_2", 1_000);
        task("1_0", 1_500);
        task("global", 1_000);
        task("notes_1", 1_000);
        Files.writeString(folder().resolve("7_7"), "a file of the user's");
        Files.createDirectories(folder().resolve("2_2.deleted").resolve("users"));
        config.put(DELAY, 500L);
        RealEnvironment environment = environment(2_000);
        try (StateEngine open = environment.openState(List.of(KEPT))) {
            assertTrue(open.storeId("kept") >= 0);
            environment.deleteOldTasks(Set.of("0_1")::contains);
        }
        assertEquals(
                Set.of("lock", "rocksdb", "rocksdb.manifest", "instance.id", "0_1", "1_0", "global", "notes_1", "7_7"),
                names());
    }

    @Test
    void shouldKeepFoldersOfTasksForTenMinutesByDefault() throws IOException {
        run(1_000, true, KEPT);
        task("0_1", 1_000);
        RealEnvironment environment = environment(601_000);
        try (StateEngine open = environment.openState(List.of(KEPT))) {
            assertTrue(open.storeId("kept") >= 0);
            environment.deleteOldTasks(none -> false);
            assertTrue(names().contains("0_1"));
            clock.nowMs = 601_001;
            environment.deleteOldTasks(none -> false);
            assertTrue(!names().contains("0_1"));
        }
    }

    @Test
    void shouldDeleteNoTaskOfAnotherInstanceThatHasTheFolder() throws IOException {
        run(1_000, true, KEPT);
        task("0_1", 1_000);
        try (StateFolder held = StateFolder.take(folder())) {
            assertTrue(Files.exists(held.lockFile()));
            RealEnvironment environment = environment(1_000_000_000);
            environment.openState(List.of()).close(); // nothing is kept on disk, so it does without the folder
            environment.deleteOldTasks(none -> false);
        }
        assertTrue(names().contains("0_1"));
    }

    @Test
    void shouldMakeNoFolderOfATaskWhereAnotherInstanceHasTheFolder() throws IOException {
        RealEnvironment environment = environment(1_000);
        StreamsConfig set = new StreamsConfig(config);
        ConfiguredApplication application = new ConfiguredApplication(
                set,
                ApplicationSettings.of(set),
                null,
                MetricsListener.NONE.sensors(),
                Integer.MAX_VALUE,
                environment::hasFolder);
        environment.openState(List.of()).close();
        assertTrue(application.folderOf("0_1").isDirectory());
        try (StateFolder held = StateFolder.take(folder())) {
            assertTrue(Files.exists(held.lockFile()));
            environment.openState(List.of()).close();
            assertEquals(folder().resolve("0_2").toFile(), application.folderOf("0_2"));
        }
        assertFalse(names().contains("0_2"));
    }

    private void task(String name, long changedAtMs) throws IOException {
        Path task = folder().resolve(name);
        Files.createDirectories(task.resolve("users"));
        Files.writeString(task.resolve("users").resolve("rows"), "rows");
        Files.setLastModifiedTime(task, FileTime.fromMillis(changedAtMs));
    }

    private Set<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder())) {
            return files.map(file -> file.getFileName().toString()).collect(Collectors.toCollection(TreeSet::new));
        }
    }
}
