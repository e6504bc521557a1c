package org.stoatflow.bench.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.localkafka.Patience;

/** The commands of the chart's pods, run here as its manifests have them: a broker and a short run of scenario A. */
class PodsIT {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final int FIRST_PORT = 15_000; // below those that systems give to outgoing connections
    private static final int LAST_PORT = 32_000;
    private static final int TRIES_MAX = 1_000;
    private static final int ENDED_BY_SIGNAL = 143;

    private final List<PodProcess> pods = new ArrayList<>();

    @TempDir
    private Path folder;

    private interface Condition {
        boolean holds() throws IOException, InterruptedException;
    }

    @AfterEach
    void endPods() {
        pods.forEach(PodProcess::close);
    }

    @Test
    void shouldMeasureAScenarioAndDrain() throws Exception {
        int http = freePort();
        List<JsonNode> objects = Helm.required(Chart.BENCH)
                .objects(
                        "--set=run.rate=200,run.partitions=2,run.warmupSeconds=1,run.measuredSeconds=2",
                        "--set=kafka.port=" + freePort() + ",kafka.controllerPort=" + freePort(),
                        "--set=application.http.port=" + http);
        // In the worst order: brokers are the last that anybody starts on a cluster.
        PodProcess consumer = start("Job", "bench-1-latency-consumer", objects);
        PodProcess generator = start("Job", "bench-1-generator", objects);
        PodProcess application = start("StatefulSet", "bench-application", objects);
        await(application, () -> application.log().contains("waiting: the brokers do not answer"));
        assertFalse(application.isRight("readinessProbe"));
        PodProcess kafka = start("StatefulSet", "bench-kafka", objects);
        PodProcess topics = start("Job", "bench-1-topics", objects);

        await(kafka, () -> kafka.isRight("startupProbe") && kafka.isRight("readinessProbe"));
        await(application, () -> application.isRight("readinessProbe"));
        assertTrue(application.isRight("livenessProbe"));
        assertTrue(PodProcess.get(http, "/metrics").contains("stoatflow_"));
        for (PodProcess job : List.of(topics, generator, consumer)) {
            int status = end(job);
            assertEquals(0, status, job.log());
        }
        String said = consumer.log();
        assertTrue(said.contains("outputs 540, of the measured seconds 360, more than once 0, all right"), said);
        assertTrue(Files.readString(consumer.volume("results").resolve("bench-1.json"))
                .contains("\"outputs\":540"));

        application.process().destroy();
        assertEquals(ENDED_BY_SIGNAL, end(application));
        assertTrue(application.log().endsWith("state NOT_RUNNING\n"), application.log());
        kafka.process().destroy();
        assertEquals(ENDED_BY_SIGNAL, end(kafka));
    }

    private PodProcess start(String kind, String name, List<JsonNode> objects) throws IOException {
        PodProcess pod = PodProcess.start(kind, name, objects, folder);
        pods.add(pod);
        return pod;
    }

    private static void await(PodProcess pod, Condition condition) throws Exception {
        long beginNs = System.nanoTime();
        while (!condition.holds()) {
            if (!pod.process().isAlive() || Patience.isOver(beginNs, LIMIT)) {
                throw new AssertionError("it has ended, or does not come so far: " + pod.log());
            }
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }

    private static int end(PodProcess pod) throws Exception {
        long beginNs = System.nanoTime();
        while (!pod.process().waitFor(1, TimeUnit.SECONDS)) {
            if (Patience.isOver(beginNs, LIMIT)) {
                throw new AssertionError("it does not end: " + pod.log());
            }
        }
        return pod.process().exitValue();
    }

    private static int freePort() {
        for (int i = 0; i < TRIES_MAX; i++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST_PORT, LAST_PORT);
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (IOException taken) {
                continue;
            }
        }
        throw new AssertionError("no free port after " + TRIES_MAX + " tries");
    }
}
