package org.stoatflow.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Checks the smallest configurations; {@code ./stoatflow model --all} checks all. */
@Tag("long")
class ModelTest {
    private static final Tlc TLC = new Tlc(Duration.ofMinutes(2), 512, 1);

    @TestFactory
    Stream<DynamicTest> shouldFindWhatEachConfigurationExpects() throws IOException {
        return Configuration.all(ModelCheck.folder()).stream()
                .filter(configuration -> configuration.size() == Configuration.Size.BUILD)
                .map(configuration -> dynamicTest(configuration.name(), () -> {
                    Outcome outcome = TLC.check(configuration);
                    assertEquals(
                            configuration.expected(),
                            outcome.found(),
                            () -> configuration.shows() + "\n" + String.join("\n", outcome.output()));
                }));
    }

    @Test
    void shouldNameEveryConfigurationInTheReadme() throws IOException {
        String readme = Files.readString(Path.of("README.md"));
        for (Configuration configuration : Configuration.all(ModelCheck.folder())) {
            assertTrue(readme.contains("`" + configuration.name() + "`"), configuration.name());
        }
    }
}
