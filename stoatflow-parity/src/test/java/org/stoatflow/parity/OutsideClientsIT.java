package org.stoatflow.parity;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.localkafka.TestCluster;
import org.stoatflow.parity.program.BetweenProgram;

/**
 * With libraries from outside between us and Kafka's clients: what is committed are the sources' ends, an orderly
 * restart gives nothing twice, and restores and a global table find all. The counts say so: each key's are 1, 2, 3, ...
 */
class OutsideClientsIT {
    private static final int PARTITIONS = 2;
    private static final int KEYS = 20;
    private static final int MANY = 400;
    private static final int FEW = 2 * KEYS;

    @TempDir
    static Path folder;

    private static final ExecutorService RUNS = Executors.newCachedThreadPool(
            Thread.ofPlatform().daemon().name("outside-", 0).factory());

    @AfterAll
    static void end() {
        RUNS.shutdownNow();
    }

    @TestFactory
    List<DynamicTest> shouldGiveExactOutput() {
        List<DynamicTest> tests = new ArrayList<>();
        for (OutsideClients between : OutsideClients.values()) {
            for (String guarantee : List.of("exactly_once_v2", "at_least_once")) {
                String name = between + " " + guarantee;
                Future<?> run = RUNS.submit(() -> {
                    new Run(place(name), guarantee, between).run();
                    return null;
                });
                tests.add(DynamicTest.dynamicTest(name, () -> await(run)));
            }
        }
        return tests;
    }

    private static void await(Future<?> run) throws InterruptedException {
        try {
            run.get();
        } catch (ExecutionException failure) {
            throw new AssertionError(failure.getCause().getMessage(), failure.getCause());
        }
    }

    private static Place place(String name) throws IOException {
        return new Place(
                TestCluster.shared().uniqueName("outside"),
                Files.createDirectories(folder.resolve(name.replace(' ', '-'))));
    }

    /** One program in its place. */
    private record Run(Place place, String guarantee, Between between) {
        private void run() throws IOException {
            Cluster.create(List.of(in(), out()), PARTITIONS, Map.of());
            Cluster.create(place.topic(BetweenLibrary.NAMES), 1, Map.of());
            Cluster.send(LongStream.range(0, KEYS)
                    .mapToObj(key -> record(place.topic(BetweenLibrary.NAMES), 0, "k" + key, "name-" + key))
                    .toList());
            feed(MANY);
            processAll(place.folder(), MANY);
            feed(FEW);
            processAll(place.folder(), MANY + FEW);
            feed(FEW);
            processAll(Files.createDirectories(place.folder().resolve("empty")), MANY + 2 * FEW);
        }

        private String in() {
            return place.topic(BetweenLibrary.IN);
        }

        private String out() {
            return place.topic(BetweenLibrary.OUT);
        }

        private void feed(int records) {
            Cluster.send(LongStream.range(0, records)
                    .mapToObj(n -> record(in(), (int) n % KEYS % PARTITIONS, "k" + n % KEYS, "n" + n))
                    .toList());
        }

        private static ProducerRecord<byte[], byte[]> record(String topic, int partition, String key, String value) {
            return new ProducerRecord<>(
                    topic, partition, key.getBytes(StandardCharsets.UTF_8), value.getBytes(StandardCharsets.UTF_8));
        }

        /** Starts the program on a folder, lets it process all, closes it in order, and looks at all output so far. */
        private void processAll(Path state, int fed) {
            try (BetweenLibrary.App app =
                    new BetweenProgram().start(new Place(place.applicationId(), state), guarantee, between)) {
                Cluster.await(
                        () -> isCommitted() || !app.errors().isEmpty(),
                        () -> "committed are " + committed() + " of " + Cluster.ends(List.of(in())) + ", "
                                + app.state());
                assertEquals(List.of(), app.errors());
            }
            Map<String, List<Long>> counts = new TreeMap<>();
            Cluster.read(List.of(out()))
                    .forEach(record -> counts.computeIfAbsent(text(record.key()), any -> new ArrayList<>())
                            .add(Long.parseLong(text(record.value()))));
            Map<String, List<Long>> expected = new TreeMap<>();
            for (int key = 0; key < KEYS; key++) {
                expected.put(
                        "name-" + key,
                        LongStream.rangeClosed(1, fed / KEYS).boxed().toList());
            }
            assertEquals(expected, counts);
        }

        private boolean isCommitted() {
            return committed().equals(Cluster.ends(List.of(in())));
        }

        private Map<TopicPartition, Long> committed() {
            Map<TopicPartition, Long> committed =
                    new TreeMap<>((a, b) -> a.toString().compareTo(b.toString()));
            Map<TopicPartition, OffsetAndMetadata> all = Cluster.committed(place.applicationId());
            all.forEach((partition, position) -> {
                if (partition.topic().equals(in()) && position != null) {
                    committed.put(partition, position.offset());
                }
            });
            return committed;
        }

        private static String text(byte[] bytes) {
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }
}
