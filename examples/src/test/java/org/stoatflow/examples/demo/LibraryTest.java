package org.stoatflow.examples.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class LibraryTest {
    private static final Path SOURCES = Path.of("src/main/java/org/stoatflow/examples/demo");

    @Test
    void shouldRunTheSameProgramOnBoth() throws IOException {
        assertEquals(
                program("stoatflow", "org.stoatflow.streams."), program("kafkastreams", "org.apache.kafka.streams."));
    }

    /** The lines of the program, where the order of its imports does not matter. */
    private static List<String> program(String folder, String api) throws IOException {
        return Files.readString(SOURCES.resolve(folder).resolve("CountingApplication.java"))
                .replace("package org.stoatflow.examples.demo." + folder, "package ")
                .replace("import " + api, "import ")
                .lines()
                .filter(line -> !line.isEmpty())
                .sorted()
                .toList();
    }

    @Test
    void shouldKnowWhatTheApplicationsAreCalled() {
        assertEquals("stoatflow-demo-counts-changelog", Library.STOATFLOW.changelog());
        assertEquals("kafka-streams-demo", Library.KAFKA_STREAMS.applicationId());
    }
}
