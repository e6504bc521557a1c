package org.stoatflow.differential;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.stoatflow.spi.TopologyAccess;
import org.stoatflow.streams.Topology;

/** The same program on both libraries: names, order, sub-topologies, serdes and stores are the same. */
class DescribeTest {
    private static final int RANDOM_PROGRAMS = Integer.getInteger("stoatflow.test.programs", 3000);

    @TempDir
    static Path folder;

    private static Twin twin;

    @BeforeAll
    static void compile() throws Exception {
        twin = new Twin(folder, Programs.class, RandomPrograms.class);
    }

    @AfterAll
    static void close() throws Exception {
        twin.close();
    }

    static Stream<String> programs() {
        return Programs.names().stream();
    }

    @ParameterizedTest
    @MethodSource("programs")
    void shouldDescribeWrittenProgramAsKafkaStreamsDoes(String name) throws Exception {
        Object theirs = twin.call(Programs.class, "build", name);
        compare(name, theirs, Programs.build(name));
    }

    @Test
    void shouldDescribeRandomProgramsAsKafkaStreamsDoes() throws Exception {
        for (long seed = 0; seed < RANDOM_PROGRAMS; seed++) {
            compareSeed(seed);
        }
    }

    private static void compareSeed(long seed) throws Exception {
        Object theirs = null;
        Exception theirFailure = null;
        try {
            theirs = twin.call(RandomPrograms.class, "build", seed);
        } catch (Exception failure) {
            theirFailure = failure;
        }
        Topology ours = null;
        Exception ourFailure = null;
        try {
            ours = RandomPrograms.build(seed);
        } catch (Exception failure) {
            ourFailure = failure;
        }
        assertEquals(nameOf(theirFailure), nameOf(ourFailure), () -> "failure of seed " + seed);
        if (theirs != null) {
            compare("seed " + seed, theirs, ours);
        }
    }

    private static String nameOf(Exception failure) {
        return failure == null ? "none" : failure.getClass().getSimpleName();
    }

    private static void compare(String program, Object theirs, Topology ours) throws Exception {
        String theirText =
                theirs.getClass().getMethod("describe").invoke(theirs).toString();
        assertEquals(
                withoutIdentities(theirText), withoutIdentities(ours.describe().toString()), program);
        assertEquals(Details.ofTheirs(theirs), Details.ofOurs(TopologyAccess.logical(ours)), program);
    }

    /** A lambda's text names its class, which differs. */
    private static String withoutIdentities(String text) {
        return text.replaceAll("extractor class: [^)]*\\)", "extractor class: X)");
    }
}
