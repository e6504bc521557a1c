package org.stoatflow.differential;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same calls on both libraries: exceptions, headers and texts are the same. */
class RulesTest {
    @TempDir
    static Path folder;

    private static Twin twin;

    @BeforeAll
    static void compile() throws Exception {
        twin = new Twin(folder, Programs.class, BadTopologies.class, RecordRules.class, HandlerRules.class);
    }

    @AfterAll
    static void close() throws Exception {
        twin.close();
    }

    @Test
    void shouldRefuseBadTopologiesAsKafkaStreamsDoes() throws Exception {
        assertEquals(
                twin.call(BadTopologies.class, "run").toString().replace(", ", "\n"),
                BadTopologies.run().toString().replace(", ", "\n"));
    }

    @Test
    void shouldAddToBuiltTopologyAsKafkaStreamsDoes() throws Exception {
        assertEquals(twin.call(BadTopologies.class, "builtTwice"), BadTopologies.builtTwice());
    }

    @Test
    void shouldTreatRecordsAsKafkaStreamsDoes() throws Exception {
        assertEquals(twin.call(RecordRules.class, "run"), RecordRules.run());
    }

    @Test
    void shouldDecideInHandlersAndExtractorsAsKafkaStreamsDoes() throws Exception {
        assertEquals(twin.call(HandlerRules.class, "run"), HandlerRules.run());
    }
}
