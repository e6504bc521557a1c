package org.stoatflow.parity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.localkafka.TestCluster;
import org.stoatflow.parity.program.Table;

/**
 * Each program of the {@link Table} gives what it gives on Kafka Streams ({@link KafkaStreamsRuns}): output,
 * changelogs, commits, exceptions, calls of listeners, and what its own functions saw. {@code -Dparity=name,name*} runs
 * some of them, and {@code ./stoatflow parity} all, on both libraries.
 */
class ParityIT {
    private static final Logger LOG = LoggerFactory.getLogger(ParityIT.class);
    private static final int AT_ONCE = Integer.getInteger("parity.at.once", 16);
    private static final List<String> CHOSEN =
            List.of(System.getProperty("parity", "*").split(","));

    @TempDir
    static Path folder;

    private static final ExecutorService RUNS = Executors.newFixedThreadPool(
            AT_ONCE, Thread.ofPlatform().daemon().name("parity-", 0).factory());

    private static @Nullable KafkaStreamsRuns kafkaStreams;

    @AfterAll
    static void end() {
        RUNS.shutdownNow();
        if (kafkaStreams != null) {
            kafkaStreams.end();
        }
    }

    @TestFactory
    List<DynamicTest> shouldBeAsOnKafkaStreams() throws ReflectiveOperationException {
        Library ours = new Table();
        requireKnown(ours.programs());
        Library reference = (Library) Class.forName(Table.class.getName(), true, new RenamingLoader())
                .getDeclaredConstructor()
                .newInstance();
        KafkaStreamsRuns runs = new KafkaStreamsRuns("ParityIT", ours.programs());
        kafkaStreams = runs;
        List<DynamicTest> tests = new ArrayList<>();
        for (String program : inOrder(ours.programs())) {
            if (isChosen(program)) {
                Future<Observed> drawn = runs.isDrawn(program) ? submit(reference, program, "ks") : null;
                Future<Observed> actual = submit(ours, program, "sf");
                tests.add(DynamicTest.dynamicTest(program, () -> {
                    List<String> apart = ours.apart(program);
                    Observed seen = of(actual);
                    if (drawn != null || !runs.isAsRecorded(program, seen, apart)) {
                        Observed expected = of(drawn != null ? drawn : submit(reference, program, "ks"));
                        compare(expected, seen, apart);
                        runs.ran(program, expected, apart);
                    }
                }));
            }
        }
        return tests;
    }

    /**
     * First those that start twice: Kafka Streams leaves no group as it closes, so its next start waits for the session
     * of the one before, 45 s, in which others can compute.
     */
    private static List<String> inOrder(List<String> programs) {
        return programs.stream()
                .sorted(Comparator.comparing(program -> !program.matches(".*(restart|restore).*")))
                .toList();
    }

    private static Future<Observed> submit(Library library, String program, String suffix) {
        return RUNS.submit(() -> {
            long beginNs = System.nanoTime();
            try {
                return library.run(program, place(program, suffix));
            } finally {
                LOG.info("{} {}: {} ms", program, suffix, (System.nanoTime() - beginNs) / 1_000_000);
            }
        });
    }

    /** So that a wrong name does not pass as a run without differences. */
    private static void requireKnown(List<String> programs) {
        for (String pattern : CHOSEN) {
            assertTrue(
                    programs.stream().anyMatch(program -> isMatch(program, pattern)),
                    () -> "-Dparity: no row is called '" + pattern + "'; there are " + programs);
        }
    }

    private static boolean isChosen(String program) {
        return CHOSEN.stream().anyMatch(pattern -> isMatch(program, pattern));
    }

    private static boolean isMatch(String program, String pattern) {
        return program.matches(pattern.replace("*", ".*"));
    }

    private static Place place(String program, String library) throws IOException {
        String id = TestCluster.shared().uniqueName("p");
        return new Place(id, Files.createDirectories(folder.resolve(program.replace(' ', '-') + "-" + library)));
    }

    private static void compare(Observed expected, Observed actual, List<String> apart) {
        assertFalse(expected.isEmpty(), "nothing to compare");
        Map<String, String> differences = expected.differences(actual);
        TreeSet<String> equalAfterAll = new TreeSet<>(apart);
        equalAfterAll.removeAll(differences.keySet());
        differences.keySet().removeAll(apart);
        StringBuilder text = new StringBuilder();
        differences.forEach(
                (section, difference) -> text.append("\n  ").append(section).append(difference));
        assertEquals("", text.toString());
        assertEquals(List.of(), List.copyOf(equalAfterAll), "no longer apart from Kafka Streams");
    }

    private static Observed of(Future<Observed> run) throws InterruptedException {
        try {
            return run.get();
        } catch (ExecutionException failure) {
            throw new AssertionError(failure.getCause());
        }
    }
}
