package org.stoatflow.differential;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.stoatflow.spi.TopologyAccess;
import org.stoatflow.streams.Topology;

/** The same program, built with the same configuration, is the same topology on both libraries. */
class OptimizationTest {
    private static final int RANDOM_PROGRAMS = Integer.getInteger("stoatflow.test.programs", 300);

    @TempDir
    static Path folder;

    private static Twin twin;

    @BeforeAll
    static void compile() throws Exception {
        twin = new Twin(folder, Programs.class, RandomPrograms.class, OptimizedPrograms.class);
    }

    @AfterAll
    static void close() throws Exception {
        twin.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "none",
                "all",
                "reuse.ktable.source.topics",
                "merge.repartition.topics",
                "single.store.self.join",
                "merge.repartition.topics,reuse.ktable.source.topics"
            })
    void shouldOptimizeRandomProgramsAsKafkaStreamsDoes(String optimization) throws Exception {
        int changed = 0;
        for (long seed = 0; seed < RANDOM_PROGRAMS; seed++) {
            String ours = compare(seed, optimization);
            if (!ours.equals(compare(seed, "none"))) {
                changed++;
            }
        }
        boolean changes = optimization.contains("all") || optimization.contains("topics");
        assertEquals(changes, changed > RANDOM_PROGRAMS / 20, changed + " programs changed");
    }

    @Test
    void shouldCountProcessAsAChangeOfKeysWhereThatIsConfigured() throws Exception {
        for (long seed = 0; seed < RANDOM_PROGRAMS; seed++) {
            compare(seed, "all", "__enable.process.processValue.fix__", "true");
        }
    }

    @Test
    void shouldRefuseGeneratedNamesAsKafkaStreamsDoes() throws Exception {
        int refused = 0;
        for (long seed = 0; seed < RANDOM_PROGRAMS; seed++) {
            if (compare(seed, "none", "ensure.explicit.internal.resource.naming", "true")
                    .contains("has not been named")) {
                refused++;
            }
        }
        assertTrue(refused > RANDOM_PROGRAMS / 20, refused + " programs refused");
        assertTrue(refused < RANDOM_PROGRAMS, "all programs refused");
    }

    @Test
    @SuppressWarnings("unchecked")
    void shouldOptimizeWrittenProgramsAsKafkaStreamsDoes() throws Exception {
        Map<String, String> theirs = (Map<String, String>) twin.call(OptimizedPrograms.class, "describe");
        Map<String, String> ours = OptimizedPrograms.describe();
        theirs.forEach((program, text) -> assertEquals(text, ours.get(program), program));
        assertEquals(theirs.keySet(), ours.keySet());
    }

    @Test
    @SuppressWarnings("unchecked")
    void shouldWrapProcessorsAsKafkaStreamsDoes() throws Exception {
        List<String> theirs = (List<String>) twin.call(OptimizedPrograms.class, "wrapped");
        assertTrue(theirs.size() > 20, () -> "wrapped only " + theirs);
        assertEquals(String.join("\n", theirs), String.join("\n", OptimizedPrograms.wrapped()));
    }

    @Test
    @SuppressWarnings("unchecked")
    void shouldReadTopologyConfigAsKafkaStreamsDoes() throws Exception {
        List<String> theirs = (List<String>) twin.call(OptimizedPrograms.class, "configs");
        assertEquals(String.join("\n", theirs), String.join("\n", OptimizedPrograms.configs()));
    }

    /** Gives what ours is, or why there is none. */
    private static String compare(long seed, String optimization, Object... further) throws Exception {
        Object theirs;
        try {
            theirs = twin.call(RandomPrograms.class, "configured", seed, optimization, further);
        } catch (Exception failure) {
            theirs = failure;
        }
        Object ours;
        try {
            ours = RandomPrograms.configured(seed, optimization, further);
        } catch (Exception failure) {
            ours = failure;
        }
        String program = "seed " + seed + " with " + optimization;
        if (!(theirs instanceof org.apache.kafka.streams.Topology expected) || !(ours instanceof Topology built)) {
            assertEquals(nameOf(theirs), nameOf(ours), program);
            return nameOf(ours);
        }
        String text = built.describe().toString();
        assertEquals(withoutIdentities(expected.describe().toString()), withoutIdentities(text), program);
        String details = Details.ofOurs(TopologyAccess.logical(built));
        assertEquals(Details.ofTheirs(expected), details, program);
        return withoutIdentities(text) + details;
    }

    private static String nameOf(Object result) {
        if (!(result instanceof Exception failure)) {
            return "no failure";
        }
        String message = String.valueOf(failure.getMessage());
        return failure.getClass().getSimpleName() + (message.contains("has not been named") ? message : "");
    }

    private static String withoutIdentities(String text) {
        return text.replaceAll("extractor class: [^)]*\\)", "extractor class: X)");
    }
}
