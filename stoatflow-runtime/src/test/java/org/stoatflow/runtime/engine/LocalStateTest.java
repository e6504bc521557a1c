package org.stoatflow.runtime.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.stoatflow.runtime.settings.ApplicationSettings;
import org.stoatflow.state.FolderAccess;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.StoreTopics;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.state.rocks.RocksSettings;
import org.stoatflow.state.rocks.StateFolder;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.errors.ProcessorStateException;
import org.stoatflow.streams.errors.StreamsException;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.Materialized;

/** What is deleted in prepared folders, and what is refused; and folders that are made for state. */
class LocalStateTest {
    private static final String APPLICATION = "src";

    @TempDir
    Path folder;

    private Path stateDir;
    private Path state;
    private Path victim;

    @BeforeEach
    void prepare() throws IOException {
        stateDir = Files.createDirectory(folder.resolve("states"));
        state = ApplicationSettings.stateFolder(stateDir, APPLICATION);
        victim = Files.createDirectories(folder.resolve("victim"));
        Files.writeString(victim.resolve("CURRENT"), "precious");
    }

    /** Files are named, folders end with a slash, and links with an arrow. */
    @ParameterizedTest
    @CsvSource({
        "''",
        "lock",
        "lock instance.id",
        "lock=12345 instance.id instance.id.new",
        "lock rocksdb/CURRENT rocksdb/LOG rocksdb.manifest rocksdb.manifest.new",
        "lock rocksdb/ rocksdb.damage",
        "lock rocksdb.damaged-20261127T064500Z/CURRENT rocksdb.damaged-20261127T064500Z-2/000012.sst",
        "lock rocksdb.copying/000012.sst rocksdb.copied/MANIFEST-000004",
        "lock 0_0/.checkpoint 0_0/own.txt 12_3/ global/any",
        "lock rocksdb.deleted/half 0_1.deleted/",
        "lock 0_1/theirs->",
    })
    void shouldDeleteState(String files) throws IOException {
        write(files);
        try (LocalState local = LocalState.take(stateDir, APPLICATION).orElseThrow()) {
            local.delete();
        }
        assertEquals(Set.of("lock"), names(state));
        assertEquals("precious", Files.readString(victim.resolve("CURRENT")));
    }

    @ParameterizedTest
    @CsvSource({
        "README notes/today, README",
        "lock README, README",
        "lock=12345 rocksdb/CURRENT backup/CURRENT, backup",
        "rocksdb/CURRENT, has no file lock",
        "lock=mine rocksdb/CURRENT, has no file lock",
        "lock rocksdb/README, rocksdb",
        "lock rocksdb, rocksdb",
        "lock instance.id/, instance.id",
        "lock rocksdb->, rocksdb (a link)",
        "lock->, lock (a link)",
        "lock 0_1->, 0_1 (a link)",
        "lock rocksdb.deleted->, rocksdb.deleted (a link)",
        "lock notes.deleted/, notes.deleted",
        "lock rocksdb.damaged-old/CURRENT, rocksdb.damaged-old",
        "lock 0_1.bak/, 0_1.bak",
    })
    void shouldNameWhatIsNotStateAndDeleteNothing(String files, String named) throws IOException {
        write(files);
        List<String> before = everything();
        for (boolean isDry : new boolean[] {true, false}) {
            Executable use =
                    isDry ? () -> LocalState.look(stateDir, APPLICATION) : () -> LocalState.take(stateDir, APPLICATION);
            ProcessorStateException refused = assertThrows(ProcessorStateException.class, use);
            assertTrue(refused.getMessage().contains(named), refused.getMessage());
            assertTrue(refused.getMessage().contains(state.toString()), refused.getMessage());
        }
        assertThrows(ProcessorStateException.class, () -> StateFolders.cleanUp(state, FolderAccess.Group.READS));
        assertEquals(before, everything());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldRefuseALinkInPlaceOfAFolder(boolean isApplications) throws IOException {
        Files.createDirectories(victim.resolve("stoatflow"));
        Path link = isApplications ? state.getParent() : state;
        Files.createDirectories(link.getParent());
        Files.createSymbolicLink(link, victim);
        List<String> before = everything();
        assertThrows(ProcessorStateException.class, () -> LocalState.take(stateDir, APPLICATION));
        assertThrows(ProcessorStateException.class, () -> LocalState.look(stateDir, APPLICATION));
        assertThrows(ProcessorStateException.class, () -> StateFolders.cleanUp(state, FolderAccess.Group.READS));
        assertThrows(StreamsException.class, () -> streams(APPLICATION, true));
        assertEquals(before, everything());
    }

    @Test
    void shouldWriteNothingWhereItOnlyLooks() throws IOException {
        write("instance.id rocksdb/CURRENT lock");
        Files.delete(state.resolve("rocksdb").resolve("CURRENT"));
        List<String> before = everything();
        try (LocalState local = LocalState.look(stateDir, APPLICATION).orElseThrow()) {
            assertEquals(Set.of(), local.changelogs());
            assertThrows(IllegalStateException.class, local::delete);
        }
        assertEquals(before, everything());
        assertTrue(LocalState.look(stateDir, "other").isEmpty());
    }

    /** A store may be restored from a source topic, which is somebody else's whatever its name is. */
    @Test
    void shouldNameNoTopicButTheChangelogsOfItsStores() {
        Map<String, String> logs =
                Map.of("a", "src-a-changelog", "users", "src-crm-users-changelog", "b", "src-a-changelog", "in", "in");
        try (StateEngine engine = StateEngines.openRocks(state, List.of(), RocksSettings.defaults())) {
            StoreTopics.write(engine, StoreTopics.LOGS, logs, 1);
        }
        try (LocalState local = LocalState.look(stateDir, APPLICATION).orElseThrow()) {
            assertEquals(Set.of("src-a-changelog"), local.changelogs());
        }
    }

    /** As the process's umask would make them, everybody could read them. */
    @ParameterizedTest
    @CsvSource({"false, rwxr-x---, false", "true, rwxrwx---, false", "false, rwxr-x---, true"})
    void shouldHaveFoldersThatOthersCannotRead(boolean groupWrites, String rights, boolean areOld) throws IOException {
        if (areOld) {
            write("lock rocksdb/");
            for (Path old : List.of(state.getParent(), state)) {
                Files.setPosixFilePermissions(old, PosixFilePermissions.fromString("rwxrwxr-x"));
            }
        }
        try (KafkaStreams streams = streams(APPLICATION, true, groupWrites)) {
            for (Path made : List.of(state.getParent(), state)) {
                assertEquals(
                        rights, PosixFilePermissions.toString(Files.getPosixFilePermissions(made)), made::toString);
            }
        }
    }

    /** A folder of the application's name would be outside of state.dir, or be state.dir. */
    @ParameterizedTest
    @ValueSource(strings = {"..", ".", "../out", "/tmp/stoatflow-out", "a/b"})
    void shouldNotLeaveTheStateFolder(String application) throws IOException {
        List<String> before = everything();
        StreamsException refused = assertThrows(StreamsException.class, () -> streams(application, true));
        assertTrue(refused.getMessage().contains("application.id=" + application), refused.getMessage());
        try (KafkaStreams streams = streams(application, false)) {
            streams.cleanUp();
        }
        assertEquals(before, everything());
        assertTrue(Files.notExists(Path.of("/tmp/stoatflow-out")));
    }

    @Test
    void shouldKnowTheStateThatAnApplicationHasLeft() {
        streams(APPLICATION, true).close();
        StateFolder.take(state).close();
        assertTrue(LocalState.look(stateDir, APPLICATION).isPresent());
    }

    /** Only root can give folders away, as a colleague would have made them. */
    @Test
    void shouldUseAndCleanUpAColleaguesFolderWhereTheGroupMayWrite() throws IOException {
        Assumptions.assumeTrue("root".equals(System.getProperty("user.name")));
        streams(APPLICATION, true, true).close();
        write("instance.id rocksdb/CURRENT");
        UserPrincipal colleague =
                state.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody");
        for (Path theirs : List.of(state, state.getParent())) {
            Files.setOwner(theirs, colleague);
        }
        assertThrows(StreamsException.class, () -> streams(APPLICATION, true, false));
        try (KafkaStreams streams = streams(APPLICATION, true, true)) {
            streams.cleanUp();
        }
        assertEquals(Set.of("instance.id", "lock"), names(state));
        assertThrows(ProcessorStateException.class, () -> LocalState.take(stateDir, APPLICATION));
    }

    /** An application without persistent stores has not looked at the folder before. */
    @Test
    void shouldNotCleanUpInAnotherUsersFolder() throws IOException {
        Assumptions.assumeTrue("root".equals(System.getProperty("user.name")));
        streams(APPLICATION, true).close();
        write("instance.id rocksdb/CURRENT");
        Files.setOwner(
                state.getParent(),
                state.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody"));
        try (KafkaStreams streams = streams(APPLICATION, false)) {
            ProcessorStateException refused = assertThrows(ProcessorStateException.class, streams::cleanUp);
            assertTrue(refused.getMessage().contains("belongs to user nobody"), refused.getMessage());
        }
        assertTrue(Files.exists(state.resolve("rocksdb/CURRENT")));
    }

    private KafkaStreams streams(String application, boolean onDisk) {
        return streams(application, onDisk, false);
    }

    private KafkaStreams streams(String application, boolean onDisk, boolean groupWrites) {
        Properties config = new Properties();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, application);
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "localhost:1"); // nobody is asked before a start
        config.put(StreamsConfig.STATE_DIR_CONFIG, stateDir.toString());
        config.put(StreamsConfig.ALLOW_OS_GROUP_WRITE_ACCESS_CONFIG, groupWrites);
        StreamsBuilder builder = new StreamsBuilder();
        if (onDisk) {
            builder.table("in", Consumed.with(Serdes.String(), Serdes.String()), Materialized.as("rows"));
        } else {
            builder.stream("in").to("out");
        }
        return new KafkaStreams(builder.build(), config);
    }

    private void write(String files) throws IOException {
        Files.createDirectories(state);
        for (String file :
                Arrays.stream(files.split(" ")).filter(name -> !name.isEmpty()).toList()) {
            Path path = state.resolve(plain(file));
            Files.createDirectories(path.getParent());
            if (file.endsWith("->")) {
                Files.createSymbolicLink(path, victim);
            } else if (file.endsWith("/")) {
                Files.createDirectories(path);
            } else {
                Files.writeString(path, file.contains("=") ? file.substring(file.indexOf('=') + 1) : "");
            }
        }
    }

    private static String plain(String file) {
        return file.replaceAll("(->|/|=.*)$", "");
    }

    private List<String> everything() throws IOException {
        List<String> all = new ArrayList<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.toList()) {
                boolean isFile = Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
                all.add(file + (isFile ? ": " + Files.readString(file) : ""));
            }
        }
        Collections.sort(all);
        return all;
    }

    private static Set<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            Set<String> names = new TreeSet<>();
            files.forEach(file -> names.add(file.getFileName().toString()));
            return names;
        }
    }
}
