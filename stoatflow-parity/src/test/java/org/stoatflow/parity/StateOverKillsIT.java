package org.stoatflow.parity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.stoatflow.localkafka.TestCluster;
import org.stoatflow.parity.program.KilledStateMain;
import org.stoatflow.runtime.settings.ApplicationSettings;
import org.stoatflow.state.FolderDeletion;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.topology.InternalTopics;

/**
 * An application under a steady feed gets SIGKILL again and again, some lives while they restore. What each life leaves
 * opens; the rows of each store partition are those that the committed changelog makes up to the stored position; and
 * the next life reads on from there, so that nothing is wiped. {@code ./stoatflow kill-state} has 50 cycles.
 */
class StateOverKillsIT {
    private static final int CYCLES = Integer.getInteger("stoatflow.state.kills", 4);
    private static final String GUARANTEES =
            System.getProperty("stoatflow.state.guarantees", "exactly_once_v2,at_least_once");
    private static final int PARTITIONS = 3;
    private static final int OUTPUT_BETWEEN_KILLS_MAX = 1_500;
    private static final int RECORDS_AT_START = 1_000;
    private static final int KILLED_RESTORING = 4; // each fourth life
    private static final List<String> IN = List.of("events", "others", "table");
    private static final List<String> OUT = List.of("counted", "out");
    private static final Pattern RESTORES =
            Pattern.compile("^restores (\\S+) (\\d+) from (\\d+) to (\\d+)$", Pattern.MULTILINE);

    @TempDir
    Path folder;

    private final long seed = Long.getLong("stoatflow.test.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final String application = TestCluster.shared().uniqueName("state");
    private final String prefix = application + ".";
    private final List<StoreDescription> stores = KilledStateMain.stores(prefix);
    private final Map<String, Integer> compared = new TreeMap<>();
    private Map<TopicPartition, Long> positions = Map.of();
    private Map<String, String> identity = Map.of();
    private long restored;

    static Stream<String> guarantees() {
        return Stream.of(GUARANTEES.split(","));
    }

    @ParameterizedTest
    @MethodSource("guarantees")
    void shouldLeaveRowsThatEqualTheChangelogUpToTheStoredOffset(String guarantee) throws Exception {
        System.out.println("StateOverKillsIT: -Dstoatflow.test.seed=" + seed);
        long beginNs = System.nanoTime();
        IN.forEach(name -> Cluster.create(prefix + name, PARTITIONS, Map.of()));
        OUT.forEach(name -> Cluster.create(prefix + name, PARTITIONS, Map.of()));
        Map<String, Long> fed;
        try (KilledFeed feed = KilledFeed.start(prefix, seed)) {
            live(guarantee, 0, feed);
            try (ChangelogRows changelogs = new ChangelogRows(application, stores, PARTITIONS)) {
                requireKept(0, changelogs);
                for (int life = 1; life < CYCLES; life++) {
                    live(guarantee, life, feed);
                    requireKept(life, changelogs);
                }
                fed = feed.stop();
                requireCounts(guarantee, fed);
                requireKept(CYCLES, changelogs);
            }
        }
        stores.forEach(store -> assertTrue(compared.get(store.name()) > 0, () -> "no row was compared of " + store));
        System.out.println("StateOverKillsIT: " + guarantee + ", " + CYCLES + " kills in "
                + TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - beginNs) + " s, " + total(fed) + " events, "
                + restored + " offsets of " + total(positions) + " restored by tails, rows compared: " + compared);
    }

    private static long total(Map<?, Long> numbers) {
        return numbers.values().stream().mapToLong(number -> number).sum();
    }

    /** A life, from the start to the kill. */
    private void live(String guarantee, int life, KilledFeed feed) throws IOException {
        feed.hold(RECORDS_AT_START);
        try (KilledProcess process = start(guarantee, life)) {
            if (isKilledRestoring(life)) {
                process.explain(() -> Cluster.await(() -> !begun(life).isEmpty(), () -> "a restore"));
            } else {
                process.awaitOutput("state RUNNING");
                feed.flow();
                long enough = written() + 1 + random.nextInt(OUTPUT_BETWEEN_KILLS_MAX);
                process.explain(() -> Cluster.await(() -> written() >= enough, () -> "output"));
            }
        }
        feed.hold(0);
    }

    private static boolean isKilledRestoring(int life) {
        return life < CYCLES && life % KILLED_RESTORING == KILLED_RESTORING - 1;
    }

    /** What a life has said of its restore, line by line. */
    private List<MatchResult> begun(int life) {
        try {
            return RESTORES.matcher(Files.readString(log(life))).results().toList();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private KilledProcess start(String guarantee, int life) throws IOException {
        return KilledProcess.start(
                KilledStateMain.class,
                log(life),
                Cluster.bootstrapServers(),
                application,
                folder.resolve("state").toString(),
                guarantee,
                prefix);
    }

    private Path log(int life) {
        return folder.resolve("life-" + life + ".log");
    }

    private long written() {
        return Cluster.ends(names(OUT)).values().stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    private List<String> names(List<String> topics) {
        return topics.stream().map(name -> prefix + name).toList();
    }

    /** Requires that the life began where the one before was, and that what it has left equals the changelogs. */
    private void requireKept(int life, ChangelogRows changelogs) throws IOException {
        requireBegunAtStoredPositions(life);
        Path left = ApplicationSettings.stateFolder(folder.resolve("state"), application);
        Path copy = folder.resolve("left-" + life);
        try (LeftState state = new LeftState(left, copy, application, stores, PARTITIONS)) {
            positions = state.positions();
            state.requireEqual(changelogs.upTo(positions), compared);
        }
        FolderDeletion.delete(copy);
        Map<String, String> now = identity(left);
        assertTrue(life == 0 || now.equals(identity), () -> "the folder was made anew: " + identity + ", " + now);
        identity = now;
    }

    /** A partition that is rebuilt is restored from the begin of its changelog. */
    private void requireBegunAtStoredPositions(int life) {
        List<MatchResult> begun = begun(life);
        int told = isKilledRestoring(life) ? begun.size() : stores.size() * PARTITIONS;
        assertEquals(told, begun.size(), () -> "partitions that life " + life + " has restored");
        for (MatchResult each : begun) {
            TopicPartition partition = new TopicPartition(
                    new InternalTopics(application).changelog(each.group(1)), Integer.parseInt(each.group(2)));
            long from = Long.parseLong(each.group(3));
            assertEquals(positions.getOrDefault(partition, 0L), from, () -> "life " + life + ": " + each.group());
            restored += Long.parseLong(each.group(4)) - from;
        }
    }

    /** The ids that a folder which is made anew has anew: RocksDB's own and ours. */
    private static Map<String, String> identity(Path left) throws IOException {
        Map<String, String> ids = new TreeMap<>();
        for (String name : List.of("rocksdb/IDENTITY", "instance.id")) {
            ids.put(name, Files.readString(left.resolve(name)));
        }
        return ids;
    }

    /** The last life processes what is left, and is killed after all is committed. */
    private void requireCounts(String guarantee, Map<String, Long> fed) throws IOException {
        try (KilledProcess process = start(guarantee, CYCLES)) {
            process.awaitOutput("state RUNNING");
            process.explain(() -> Cluster.await(this::isCommitted, () -> "the end"));
        }
        Map<String, Long> counted = new HashMap<>();
        Cluster.read(names(List.of("counted")))
                .forEach(record -> counted.put(
                        new String(record.key(), StandardCharsets.UTF_8),
                        ByteBuffer.wrap(record.value()).getLong()));
        if (guarantee.equals("exactly_once_v2")) {
            assertEquals(fed, counted);
        } else {
            assertEquals(fed.keySet(), counted.keySet());
            fed.forEach((key, count) -> assertTrue(counted.get(key) >= count, () -> key + " was fed " + count));
        }
    }

    private boolean isCommitted() {
        Map<TopicPartition, Long> committed = new HashMap<>();
        Cluster.committed(application).forEach((partition, offset) -> committed.put(partition, offset.offset()));
        return Cluster.ends(names(IN)).entrySet().stream()
                .allMatch(end -> committed.getOrDefault(end.getKey(), 0L) >= end.getValue());
    }
}
