package org.stoatflow.bench.contest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.bench.latency.BenchFailure;
import org.stoatflow.bench.role.ConsumerResult;
import org.stoatflow.bench.role.LatencyConsumer;
import org.stoatflow.bench.role.LoadGenerator;
import picocli.CommandLine;

/** The commands of a measurement on a cluster, and what is made of what they say. */
class ClusterTest {
    private static final LocalDateTime NOW = LocalDateTime.of(2026, 1, 2, 3, 4, 5);
    private static final String FIRST = Long.toString(NOW.toEpochSecond(ZoneOffset.UTC), 36);
    private static final String UPGRADE =
            "helm upgrade --install bench deploy/k3s --namespace bench --create-namespace ";

    private final ByteArrayOutputStream said = new ByteArrayOutputStream();

    @TempDir
    private Path folder;

    /** A cluster whose jobs are over at the third look. */
    private static final class ScriptedShell implements ClusterRound.Shell {
        private final List<String> typed = new ArrayList<>();
        private final String consumer;
        private int looks;

        ScriptedShell(String consumer) {
            this.consumer = consumer;
        }

        @Override
        public String run(List<String> command) throws BenchFailure {
            String line = String.join(" ", command);
            typed.add(line);
            if (looks % 3 == 1 && line.contains(" logs ")) {
                throw new BenchFailure("the container is creating");
            }
            if (line.contains(" get job ") && line.contains("-generator ")) {
                return "1/";
            }
            if (line.contains(" get job ")) {
                return ++looks % 3 == 0 ? "Warning: old client\n1/" : "/";
            }
            if (line.contains("get nodes")) {
                return "one\n";
            }
            if (line.contains("metrics/resource")) {
                long second = 60 + looks % 3 * 20;
                return "pod_cpu_usage_seconds_total{namespace=\"bench\",pod=\"bench-application-0\"} " + second / 2.0
                        + " " + second * 1_000 + "\n";
            }
            if (line.contains("-generator") && line.contains("--timestamps")) {
                return "1970-01-01T00:01:40Z sent 12000\n1970-01-01T00:01:41Z done 5000000\n";
            }
            return line.contains("-generator") ? "sent 12000\n" + LoadGenerator.DONE + "5000000\n" : consumer;
        }

        @Override
        public void pause() {}
    }

    private static String consumer(long surplus, List<String> wrong) throws JsonProcessingException {
        Histogram histogram = new Histogram(3);
        histogram.recordValue(20_000);
        String text = ConsumerResult.encoded(histogram);
        ConsumerResult result = new ConsumerResult(12_000, surplus, wrong, text, text, text, text);
        return "ready\n" + LatencyConsumer.PROGRESS + "100 9000\n" + LatencyConsumer.PROGRESS + "11000 1000\n"
                + LatencyConsumer.RESULT + new ObjectMapper().writeValueAsString(result) + "\n";
    }

    private void act(ClusterRound.Shell shell, String... arguments) throws Exception {
        CommandLine commandLine = new ClusterOptions.Given().commandLine();
        assertEquals(0, commandLine.execute(arguments));
        ClusterOptions options = commandLine.getExecutionResult();
        new Cluster(options, shell, new PrintStream(said, true, StandardCharsets.UTF_8), NOW).act();
    }

    @Test
    void shouldRunBothLibrariesAndWriteWhatBenchWrites() throws Exception {
        ScriptedShell shell = new ScriptedShell(consumer(0, List.of()));

        act(
                shell,
                "run",
                "a",
                "--rate",
                "200",
                "--seconds",
                "40",
                "--warmup",
                "20",
                "--values",
                "/etc/nodes.yaml",
                "--set",
                "run.partitions=4",
                "--set",
                "kafka.brokers=3",
                "--results",
                folder.toString());

        String upgrade = UPGRADE + "--values /etc/nodes.yaml --set kafka.brokers=3 --set run.partitions=4"
                + " --set run.enabled=true --set-string run.id=" + FIRST + "-1"
                + " --set run.scenario=A,run.rate=200,run.warmupSeconds=20,run.measuredSeconds=40"
                + " --set application.library=kafka-streams,application.guarantee=exactly_once_v2";
        assertEquals(upgrade, shell.typed.getFirst());
        assertTrue(shell.typed.contains(
                upgrade.replace(FIRST + "-1", FIRST + "-2").replace("kafka-streams,", "stoatflow,")));
        assertTrue(shell.typed.contains("kubectl get --raw /api/v1/nodes/one/proxy/metrics/resource"));
        assertTrue(shell.typed.contains("kubectl --namespace bench get job bench-" + FIRST + "-2-latency-consumer"
                + " --output jsonpath={.status.succeeded}/{.status.failed}"));
        assertFalse(shell.typed.stream().anyMatch(line -> line.contains("delete")));
        try (Stream<Path> files = Files.list(folder)) {
            Contest written = ResultFile.read(files.findFirst().orElseThrow(), Contest.class);
            assertEquals(List.of("Kafka Streams", "StoatFlow"), written.arms());
            assertEquals(20, written.rounds().getFirst().latencyMs(50), 0.1);
            assertEquals(5, written.rounds().getFirst().generatorLateMs(), 1e-9);
            assertEquals(50, written.rounds().get(1).usage().cpu(), 1e-9);
        }
        assertTrue(said.toString(StandardCharsets.UTF_8).contains("| latency p50, ms |"), said::toString);
    }

    @Test
    void shouldEndThePodOnceHalfOfTheOutputsHaveCome() throws Exception {
        ScriptedShell shell = new ScriptedShell(consumer(0, List.of()));

        act(shell, "test", "--rate", "100");

        assertEquals(
                2,
                shell.typed.stream()
                        .filter("kubectl --namespace bench delete pod bench-application-0 --wait=false"::equals)
                        .count());
        assertTrue(said.toString(StandardCharsets.UTF_8).contains("outputs 12000, more than once 0"), said::toString);
    }

    @Test
    void shouldFailWhereOutputsAreNotExact() throws Exception {
        ScriptedShell twice = new ScriptedShell(consumer(7, List.of()));
        ScriptedShell missing = new ScriptedShell(consumer(0, List.of("key 5 is missing")));

        String again = assertThrows(BenchFailure.class, () -> act(twice, "test", "--rate", "100"))
                .getMessage();
        String wrong =
                assertThrows(BenchFailure.class, () -> act(missing, "run", "B")).getMessage();

        assertTrue(again.endsWith("has written 7 outputs more than once"), again);
        assertTrue(wrong.contains("key 5 is missing"), wrong);
    }

    @Test
    void shouldFailWhereThePodWasNotEnded() throws Exception {
        ScriptedShell shell = new ScriptedShell(consumer(0, List.of()));

        String message = assertThrows(BenchFailure.class, () -> act(shell, "test", "--rate", "1000"))
                .getMessage();

        assertTrue(message.endsWith("came to its end before the application's pod was ended"), message);
    }

    @Test
    void shouldBringUpBrokersAloneAndRemoveAll() throws Exception {
        ScriptedShell shell = new ScriptedShell("");

        act(shell, "up", "--release", "two", "--namespace", "other");
        act(shell, "down");

        assertEquals(
                List.of(
                        UPGRADE.replace("bench deploy", "two deploy").replace("namespace bench", "namespace other")
                                + "--set run.enabled=false --wait --timeout 10m",
                        "helm uninstall bench --namespace bench --ignore-not-found --wait",
                        "kubectl --namespace bench delete pvc --selector app.kubernetes.io/instance=bench"
                                + " --ignore-not-found"),
                shell.typed);
    }

    @Test
    void shouldRefuseWhatDoesNotGoTogether() {
        for (String[] wrong : List.of(new String[] {"run"}, new String[] {"up", "A"}, new String[] {"go"})) {
            assertEquals(2, new ClusterOptions.Given().commandLine().execute(wrong), String.join(" ", wrong));
        }
    }

    @Test
    void shouldKnowAJobThatIsOver() {
        assertFalse(ClusterRound.isOver("/"));
        assertFalse(ClusterRound.isOver("Warning: so\n/"));
        assertTrue(ClusterRound.isOver("1/"));
        assertTrue(ClusterRound.isOver("/1"));
    }
}
