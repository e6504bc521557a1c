package org.stoatflow.runtime.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.localkafka.TestCluster;
import org.stoatflow.runtime.testkit.Topic;

/**
 * A whole application with many stores, lanes, caches and uncommitted data stays within {@code
 * stoatflow.memory.bytes.max}, and commits early where much is not committed. {@code -Dstoatflow.memory.records=1250000
 * -Dstoatflow.memory.value.bytes=100 -Dstoatflow.memory.mib=268} writes five million rows, under 256 MiB for RocksDB.
 */
class BoundedMemoryIT {
    private static final int RECORDS = Integer.getInteger("stoatflow.memory.records", 30_000);
    private static final long MEMORY_MIB = Long.getLong("stoatflow.memory.mib", 24);
    private static final int PARTITIONS = BoundedMemoryMain.PARTITIONS;
    private static final int VALUE_BYTES = Integer.getInteger("stoatflow.memory.value.bytes", 1_000);
    private static final long MIB = 1L << 20;
    private static final long IN_FLIGHT_BYTES = 8 * MIB;
    private static final long CACHE_BYTES = 4 * MIB;
    private static final long UNCOMMITTED_BYTES = 2 * MIB;
    private static final long ROCKS_BYTES = MEMORY_MIB * MIB - IN_FLIGHT_BYTES - CACHE_BYTES;

    /** With less, write buffers are so small that writes wait for flushes where the machine is busy. */
    private static final long WITHOUT_STALLS_BYTES = 128 * MIB;

    private static final Pattern PROCESSED = Pattern.compile("processed with commits=(\\d+) in-flight=(\\d+) bytes");

    /**
     * What the process takes from the start of its run on, beside its heap and RocksDB's bound: code that is compiled
     * as it runs, the clients' buffers, RocksDB's own objects, the allocator's arenas (docs/design/037).
     */
    private static final long BESIDE = 64 * MIB;

    @TempDir
    Path folder;

    @Test
    void shouldStayInItsBoundAndCommitEarly() throws Exception {
        String in = Topic.create("rows", PARTITIONS);
        Path output = folder.resolve("output");
        try (WordCountProcess application = WordCountProcess.start(
                BoundedMemoryMain.class,
                List.of("-Xms128m", "-Xmx128m", "-XX:+AlwaysPreTouch", "-XX:+ExitOnOutOfMemoryError"),
                output,
                TestCluster.shared().bootstrapServers(),
                TestCluster.shared().uniqueName("bounded-memory"),
                folder.resolve("state").toString(),
                in,
                String.valueOf(RECORDS),
                "stoatflow.memory.bytes.max=" + MEMORY_MIB * MIB,
                "stoatflow.in.flight.bytes.max=" + IN_FLIGHT_BYTES,
                "stoatflow.uncommitted.bytes.max=" + UNCOMMITTED_BYTES,
                "statestore.cache.max.bytes=" + CACHE_BYTES)) {
            application.awaitOutput("state RUNNING");
            long before = resident(application, "VmRSS:");
            feed(in, RECORDS, VALUE_BYTES);
            for (int part = 1; part <= BoundedMemoryMain.PARTS; part++) {
                application.awaitOutput("part " + part + " done");
            }
            application.awaitOutput("processed with");
            long taken = resident(application, "VmHWM:") - before;
            Matcher said = PROCESSED.matcher(application.output());
            assertTrue(said.find(), application::output);
            long written = (long) RECORDS * BoundedMemoryMain.WRITES * VALUE_BYTES;
            System.out.println(
                    "BoundedMemoryIT: " + taken / MIB + " MiB taken for " + written / MIB + " MiB, " + said.group());
            assertTrue(taken <= ROCKS_BYTES + BESIDE, () -> taken / MIB + " MiB");
            assertTrue(Long.parseLong(said.group(1)) >= written / (2 * UNCOMMITTED_BYTES), said::group);
            assertTrue(Long.parseLong(said.group(2)) <= IN_FLIGHT_BYTES * 3 / 2, said::group);
        }
        if (ROCKS_BYTES >= WITHOUT_STALLS_BYTES) {
            assertEquals(List.of(), stalls(), "RocksDB's log");
        }
    }

    /** Writes records with random values, of which the keys are their numbers. */
    static void feed(String topic, int records, int valueBytes) {
        Properties config = new Properties();
        config.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, TestCluster.shared().bootstrapServers());
        config.put(ProducerConfig.LINGER_MS_CONFIG, 20);
        Random random = new Random(42);
        try (KafkaProducer<String, byte[]> producer =
                new KafkaProducer<>(config, new StringSerializer(), new ByteArraySerializer())) {
            for (int number = 0; number < records; number++) {
                byte[] value = new byte[valueBytes];
                random.nextBytes(value);
                producer.send(new ProducerRecord<>(topic, number % PARTITIONS, String.valueOf(number), value));
            }
        }
    }

    /** Of the process, in bytes. */
    static long resident(WordCountProcess application, String name) throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc", String.valueOf(application.pid()), "status"))) {
            if (line.startsWith(name)) {
                return Long.parseLong(line.replaceAll("\\D", "")) << 10;
            }
        }
        throw new IOException("no " + name + " of the process");
    }

    private List<String> stalls() throws IOException {
        List<String> stalls = new ArrayList<>();
        try (Stream<Path> files = Files.walk(folder.resolve("state"))) {
            files.filter(file -> file.getFileName().toString().startsWith("LOG"))
                    .forEach(file -> {
                        try (Stream<String> lines = Files.lines(file)) {
                            lines.filter(line -> line.contains("Stalling writes") || line.contains("Stopping writes"))
                                    .forEach(stalls::add);
                        } catch (IOException failure) {
                            throw new UncheckedIOException(failure);
                        }
                    });
        }
        return stalls;
    }
}
