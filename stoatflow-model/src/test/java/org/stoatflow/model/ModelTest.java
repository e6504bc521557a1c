package org.stoatflow.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
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
    void shouldCountTheConfigurationsOfEachModuleInTheReadme() throws IOException {
        String readme = Files.readString(Path.of("README.md")).replaceAll("\\s+", " ");
        Map<String, List<Configuration>> modules =
                Configuration.all(ModelCheck.folder()).stream().collect(Collectors.groupingBy(ModelTest::module));
        modules.forEach((module, all) -> {
            long failing =
                    all.stream().filter(each -> each.name().contains("_v_")).count();
            String counted = "`" + module + "` (" + all.size() + ", " + failing + ")";
            assertTrue(readme.contains(counted), counted);
        });
    }

    private static String module(Configuration configuration) {
        return configuration.name().substring(0, configuration.name().indexOf('_'));
    }
}
