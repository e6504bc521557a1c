package org.stoatflow.bench.chart;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The charts of this project. */
enum Chart {
    /** A measurement, each part in a pod of its own. */
    BENCH("k3s", 4),

    /** A user's own application. */
    APP("charts/stoatflow-app", 1);

    private final Path folder;
    private final int podsMin;

    Chart(String path, int podsMin) {
        this.folder = Path.of(System.getProperty("maven.multiModuleProjectDirectory", ".."), "deploy", path)
                .toAbsolutePath()
                .normalize();
        this.podsMin = podsMin;
    }

    Path folder() {
        return folder;
    }

    /** How many kinds of pods there are at least. */
    int podsMin() {
        return podsMin;
    }

    /** Files of values: those of the tests, and those for a kind of cluster. */
    List<Path> sets() throws IOException {
        List<Path> sets = new ArrayList<>();
        try (Stream<Path> tests = Files.list(folder.resolve("tests").resolve("values"));
                Stream<Path> beside = Files.list(folder)) {
            tests.forEach(sets::add);
            beside.filter(file -> file.getFileName().toString().matches("values-.*\\.yaml"))
                    .forEach(sets::add);
        }
        return sets.stream().sorted().toList();
    }
}
