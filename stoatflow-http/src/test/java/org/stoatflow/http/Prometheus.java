package org.stoatflow.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A real Prometheus that scrapes applications and evaluates the rules, as deploy/monitoring/README.md configures it.
 */
final class Prometheus implements AutoCloseable {
    private static final int STEP_SECONDS = 15;

    private final Process process;
    private final Asked asked;

    private Prometheus(Process process, Asked asked) {
        this.process = process;
        this.asked = asked;
    }

    /** A ringing alert: its name, and the application or instance for which it rings. */
    record Rings(String alert, String of) {}

    /** Debian has it in its package prometheus. */
    static boolean isInstalled() {
        try {
            Process version = new ProcessBuilder("prometheus", "--version")
                    .redirectErrorStream(true)
                    .start();
            version.getInputStream().readAllBytes();
            return version.waitFor() == 0;
        } catch (IOException none) {
            return false;
        } catch (InterruptedException end) {
            throw new AssertionError("interrupted", end);
        }
    }

    /** Starts one, and waits until it answers. */
    static Prometheus start(Path folder, Path rules, List<Integer> ports) throws IOException {
        Path config = folder.resolve("prometheus.yaml");
        String targets = ports.stream().map(Prometheus::instance).collect(Collectors.joining("', '", "['", "']"));
        Files.writeString(config, """
                global:
                  scrape_interval: 15s
                rule_files:
                  - %s
                scrape_configs:
                  - job_name: stoatflow
                    static_configs:
                      - targets: %s
                """.formatted(rules.toAbsolutePath(), targets));
        int port = Asked.freePort();
        Process process = new ProcessBuilder(
                        "prometheus",
                        "--config.file=" + config,
                        "--storage.tsdb.path=" + folder.resolve("tsdb"),
                        "--web.listen-address=127.0.0.1:" + port)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("prometheus.log").toFile())
                .start();
        Prometheus started = new Prometheus(process, new Asked(port));
        started.asked.await("/-/ready", 200, "Ready");
        return started;
    }

    /** The label by which it knows what listens at a port. */
    static String instance(int port) {
        return "127.0.0.1:" + port;
    }

    /** The alerts that ring now. */
    Set<Rings> ringing() throws IOException {
        Set<Rings> ringing = new TreeSet<>(Comparator.comparing(Rings::toString));
        for (JsonNode alert : new ObjectMapper()
                .readTree(asked.ask("/api/v1/alerts").text())
                .path("data")
                .path("alerts")) {
            if (alert.path("state").asText().equals("firing")) {
                JsonNode labels = alert.path("labels");
                String of = labels.path("application")
                        .asText(labels.path("instance").asText());
                ringing.add(new Rings(labels.path("alertname").asText(), of));
            }
        }
        return ringing;
    }

    /** What a query answers with: the labels of its series and their values. */
    List<String> query(String query) throws IOException {
        List<String> answers = new ArrayList<>();
        result("/api/v1/query?query=" + encoded(query)).forEach(series -> answers.add(series.toString()));
        return answers;
    }

    /** Whether a panel that shows the time since then has anything to draw: a number. */
    boolean draws(String query, Instant since) throws IOException {
        for (JsonNode series : result("/api/v1/query_range?query=" + encoded(query) + "&start=" + since + "&end="
                + Instant.now() + "&step=" + STEP_SECONDS)) {
            for (JsonNode value : series.path("values")) {
                if (Double.isFinite(Double.parseDouble(
                        value.path(1).asText().replace("+Inf", "Infinity").replace("-Inf", "-Infinity")))) {
                    return true;
                }
            }
        }
        return false;
    }

    /** The values of a label of some series. */
    List<String> labels(String label, String of) throws IOException {
        List<String> values = new ArrayList<>();
        new ObjectMapper()
                .readTree(asked.ask("/api/v1/label/" + label + "/values?match%5B%5D=" + encoded(of))
                        .text())
                .path("data")
                .forEach(value -> values.add(value.asText()));
        return values;
    }

    private JsonNode result(String path) throws IOException {
        JsonNode answer = new ObjectMapper().readTree(asked.ask(path).text());
        if (!answer.path("status").asText().equals("success")) {
            throw new IOException(path + ": " + answer);
        }
        return answer.path("data").path("result");
    }

    private static String encoded(String query) {
        return URLEncoder.encode(query, StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        asked.close();
        process.destroy();
        try {
            process.waitFor();
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        }
    }
}
