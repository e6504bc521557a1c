package org.stoatflow.parity;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.DoubleDeserializer;
import org.apache.kafka.common.serialization.IntegerDeserializer;
import org.apache.kafka.common.serialization.IntegerSerializer;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.stoatflow.localkafka.TestCluster;
import org.stoatflow.parity.SmokeInput.In;
import org.stoatflow.parity.program.SmokeMain;

/**
 * Kafka Streams and StoatFlow continue each other's application, in turn, with the topology of Kafka Streams' own smoke
 * test: each leg is a JVM, both keep a state folder of their own, and input comes while legs run and while they change.
 * The output is exact: nothing twice, nothing left out.
 *
 * <p>{@code -Dstoatflow.smoke.legs} and {@code -Dstoatflow.smoke.records} make it longer.
 */
@Execution(ExecutionMode.CONCURRENT)
class SmokeTakeOverIT {
    private static final int LEGS = Integer.getInteger("stoatflow.smoke.legs", 3);
    private static final int RECORDS = Integer.getInteger("stoatflow.smoke.records", 900);
    private static final int BATCH = 10; // records that are sent at once while a leg runs
    private static final long PAUSE_NS = 30_000_000; // between them
    private static final Map<String, String> KEPT = Map.of(TopicConfig.RETENTION_MS_CONFIG, "-1");
    private static final List<Path> OLDER_JARS =
            List.of(Path.of("target", "older", "kafka-streams.jar"), Path.of("target", "older", "kafka-clients.jar"));
    private static final Set<String> LAST_ONLY = Set.of("dif", "avg", "tagg");
    private static final Map<String, Deserializer<?>> OUT = Map.ofEntries(
            Map.entry("echo", new IntegerDeserializer()),
            Map.entry("min", new IntegerDeserializer()),
            Map.entry("min-raw", new IntegerDeserializer()),
            Map.entry("min-suppressed", new IntegerDeserializer()),
            Map.entry("sws-raw", new IntegerDeserializer()),
            Map.entry("sws-suppressed", new IntegerDeserializer()),
            Map.entry("max", new IntegerDeserializer()),
            Map.entry("sum", new LongDeserializer()),
            Map.entry("cnt", new LongDeserializer()),
            Map.entry("dif", new IntegerDeserializer()),
            Map.entry("avg", new DoubleDeserializer()),
            Map.entry("tagg", new LongDeserializer()));

    @TempDir
    Path folder;

    private final long seed = Long.getLong("stoatflow.test.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final SmokeInput input = SmokeInput.of(seed, RECORDS);
    private final String application = TestCluster.shared().uniqueName("smoke");
    private final String prefix = application + ".";
    private final KafkaProducer<byte[], byte[]> producer = Cluster.producer();

    @AfterEach
    void closeProducer() {
        producer.close();
    }

    /**
     * Each leg, but the last, ends while input comes, so most often with records in the repartition topic. Kafka
     * Streams is an older one, behind ours too, and stores keep headers, which it writes otherwise where updates are
     * held back.
     */
    @Test
    void shouldBeExactWhereEachOwnerIsStopped() throws Exception {
        run(KilledProcess::stop, leg -> Theirs.OLDER, "dsl.store.format=HEADERS");
    }

    /**
     * Each leg, but the last, ends by SIGKILL while input comes, so most often with a transaction open. Kafka Streams
     * is an older one at first, and today's goes on with what that has left.
     */
    @Test
    void shouldBeExactWhereEachOwnerIsKilled() throws Exception {
        run(KilledProcess::close, leg -> leg == 0 ? Theirs.OLDER : Theirs.TODAY);
    }

    /** The same where Kafka Streams does not wipe its state after a kill, and so goes on from before our legs. */
    @Test
    void shouldBeExactWhereTransactionalStoresAreKilled() throws Exception {
        run(KilledProcess::close, leg -> Theirs.TODAY, "enable.transactional.statestores=true");
    }

    /** Which Kafka Streams a leg of its is. */
    private enum Theirs {
        /** 4.3.1, from the jars that the build copies. */
        OLDER,
        /** Today's. */
        TODAY
    }

    /** How a leg ends that is not the last. */
    private interface LegEnd {
        void end(KilledProcess process) throws IOException;
    }

    /** @param settings of both libraries, {@code key=value} each */
    private void run(LegEnd legEnd, IntFunction<Theirs> theirs, String... settings) throws Exception {
        System.out.println("SmokeTakeOverIT: -Dstoatflow.test.seed=" + seed);
        Cluster.create(List.of(prefix + "data"), SmokeInput.PARTITIONS, KEPT);
        Cluster.create(names(new TreeSet<>(OUT.keySet())), SmokeInput.PARTITIONS, KEPT);
        List<In> records = input.records();
        for (int leg = 0; leg < LEGS; leg++) {
            String library = leg % 2 == 0 ? LibraryMain.KAFKA_STREAMS : LibraryMain.OURS;
            List<In> part = records.subList(records.size() * leg / LEGS, records.size() * (leg + 1) / LEGS);
            int half = part.size() / 2;
            int end = half + 1 + random.nextInt(half - 1);
            feed(part.subList(0, half)); // waits for the leg
            try (KilledProcess process = start(library, leg, theirs.apply(leg), List.of(settings))) {
                for (int next = half; next < end; next += BATCH) {
                    feed(part.subList(next, Math.min(end, next + BATCH)));
                    LockSupport.parkNanos(PAUSE_NS);
                }
                if (leg < LEGS - 1) {
                    legEnd.end(process);
                    feed(part.subList(end, part.size()));
                } else {
                    feed(part.subList(end, part.size()));
                    process.explain(() -> Cluster.await(() -> lag() == 0, () -> "lag " + lag()));
                    feed(SmokeInput.closers());
                    process.explain(() -> awaitExact());
                    process.stop();
                }
            }
        }
        assertEquals("", difference());
    }

    private KilledProcess start(String library, int leg, Theirs theirs, List<String> settings) throws IOException {
        boolean ours = library.equals(LibraryMain.OURS);
        if (!ours) { // it fails in a group with a member of ours that was killed
            Cluster.await(this::isGroupEmpty, () -> "an empty group");
        }
        List<String> arguments = new ArrayList<>(List.of(
                library,
                SmokeMain.class.getName(),
                Cluster.bootstrapServers(),
                application,
                folder.resolve(library).toString(),
                prefix));
        arguments.addAll(settings);
        KilledProcess process = KilledProcess.startWith(
                !ours && theirs == Theirs.OLDER ? OLDER_JARS : List.of(),
                LibraryMain.class,
                folder.resolve("leg-" + leg + ".log"),
                arguments.toArray(String[]::new));
        try {
            if (!ours && theirs == Theirs.OLDER) {
                process.awaitOutput(OLDER_JARS.getFirst().toAbsolutePath().toString());
            }
            process.awaitOutput("state RUNNING");
        } catch (AssertionError missed) {
            process.close();
            throw missed;
        }
        return process;
    }

    private boolean isGroupEmpty() {
        return Cluster.answer(Cluster.admin().listGroups().valid()).stream()
                .filter(group -> group.groupId().equals(application))
                .allMatch(group ->
                        group.groupState().filter(GroupState.EMPTY::equals).isPresent());
    }

    private void feed(List<In> records) {
        IntegerSerializer values = new IntegerSerializer();
        Cluster.send(
                producer,
                records.stream()
                        .map(in -> new ProducerRecord<>(
                                prefix + "data",
                                in.partition(),
                                in.atMs(),
                                in.key().getBytes(StandardCharsets.UTF_8),
                                values.serialize("", in.value()),
                                List.of(new RecordHeader("from", values.serialize("", in.value())))))
                        .toList());
    }

    // ---- what there is

    /** How much of the input is not committed. */
    private long lag() {
        return lag(names(List.of("data")));
    }

    private long lag(List<String> names) {
        Map<TopicPartition, OffsetAndMetadata> committed = Cluster.committed(application);
        return Cluster.ends(names).entrySet().stream()
                .mapToLong(end -> {
                    OffsetAndMetadata at = committed.get(end.getKey());
                    return end.getValue() - (at == null ? 0 : at.offset());
                })
                .sum();
    }

    private List<String> names(Collection<String> topics) {
        return topics.stream().map(name -> prefix + name).toList();
    }

    private void awaitExact() {
        Cluster.await(() -> difference().isEmpty(), () -> difference());
    }

    private String difference() {
        Map<String, List<Object>> expected = input.results();
        Map<String, List<Object>> actual = new TreeMap<>();
        for (ConsumerRecord<byte[], byte[]> record : Cluster.read(names(OUT.keySet()))) {
            String topic = record.topic().substring(prefix.length());
            List<Object> values = actual.computeIfAbsent(
                    topic + " " + new String(record.key(), StandardCharsets.UTF_8), none -> new ArrayList<>());
            if (LAST_ONLY.contains(topic)) {
                values.clear();
            }
            values.add(OUT.get(topic).deserialize(record.topic(), record.value()));
        }
        TreeSet<String> names = new TreeSet<>(expected.keySet());
        names.addAll(actual.keySet());
        StringBuilder different = new StringBuilder();
        for (String name : names) {
            if (!expected.getOrDefault(name, List.of()).equals(actual.getOrDefault(name, List.of()))) {
                different.append("\n  ").append(name).append("\n    expected ").append(expected.get(name));
                different.append("\n    was      ").append(actual.get(name));
            }
        }
        return different.toString();
    }
}
