package org.stoatflow.parity;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.TopicConfig;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.stoatflow.localkafka.TestCluster;
import org.stoatflow.parity.KilledReference.In;
import org.stoatflow.parity.KilledReference.Out;
import org.stoatflow.parity.program.KilledDriver;
import org.stoatflow.parity.program.KilledMain;

/**
 * Each stateful operator in a JVM that gets SIGKILL again and again, with its state folder kept and lost, gives the
 * results of Kafka Streams' test driver, which is not killed: by partition, under both guarantees. {@code ./stoatflow
 * kill} runs longer, and other cases, such as {@code exactly_once_v2,KEY}.
 */
class OperatorsKilledIT {
    private static final int KILLS = Math.max(2, Integer.getInteger("stoatflow.kills", 2));
    private static final int RECORDS = Integer.getInteger("stoatflow.kill.records", 1_000);
    private static final String CASES =
            "exactly_once_v2,PARTITION;at_least_once,PARTITION;at_least_once,PARTITION,local";
    private static final Map<String, String> KEPT = Map.of(TopicConfig.RETENTION_MS_CONFIG, "-1");
    private static final List<String> INPUT =
            Stream.concat(Stream.of("s1", "s2"), KilledInput.TABLES.stream()).toList();
    private static final int OPERATORS = 33;
    private static final String FOREIGN = "foreign-"; // what the names of joins by foreign key begin with
    private static final int FOREIGN_OPERATORS = 4;
    private static final int PREFIX_LENGTH = 40;

    @TempDir
    Path folder;

    private final long seed = Long.getLong("stoatflow.test.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final String application = TestCluster.shared().uniqueName("killed");
    /** Of one length: it counts in buffers that are bounded in bytes. */
    private final String prefix = (application + "-".repeat(PREFIX_LENGTH)).substring(0, PREFIX_LENGTH) + ".";

    private List<String> out = List.of();
    private boolean foreignKeys;
    private boolean losesFolder;

    /**
     * Without joins by foreign key, lanes at least once wait for no epoch (docs/design/036). Where the folder is lost
     * at least once, nobody knows any more what was late (COMPATIBILITY, "time of a windowed aggregation"): the seed
     * says whether the folder is lost, or some records are late.
     */
    @ParameterizedTest
    @MethodSource("cases")
    void shouldGiveTheResultsOfKafkaStreamsThroughKills(String guarantee, String affinity, String operators)
            throws Exception {
        foreignKeys = !operators.equals("local");
        System.out.println("OperatorsKilledIT: -Dstoatflow.test.seed=" + seed);
        boolean exactlyOnce = guarantee.equals("exactly_once_v2");
        losesFolder = exactlyOnce || seed % 2 == 0;
        KilledInput input = KilledInput.of(seed, RECORDS, exactlyOnce || !losesFolder);
        List<Out> reference = reference(input).stream()
                .filter(result -> foreignKeys || !result.operator().startsWith(FOREIGN))
                .toList();
        out = List.copyOf(new TreeSet<>(reference.stream().map(Out::operator).toList()));
        assertEquals(OPERATORS - (foreignKeys ? 0 : FOREIGN_OPERATORS), out.size(), "an operator gives nothing");
        Map<String, List<String>> expected = KilledResults.of(reference, exactlyOnce);
        KilledResults.closeWindows(expected, reference, KilledInput.CLOSER);
        Cluster.create(names(INPUT), KilledInput.PARTITIONS, KEPT);
        Cluster.create(names(out), 1, KEPT);
        run(input, guarantee, affinity, () -> awaitEqual(expected, exactlyOnce));
        assertEquals("", difference(expected, exactlyOnce));
    }

    static Stream<Arguments> cases() {
        return Stream.of(System.getProperty("stoatflow.kill.cases", CASES).split(";"))
                .map(one -> one.split(","))
                .map(one -> Arguments.of(one[0], one[1], one.length == 2 ? "all" : one[2]));
    }

    // ---- the run

    /** The tables are all taken before the streams begin, and both before the windows close. */
    private void run(KilledInput input, String guarantee, String affinity, Runnable lastWait) throws Exception {
        int life = 0;
        for (List<In> phase : List.of(input.tables(), input.streams())) {
            int kills = phase == input.tables() ? (KILLS + 2) / 3 : KILLS - (KILLS + 2) / 3;
            int part = (phase.size() + kills - 1) / kills;
            for (int begin = 0; begin < phase.size(); begin += part) {
                try (KilledProcess process = start(guarantee, affinity, life++)) {
                    if (begin == 0) {
                        process.explain(this::awaitCommitted);
                    }
                    List<In> records = phase.subList(begin, Math.min(phase.size(), begin + part));
                    long until = written() + 1 + random.nextInt(2 * records.size());
                    feed(records);
                    process.explain(() -> Cluster.await(() -> written() >= until || isCommitted(), () -> "output"));
                }
            }
        }
        try (KilledProcess process = start(guarantee, affinity, life)) {
            process.explain(this::awaitCommitted);
            feed(input.closers());
            process.explain(this::awaitCommitted);
            process.explain(lastWait);
        }
    }

    /** Where it is lost, every second life has no state folder, and restores its stores from their changelogs. */
    private KilledProcess start(String guarantee, String affinity, int life) throws IOException {
        Path state = folder.resolve("state");
        if (losesFolder && life % 2 == 0 && Files.exists(state)) {
            Files.move(state, folder.resolve("state-of-life-" + life));
        }
        KilledProcess process = KilledProcess.start(
                KilledMain.class,
                folder.resolve("life-" + life + ".log"),
                Cluster.bootstrapServers(),
                application,
                state.toString(),
                guarantee,
                affinity,
                String.valueOf(foreignKeys),
                prefix);
        process.awaitOutput("state RUNNING");
        return process;
    }

    private void feed(List<In> records) {
        Cluster.send(records.stream()
                .map(in -> new ProducerRecord<>(
                        prefix + in.topic(),
                        KilledInput.partition(in.key()),
                        in.atMs(),
                        bytes(in.key()),
                        in.value() == null ? null : bytes(in.value())))
                .toList());
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    // ---- what there is

    /** Offsets of all output. */
    private long written() {
        return Cluster.ends(names(out)).values().stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    private void awaitCommitted() {
        Cluster.await(this::isCommitted, () -> "committed " + Cluster.committed(application));
    }

    private boolean isCommitted() {
        Map<TopicPartition, OffsetAndMetadata> committed = Cluster.committed(application);
        List<String> committing = INPUT.stream().filter(this::isCommitting).toList();
        return Cluster.ends(names(committing)).entrySet().stream()
                .allMatch(end -> end.getValue() == 0
                        || (committed.get(end.getKey()) != null
                                && committed.get(end.getKey()).offset() >= end.getValue()));
    }

    /** Of a global table, and of a topic that is not read, no offsets are committed. */
    private boolean isCommitting(String topic) {
        return !topic.equals(KilledInput.GLOBAL) && (foreignKeys || !topic.equals(KilledInput.FOREIGN));
    }

    private List<Out> output() {
        return Cluster.read(names(out)).stream()
                .map(record ->
                        new Out(record.topic().substring(prefix.length()), text(record.key()), text(record.value())))
                .toList();
    }

    private static String text(byte[] bytes) {
        return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
    }

    private List<String> names(List<String> topics) {
        return topics.stream().map(name -> prefix + name).toList();
    }

    private void awaitEqual(Map<String, List<String>> expected, boolean exactlyOnce) {
        Cluster.await(() -> difference(expected, exactlyOnce).isEmpty(), () -> difference(expected, exactlyOnce));
    }

    private String difference(Map<String, List<String>> expected, boolean exactlyOnce) {
        return KilledResults.difference(expected, KilledResults.of(output(), exactlyOnce));
    }

    // ---- the reference

    /** A driver has one partition: one for each, and one for what crosses partitions. */
    private List<Out> reference(KilledInput input) throws ReflectiveOperationException {
        KilledReference driver =
                (KilledReference) Class.forName(KilledDriver.class.getName(), true, new RenamingLoader())
                        .getDeclaredConstructor()
                        .newInstance();
        List<Out> output = new ArrayList<>(driver.run(
                input.tables().stream()
                        .filter(in -> List.of("t1", "t3").contains(in.topic()))
                        .toList(),
                true,
                prefix));
        for (int i = 0; i < KilledInput.PARTITIONS; i++) {
            int partition = i;
            output.addAll(driver.run(
                    input.all().stream()
                            .filter(in -> !in.topic().equals("t3")
                                    && (in.topic().equals(KilledInput.GLOBAL)
                                            || KilledInput.partition(in.key()) == partition))
                            .toList(),
                    false,
                    prefix));
        }
        return output;
    }
}
