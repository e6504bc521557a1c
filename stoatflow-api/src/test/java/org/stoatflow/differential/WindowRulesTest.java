package org.stoatflow.differential;

import static org.junit.jupiter.api.Assertions.assertIterableEquals;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random windows, suppressions and windowed serdes on both libraries: values, texts, bytes and exceptions are the same.
 */
class WindowRulesTest {
    private static final int SEEDS = 10;

    @TempDir
    static Path folder;

    private static Twin twin;

    private final long seed = System.nanoTime();

    @BeforeAll
    static void compile() throws Exception {
        twin = new Twin(folder, Edges.class, WindowRules.class, WindowedSerdeRules.class);
    }

    @AfterAll
    static void close() throws Exception {
        twin.close();
    }

    @RepeatedTest(SEEDS)
    void shouldMakeWindowsAsKafkaStreamsDoes() throws Exception {
        compare(twin.call(WindowRules.class, "run", seed), WindowRules.run(seed));
    }

    @RepeatedTest(SEEDS)
    void shouldWriteAndReadWindowedKeysAsKafkaStreamsDoes() throws Exception {
        compare(twin.call(WindowedSerdeRules.class, "run", seed), WindowedSerdeRules.run(seed));
    }

    private void compare(Object theirs, List<String> ours) {
        List<String> renamed = ours.stream()
                .map(line -> line.replace("org.stoatflow.streams", "org.apache.kafka.streams"))
                .toList();
        assertIterableEquals((List<?>) theirs, renamed, "seed " + seed);
    }
}
