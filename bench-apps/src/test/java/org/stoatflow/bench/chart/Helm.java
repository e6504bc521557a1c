package org.stoatflow.bench.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.ZipFile;

/** The program helm on a chart. */
record Helm(Path program, Chart chart) {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final String INNER = "package/lib/layer.zip";
    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

    /** Skips the test where helm cannot be had, but not on a machine that says that it tests for all. */
    static Helm required(Chart chart) throws IOException, InterruptedException {
        Optional<Path> archive = isHere() ? Download.HELM.get() : Optional.empty();
        require(archive.isPresent(), "helm cannot be had here: the chart is not tested");
        Path program = Download.cache().resolve("helm-" + Download.HELM.sha256().substring(0, 16));
        if (!Files.exists(program)) {
            unpack(archive.orElseThrow(), program);
        }
        return new Helm(program, chart);
    }

    /** Fails or skips the test where this is not so. */
    static void require(boolean there, String sentence) {
        if (!there && "true".equals(System.getenv("CI"))) {
            fail(sentence);
        }
        assumeTrue(there, sentence);
    }

    /** The archive has it for one kind of machine only. */
    private static boolean isHere() {
        return System.getProperty("os.name").equals("Linux")
                && System.getProperty("os.arch").equals("amd64");
    }

    private static void unpack(Path archive, Path program) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory(Download.cache(), "unpack-");
        Command.Outcome outcome =
                Command.run(List.of("tar", "xzf", archive.toString(), "--strip-components=2", INNER), folder, LIMIT);
        assertEquals(0, outcome.status(), outcome::text);
        Path inner = folder.resolve("layer.zip");
        Path made = folder.resolve("helm");
        try (ZipFile zip = new ZipFile(inner.toFile())) {
            Files.copy(zip.getInputStream(zip.getEntry("helm/helm")), made);
        }
        if (!made.toFile().setExecutable(true)) {
            fail(made + " cannot be made a program");
        }
        Download.move(made, program);
        Files.delete(inner);
        Files.delete(folder);
    }

    /** The same program on another chart. */
    Helm on(Chart other) {
        return new Helm(program, other);
    }

    Command.Outcome run(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(program.toString());
        command.addAll(List.of(arguments));
        return Command.run(command, chart.folder(), LIMIT);
    }

    /** The objects that the chart gives, as release `bench` in namespace `bench`. */
    List<JsonNode> objects(String... arguments) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of("template", "bench", ".", "--namespace", "bench"));
        all.addAll(List.of(arguments));
        Command.Outcome outcome = run(all.toArray(String[]::new));
        assertEquals(0, outcome.status(), outcome::text);
        return YAML.readerFor(JsonNode.class).<JsonNode>readValues(outcome.text()).readAll().stream()
                .filter(object -> !object.isNull() && !object.isMissingNode())
                .toList();
    }
}
