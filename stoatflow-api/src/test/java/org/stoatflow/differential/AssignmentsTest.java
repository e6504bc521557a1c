package org.stoatflow.differential;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Assignors and their utilities give assignments as good as those of Kafka Streams. */
class AssignmentsTest {
    private static final int APPLICATIONS = 500;

    @TempDir
    static Path folder;

    @Test
    @SuppressWarnings("unchecked")
    void shouldAssignAsWellAsKafkaStreamsDoes() throws Exception {
        try (Twin twin = new Twin(folder, Assignments.class)) {
            for (long seed = 0; seed < APPLICATIONS; seed++) {
                List<String> theirs = (List<String>) twin.call(Assignments.class, "outcomes", seed);
                assertEquals(String.join("\n", theirs), String.join("\n", Assignments.outcomes(seed)), "seed " + seed);
            }
        }
    }
}
