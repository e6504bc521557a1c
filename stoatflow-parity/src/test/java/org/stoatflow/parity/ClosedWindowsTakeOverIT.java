package org.stoatflow.parity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.stoatflow.localkafka.TestCluster;
import org.stoatflow.parity.program.ClosedWindowsMain;

/**
 * Windows that are forwarded when they close are forwarded once, and none is left out, where Kafka Streams and
 * StoatFlow continue each other's application. Kafka Streams looks for closed windows now and then, and commits with
 * the offsets what it has forwarded; here it looks with the first record of a leg only, so that it leaves the others.
 */
@Execution(ExecutionMode.CONCURRENT)
class ClosedWindowsTakeOverIT {
    private static final int PARTITIONS = 2;
    private static final int RECORDS = 16; // of a partition
    private static final long BEGIN_MS = 1_704_067_200_000L;
    private static final long STEP_MS = 7_000;
    private static final String ONCE = "3600000";
    private static final String ALWAYS = "0";
    private static final List<String> OUT = List.of("tumbling", "sliding", "session");

    @TempDir
    Path folder;

    private final String name = TestCluster.shared().uniqueName("closed");
    private final String input = name + ".in";

    /** What Kafka Streams makes of the input alone, which is the same under both guarantees. */
    private static List<String> reference = List.of();

    /** At least once, each library has one turn: that it goes on with its own state is asked exactly once. */
    @ParameterizedTest
    @CsvSource({"exactly_once_v2, 4", "at_least_once, 2"})
    void shouldForwardEachClosedWindowOnce(String guarantee, int legs) throws Exception {
        Cluster.create(input, PARTITIONS, Map.of());
        createOutput("taken.");
        for (int leg = 0; leg < legs; leg++) {
            String library = leg % 2 == 0 ? LibraryMain.KAFKA_STREAMS : LibraryMain.OURS;
            try (KilledProcess process = start("taken.", library, guarantee, ONCE, "leg-" + leg)) {
                feed(RECORDS * leg / legs, RECORDS * (leg + 1) / legs);
                process.explain(() -> Cluster.await(() -> isCommitted("taken."), () -> "the end of the input"));
                process.stop();
            }
            if (leg == 0) {
                assertEquals(List.of(), output("taken."), "Kafka Streams has looked, and the test shows nothing");
            }
        }
        assertEquals(String.join("\n", expected(guarantee)), String.join("\n", output("taken.")));
    }

    /** Whoever comes first has Kafka Streams make it. */
    private List<String> expected(String guarantee) throws IOException {
        synchronized (ClosedWindowsTakeOverIT.class) {
            if (reference.isEmpty()) {
                reference = reference(guarantee);
            }
            return reference;
        }
    }

    private List<String> reference(String guarantee) throws IOException {
        createOutput("reference.");
        try (KilledProcess process = start("reference.", LibraryMain.KAFKA_STREAMS, guarantee, ALWAYS, "reference")) {
            process.explain(() -> Cluster.await(() -> isCommitted("reference."), () -> "the reference's end"));
            process.stop();
        }
        List<String> written = output("reference.");
        assertFalse(written.isEmpty(), "nothing to compare");
        return written;
    }

    private void createOutput(String prefix) {
        Cluster.create(OUT.stream().map(out -> name + prefix + out).toList(), PARTITIONS, Map.of());
    }

    /** Each owner has a state folder for itself, which it finds again. */
    private KilledProcess start(String prefix, String library, String guarantee, String lookEveryMs, String log)
            throws IOException {
        KilledProcess process = KilledProcess.start(
                LibraryMain.class,
                folder.resolve(log + ".log"),
                library,
                ClosedWindowsMain.class.getName(),
                Cluster.bootstrapServers(),
                name + prefix,
                folder.resolve(prefix + library).toString(),
                guarantee,
                lookEveryMs,
                input,
                name + prefix);
        try {
            process.awaitOutput("state RUNNING");
        } catch (AssertionError missed) {
            process.close();
            throw missed;
        }
        return process;
    }

    private void feed(int from, int to) {
        List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
        for (int i = from; i < to; i++) {
            for (int partition = 0; partition < PARTITIONS; partition++) {
                records.add(new ProducerRecord<>(
                        input, partition, BEGIN_MS + STEP_MS * i, bytes("k" + partition), bytes("v")));
            }
        }
        Cluster.send(records);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private boolean isCommitted(String prefix) {
        Map<TopicPartition, OffsetAndMetadata> committed = Cluster.committed(name + prefix);
        return Cluster.ends(List.of(input)).entrySet().stream().allMatch(end -> {
            OffsetAndMetadata at = committed.get(end.getKey());
            return at != null && at.offset() >= end.getValue();
        });
    }

    private List<String> output(String prefix) {
        return Cluster.read(OUT.stream().map(out -> name + prefix + out).toList()).stream()
                .map(record -> record.topic().substring((name + prefix).length()) + " " + text(record.key()) + " "
                        + text(record.value()))
                .sorted()
                .toList();
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
