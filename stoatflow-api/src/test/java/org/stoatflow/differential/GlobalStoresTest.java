package org.stoatflow.differential;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Topologies with global and read-only stores are described, or refused, as by Kafka Streams. */
class GlobalStoresTest {
    @TempDir
    static Path folder;

    @Test
    void shouldDescribeOrRefuseAsKafkaStreamsDoes() throws Exception {
        Map<?, ?> theirs;
        try (Twin twin = new Twin(folder, Programs.class, GlobalPrograms.class)) {
            theirs = (Map<?, ?>) twin.call(GlobalPrograms.class, "run");
        }
        Map<String, String> ours = GlobalPrograms.run();
        assertEquals(theirs.keySet(), ours.keySet());
        ours.forEach((program, described) -> assertEquals(theirs.get(program), described, program));
    }
}
