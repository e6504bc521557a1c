package org.stoatflow.parity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.stoatflow.localkafka.TestCluster;
import org.stoatflow.parity.program.KilledStoresMain;

/**
 * Counts in stores that a user has written, in a JVM that gets SIGKILL again and again and keeps its state folder: a
 * store on disk that is wholly the user's, one in memory, one of versions and one of windows by suppliers. {@code
 * -Dstoatflow.kills=40} runs longer.
 */
class UsersStoresKilledIT {
    private static final int KILLS = Math.max(3, Integer.getInteger("stoatflow.kills", 3));
    private static final int RECORDS = Integer.getInteger("stoatflow.kill.records", 600);
    private static final int PARTITIONS = 2;
    private static final List<String> IN = List.of("in", "held");
    private static final List<String> OUT = List.of("counted", "windowed", "listed", "versioned");
    private static final String DELETED = "of users' stores is deleted";

    @TempDir
    Path folder;

    private final long seed = Long.getLong("stoatflow.test.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final String application = TestCluster.shared().uniqueName("killed-stores");
    private final String prefix = application + ".";
    private final long beginMs = System.currentTimeMillis() - 600_000;
    private final Map<String, Integer> fed = new TreeMap<>();
    private int number;

    @ParameterizedTest
    @ValueSource(strings = {"exactly_once_v2", "at_least_once"})
    void shouldCountInUsersStoresThroughKills(String guarantee) throws Exception {
        System.out.println("UsersStoresKilledIT: -Dstoatflow.test.seed=" + seed);
        IN.forEach(name -> Cluster.create(prefix + name, PARTITIONS, Map.of()));
        OUT.forEach(name -> Cluster.create(prefix + name, 1, Map.of()));
        for (int life = 0; life < KILLS; life++) {
            try (KilledProcess process = start(guarantee, life)) {
                long until = written() + 1 + random.nextInt(3 * RECORDS / KILLS);
                feed(RECORDS / KILLS);
                process.explain(() -> Cluster.await(() -> written() >= until || isCommitted(), () -> "output"));
            }
        }
        try (KilledProcess process = start(guarantee, KILLS)) {
            feed(RECORDS / KILLS);
            process.explain(() -> Cluster.await(this::isCommitted, () -> "the end"));
        }
        Map<String, List<Long>> counts = counts();
        if (guarantee.equals("exactly_once_v2")) {
            assertEquals(expected(), counts);
            assertTrue(output().contains(DELETED), "a folder was deleted");
        } else {
            assertEquals(fed.keySet(), counts.keySet());
            fed.forEach((key, count) -> assertTrue(
                    Collections.max(counts.get(key)) >= count,
                    () -> key + " came " + count + " times and was counted " + counts.get(key)));
            assertFalse(output().contains(DELETED), "no folder was deleted");
        }
    }

    private KilledProcess start(String guarantee, int life) throws IOException {
        KilledProcess process = KilledProcess.start(
                KilledStoresMain.class,
                folder.resolve("life-" + life + ".log"),
                Cluster.bootstrapServers(),
                application,
                folder.resolve("state").toString(),
                guarantee,
                prefix);
        try {
            process.awaitOutput("state RUNNING");
        } catch (AssertionError missed) {
            process.close();
            throw missed;
        }
        return process;
    }

    private String output() throws IOException {
        StringBuilder all = new StringBuilder();
        for (int life = 0; life <= KILLS; life++) {
            all.append(Files.readString(folder.resolve("life-" + life + ".log")));
        }
        return all.toString();
    }

    private void feed(int count) {
        List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String key = "k" + random.nextInt(10);
            long atMs = beginMs + 2L * number++;
            int partition = KilledInput.partition(key) % PARTITIONS;
            for (String topic : IN) {
                records.add(new ProducerRecord<>(prefix + topic, partition, atMs, bytes(key), bytes("v")));
            }
            fed.merge("counted " + key, 1, Integer::sum);
            fed.merge("listed " + key, 1, Integer::sum);
            fed.merge("versioned " + key, 1, Integer::sum);
            long windowMs = atMs / KilledStoresMain.WINDOW_MS * KilledStoresMain.WINDOW_MS;
            fed.merge("windowed " + key + "@" + windowMs, 1, Integer::sum);
        }
        Cluster.send(records);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private long written() {
        return Cluster.ends(names(OUT)).values().stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    private boolean isCommitted() {
        Map<TopicPartition, OffsetAndMetadata> committed = Cluster.committed(application);
        return Cluster.ends(names(IN)).entrySet().stream()
                .allMatch(end -> end.getValue() == 0
                        || (committed.get(end.getKey()) != null
                                && committed.get(end.getKey()).offset() >= end.getValue()));
    }

    private List<String> names(List<String> topics) {
        return topics.stream().map(name -> prefix + name).toList();
    }

    private Map<String, List<Long>> expected() {
        Map<String, List<Long>> expected = new TreeMap<>();
        fed.forEach((key, count) ->
                expected.put(key, LongStream.rangeClosed(1, count).boxed().toList()));
        return expected;
    }

    private Map<String, List<Long>> counts() {
        Map<String, List<Long>> counts = new TreeMap<>();
        Cluster.read(names(OUT)).forEach(record -> {
            String topic = record.topic().substring(prefix.length());
            String key = topic + " " + new String(record.key(), StandardCharsets.UTF_8);
            counts.computeIfAbsent(key, none -> new ArrayList<>())
                    .add(ByteBuffer.wrap(record.value()).getLong());
        });
        return counts;
    }
}
