package org.stoatflow.runtime.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.localkafka.TestCluster;
import org.stoatflow.runtime.testkit.Eventually;
import org.stoatflow.runtime.testkit.Group;
import org.stoatflow.runtime.testkit.Topic;

/** A word count in its own JVM is killed at random moments, and goes on where it was. */
class KillNineIT {
    private static final Pattern RESTORED = Pattern.compile("Restored store " + WordCount.STORE + ": (\\d+) records");
    private static final int PARTITIONS = 12;
    private static final int KILLS = Math.max(2, Integer.getInteger("stoatflow.kills", 3));
    private static final int COUNTS_BETWEEN_KILLS_MAX = 1_500;
    private static final int WORDS_AT_START = COUNTS_BETWEEN_KILLS_MAX;

    @TempDir
    Path folder;

    private final long seed = Long.getLong("stoatflow.test.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private String application;
    private String lines;
    private String counts;

    @BeforeEach
    void createTopics() {
        System.out.println("KillNineIT: -Dstoatflow.test.seed=" + seed);
        application = TestCluster.shared().uniqueName("kill");
        lines = Topic.create("lines", PARTITIONS);
        counts = Topic.create("counts", PARTITIONS);
    }

    @Test
    void shouldCountExactlyOnceThroughKills() throws Exception {
        try (CountsTail tail = new CountsTail(counts)) {
            Map<String, Long> fed = runThroughKills("exactly_once_v2", tail);
            Counts.requireExact(fed, tail.seen());
        }
    }

    @Test
    void shouldLoseNothingAtLeastOnceThroughKills() throws Exception {
        try (CountsTail tail = new CountsTail(counts)) {
            Map<String, Long> fed = runThroughKills("at_least_once", tail);
            Counts.requireNothingLost(fed, tail.seen());
        }
    }

    private Map<String, Long> runThroughKills(String guarantee, CountsTail tail) throws Exception {
        LineFeed feed = LineFeed.start(lines, seed);
        Map<String, String> identity = Map.of();
        long held = 0;
        for (int life = 0; life < KILLS; life++) {
            feed.hold(WORDS_AT_START);
            try (WordCountProcess process = start(guarantee, life)) {
                if (life == KILLS - 1) {
                    process.awaitOutput("state RUNNING");
                    held = logged();
                }
                tail.awaitAtLeast(tail.seen().size() + 1, process::output);
                feed.flow();
                long enough = tail.seen().size() + 1 + random.nextInt(COUNTS_BETWEEN_KILLS_MAX);
                tail.awaitAtLeast(enough, process::output);
                if (life == KILLS - 2) { // the next one has something to hold
                    process.explain(() -> Eventually.await(() -> logged() > 0, () -> "records in the changelog"));
                }
                process.kill();
            }
            if (life == 0) {
                identity = identity();
            }
            assertEquals(identity, identity(), "the state folder was not kept");
        }
        feed.hold(WORDS_AT_START);
        try (WordCountProcess process = start(guarantee, KILLS)) {
            Map<String, Long> fed = feed.stop();
            process.awaitOutput("state RUNNING");
            process.explain(() -> Group.awaitAllCommitted(application, List.of(lines)));
            process.kill();
            tail.catchUp();
            requireTailOnly(process.output(), held);
            return fed;
        }
    }

    private WordCountProcess start(String guarantee, int life) throws IOException {
        return WordCountProcess.start(
                application,
                folder.resolve("state"),
                guarantee,
                lines,
                counts,
                folder.resolve("life-" + life + ".log"));
    }

    /** The ids that a wiped state folder would have anew: RocksDB's own and ours. */
    private Map<String, String> identity() throws IOException {
        Map<String, String> ids = new TreeMap<>();
        try (Stream<Path> files = Files.walk(folder.resolve("state"))) {
            for (Path file : files.toList()) {
                String name = file.getFileName().toString();
                if (name.equals("IDENTITY") || name.equals("instance.id")) {
                    ids.put(folder.relativize(file).toString(), Files.readString(file));
                }
            }
        }
        assertEquals(2, ids.size(), () -> "ids found: " + ids);
        return ids;
    }

    /**
     * Requires that the start after the last kill restored no more of the changelog than was new.
     *
     * @param held how many changelog records the life before had, as it began to run
     */
    private void requireTailOnly(String log, long held) {
        assertFalse(log.contains("Rebuilding"), () -> "state was rebuilt:\n" + log);
        Matcher restored = RESTORED.matcher(log);
        long records = 0;
        while (restored.find()) {
            records += Long.parseLong(restored.group(1));
        }
        long all = logged();
        assertTrue(held > 0, "the changelog was empty");
        assertTrue(records <= all - held, "restored " + records + " of " + all + " records, and held " + held);
    }

    private long logged() {
        return Topic.count(application + "-" + WordCount.STORE + "-changelog");
    }
}
