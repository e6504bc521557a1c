package org.stoatflow.localkafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.common.KafkaFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RestartIT {
    private static LocalKafka kafka;

    @BeforeAll
    static void start() {
        kafka = LocalKafka.start(LocalKafkaOptions.quick());
    }

    @AfterAll
    static void close() {
        Path folder = kafka.folder();
        long pid = kafka.pid(1);
        kafka.close();
        assertFalse(ProcessHandle.of(pid).isPresent());
        assertFalse(Files.exists(folder));
    }

    @Test
    void shouldKeepPortAndDataOverARestart() {
        String address = kafka.bootstrapServers();
        kafka.createTopic("restarted", 1);
        Clients.write(address, "restarted", 0, 10);
        kafka.restart();
        assertEquals(address, kafka.bootstrapServers());
        assertEquals(Clients.numbers(0, 10), Clients.read(address, "restarted", 10));
    }

    @Test
    void shouldKeepDataOverAKill() {
        kafka.createTopic("killed", 1);
        Clients.write(kafka.bootstrapServers(), "killed", 0, 10);
        long pid = kafka.pid(1);
        kafka.kill();
        assertFalse(ProcessHandle.of(pid).isPresent());
        kafka.restart();
        assertEquals(Clients.numbers(0, 10), Clients.read(kafka.bootstrapServers(), "killed", 10));
    }

    @Test
    void shouldServeWhatIsLeftOfALogThatWasCut() {
        kafka.createTopic("cut", 1);
        Clients.write(kafka.bootstrapServers(), "cut", 0, 10);
        Clients.write(kafka.bootstrapServers(), "cut", 10, 20); // not in a batch with those before
        assertThrows(IllegalStateException.class, () -> kafka.cutLog("cut", 0, 15));
        kafka.stop();
        assertThrows(LocalKafkaException.class, () -> kafka.cutLog("another", 0, 15));
        kafka.cutLog("cut", 0, 10);
        kafka.restart();
        Clients.write(kafka.bootstrapServers(), "cut", 30, 35);
        List<String> left = new ArrayList<>(Clients.numbers(0, 10));
        left.addAll(Clients.numbers(30, 35));
        assertEquals(left, Clients.read(kafka.bootstrapServers(), "cut", 15));
    }

    /** {@code timeout} and {@code kill} of a group send it to the broker too. */
    @Test
    void shouldNotEndBySigterm() {
        kafka.createTopic("terminated", 1);
        ProcessHandle broker = ProcessHandle.of(kafka.pid(1)).orElseThrow();
        assertTrue(broker.destroy());
        assertThrows(TimeoutException.class, () -> broker.onExit().get(3, TimeUnit.SECONDS));
        Clients.write(kafka.bootstrapServers(), "terminated", 0, 10);
        assertEquals(Clients.numbers(0, 10), Clients.read(kafka.bootstrapServers(), "terminated", 10));
    }

    @Test
    void shouldCopyLogs(@TempDir Path folder) throws Exception {
        kafka.copyLogs(folder);
        assertTrue(Files.size(folder.resolve("broker-1.log")) > 0);
    }

    @Test
    void shouldNotAnswerWhileFrozen() throws Exception {
        kafka.freeze();
        DescribeClusterOptions brief = new DescribeClusterOptions().timeoutMs(500);
        KafkaFuture<String> answer = kafka.admin().describeCluster(brief).clusterId();
        assertThrows(ExecutionException.class, answer::get);
        kafka.thaw();
        assertEquals(1, kafka.admin().describeCluster().nodes().get().size());
    }
}
