package org.stoatflow.runtime.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
import org.stoatflow.state.rocks.StateFolder;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.errors.LockException;
import org.stoatflow.streams.kstream.Consumed;

class CleanUpTest {
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
            Process other = holderOf(state);
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
    void shouldDoNothingWhereThereIsNoFolder() {
        Path none = stateDir.resolve("none");
        StateFolders.cleanUp(none);
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

    private static Process holderOf(Path folder) throws IOException {
        return new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Holder.class.getName(),
                        folder.toString()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
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
