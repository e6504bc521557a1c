package org.stoatflow.parity.program;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.TopologyTestDriver;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.state.Stores;

/** What drivers leave below {@code state.dir}. */
final class DriverFolders {
    private DriverFolders() {}

    static void addTo(Map<String, Consumer<DriverNotes>> programs) {
        programs.put(
                "files of a driver with a table on disk",
                notes -> left(notes, builder -> builder.table("in", Materialized.as("rows"))));
        programs.put(
                "files of a driver with a table in memory",
                notes -> left(
                        notes, builder -> builder.table("in", Materialized.as(Stores.inMemoryKeyValueStore("rows")))));
        programs.put(
                "files of a driver with a global table on disk",
                notes -> left(notes, builder -> {
                    builder.globalTable("all", Materialized.as("rows"));
                    builder.stream("in").to("out");
                }));
        programs.put(
                "files of a driver without stores",
                notes -> left(notes, builder -> builder.stream("in").to("out")));
    }

    private static void left(DriverNotes notes, Consumer<StreamsBuilder> program) {
        StreamsBuilder builder = new StreamsBuilder();
        program.accept(builder);
        Path folder = made();
        try {
            Properties config = DriverSetup.config(
                    StreamsConfig.STATE_DIR_CONFIG, folder.resolve("state").toString());
            try (TopologyTestDriver driver = DriverSetup.driver(builder.build(), config)) {
                DriverSetup.input(driver, "in").pipeInput("key", "value");
            }
            notes.say(below(folder).toString());
        } finally {
            delete(folder);
        }
    }

    private static Path made() {
        try {
            return Files.createTempDirectory("driver-folders-");
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static void delete(Path folder) {
        try {
            for (String name : below(folder).reversed()) {
                Files.delete(folder.resolve(name));
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static List<String> below(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.map(file -> folder.relativize(file).toString())
                    .sorted()
                    .toList();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
