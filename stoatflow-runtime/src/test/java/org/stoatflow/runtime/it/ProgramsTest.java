package org.stoatflow.runtime.it;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The comparisons with Kafka Streams mean nothing unless both run the same programs. */
class ProgramsTest {
    private static final Path FOLDER = Path.of("src/test/java/org/stoatflow/runtime/it");

    @Test
    void shouldBeTheSameProgramsButForTheirImports() throws IOException {
        assertEquals(body("OurPrograms"), body("KafkaPrograms"));
    }

    @Test
    void shouldBeTheSameWordCountsButForTheirImports() throws IOException {
        assertEquals(body("WordCount"), body("KafkaWordCount"));
    }

    @Test
    void shouldBeTheSameTicksButForTheirImports() throws IOException {
        assertEquals(body("OurTicks"), body("KafkaTicks"));
    }

    /** The code without imports, comments and its own name. */
    private static List<String> body(String name) throws IOException {
        return Files.readAllLines(FOLDER.resolve(name + ".java")).stream()
                .filter(line -> !line.startsWith("import ") && !line.startsWith("/**"))
                .filter(line -> !line.isBlank() && !line.contains("STORE ="))
                .map(line -> line.replace(name, "Programs").replace("WordCount.STORE", "STORE"))
                .toList();
    }
}
