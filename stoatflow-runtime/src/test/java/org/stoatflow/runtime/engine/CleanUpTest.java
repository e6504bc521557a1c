package org.stoatflow.runtime.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.runtime.settings.ApplicationSettings;
import org.stoatflow.state.FolderAccess;
import org.stoatflow.state.rocks.StateFolder;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.errors.LockException;
import org.stoatflow.streams.kstream.Consumed;

class CleanUpTest {
    private static final List<String> FOLDERS = List.of("0_1", "global", "rocksdb");
    private static final int FILES = 2_000;

    @TempDir
    Path stateDir;

    @Test
    void shouldDeleteTheStateAndKeepWhatTheInstanceIsKnownBy() throws IOException {
        try (KafkaStreams streams = streams()) {
            Path state = stateOf("app");
            streams.cleanUp();
            assertEquals(Set.of("instance.id", "lock"), names(state));
            assertEquals("me", Files.readString(state.resolve("instance.id")));
        }
    }

    @Test
    void shouldRefuseAFolderThatAnotherProcessRunsOn() throws Exception {
        try (KafkaStreams streams = streams()) {
            Path state = stateOf("app");
            Set<String> before = names(state);
            Process other = child(Holder.class, state);
            try (BufferedReader said = other.inputReader()) {
                assertEquals("held", said.readLine());
                LockException refused = assertThrows(LockException.class, streams::cleanUp);
                assertTrue(refused.getMessage().contains("in use by process " + other.pid()), refused.getMessage());
                assertTrue(refused.getMessage().contains(state.toString()), refused.getMessage());
                assertEquals(before, names(state));
            } finally {
                other.destroyForcibly().waitFor();
            }
            streams.cleanUp();
            assertEquals(Set.of("instance.id", "lock"), names(state));
        }
    }

    @Test
    void shouldDeleteWhatKafkaStreamsHasLeftAndNothingElseBesideIt() throws IOException {
        Path application = stateOf("app").getParent();
        for (String task : List.of("0_0", "12_3", "global", "kept", "0_1.old")) {
            Files.createDirectories(application.resolve(task).resolve("rocksdb"));
        }
        Path elsewhere = Files.createDirectories(stateDir.resolve("elsewhere"));
        Files.createSymbolicLink(application.resolve("7_7"), elsewhere);
        try (KafkaStreams streams = streams()) {
            streams.cleanUp();
            assertTrue(Files.exists(application.resolve("0_0")), "nothing says that they are Kafka Streams'");
            Files.writeString(application.resolve("kafka-streams-process-metadata"), "{}");
            streams.cleanUp();
            assertEquals(
                    Set.of(".lock", "0_1.old", "7_7", "kafka-streams-process-metadata", "kept", "stoatflow"),
                    names(application));
            assertTrue(Files.exists(elsewhere));
        }
    }

    /** Half of a database would be a damaged one to the next start, and half of a task's folder a whole one. */
    @Test
    void shouldLeaveNoHalfOfAFolderWhereItIsKilled() throws Exception {
        Path state = stateOf("app");
        for (String folder : FOLDERS) {
            for (int file = 0; file < FILES; file++) {
                Files.writeString(Files.createDirectories(state.resolve(folder)).resolve("rows" + file), "rows");
            }
        }
        long whole = filesIn(state);
        Process cleaning = child(Cleaner.class, state);
        // Its lock may be one more; and what is renamed while it is counted is missed, but not twice.
        while (cleaning.isAlive() && (filesIn(state) >= whole || filesIn(state) >= whole)) {
            Thread.onSpinWait();
        }
        cleaning.destroyForcibly().waitFor();
        assertTrue(filesIn(state) < whole, "it has deleted something");
        for (String folder : FOLDERS) {
            assertTrue(Files.notExists(state.resolve(folder)) || filesIn(state.resolve(folder)) >= FILES, folder);
        }
        StateFolders.cleanUp(state, FolderAccess.Group.READS);
        assertEquals(Set.of("instance.id", "lock"), names(state));
    }

    /** Files that are there; some may go meanwhile. */
    private static long filesIn(Path folder) throws IOException {
        long[] files = {0};
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                files[0]++;
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException gone) {
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, IOException gone) {
                return FileVisitResult.CONTINUE;
            }
        });
        return files[0];
    }

    @Test
    void shouldDoNothingWhereThereIsNoFolder() {
        Path none = stateDir.resolve("none");
        StateFolders.cleanUp(none, FolderAccess.Group.READS);
        assertTrue(Files.notExists(none));
    }

    private KafkaStreams streams() {
        Properties config = new Properties();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, "app");
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "localhost:1"); // nobody is asked before a start
        config.put(StreamsConfig.STATE_DIR_CONFIG, stateDir.toString());
        StreamsBuilder builder = new StreamsBuilder();
        builder.table("in", Consumed.with(Serdes.String(), Serdes.String()));
        return new KafkaStreams(builder.build(), config);
    }

    /** What an instance leaves: a database, a task folder of the user's stores, the lock and the id. */
    private Path stateOf(String application) throws IOException {
        Path state = ApplicationSettings.stateFolder(stateDir, application);
        Files.createDirectories(state.resolve("rocksdb"));
        Files.writeString(state.resolve("rocksdb").resolve("000012.sst"), "rows");
        Files.createDirectories(state.resolve("0_1"));
        Files.writeString(state.resolve("lock"), "");
        Files.writeString(state.resolve("instance.id"), "me");
        return state.toRealPath();
    }

    private static Set<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).collect(Collectors.toCollection(TreeSet::new));
        }
    }

    private static Process child(Class<?> main, Path folder) throws IOException {
        return new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        main.getName(),
                        folder.toString()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** Deletes the state in a folder. */
    static final class Cleaner {
        private Cleaner() {}

        public static void main(String[] args) {
            StateFolders.cleanUp(Path.of(args[0]), FolderAccess.Group.READS);
        }
    }

    /** Holds a folder in a process of its own, which ends with its parent. */
    static final class Holder {
        private Holder() {}

        public static void main(String[] args) throws IOException {
            try (StateFolder held = StateFolder.take(Path.of(args[0]))) {
                System.out.println("held");
                while (System.in.read() >= 0) {
                    // nothing is said to this process
                }
            }
        }
    }
}
