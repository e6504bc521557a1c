package org.stoatflow.runtime.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.localkafka.TestCluster;
import org.stoatflow.runtime.testkit.Group;
import org.stoatflow.runtime.testkit.Topic;

/** A word count with a record cache is killed at random moments, and goes on where it was. */
class CachedKillIT {
    private static final int PARTITIONS = 6;
    private static final int KILLS = Integer.getInteger("stoatflow.kills", 2);
    private static final int COUNTS_BETWEEN_KILLS_MAX = 1_000;
    private static final long CACHE_BYTES = 10 << 20;

    @TempDir
    Path folder;

    @Test
    void shouldCountExactlyOnceThroughKills() throws Exception {
        runThroughKills("exactly_once_v2");
    }

    @Test
    void shouldLoseNothingAtLeastOnceThroughKills() throws Exception {
        runThroughKills("at_least_once");
    }

    private void runThroughKills(String guarantee) throws Exception {
        long seed = Long.getLong("stoatflow.test.seed", System.nanoTime());
        System.out.println("CachedKillIT: -Dstoatflow.test.seed=" + seed);
        Random random = new Random(seed);
        String application = TestCluster.shared().uniqueName("cached-kill");
        String lines = Topic.create("lines", PARTITIONS);
        String counts = Topic.create("counts", PARTITIONS);
        LineFeed feed = LineFeed.start(lines, seed);
        try (CountsTail tail = new CountsTail(counts)) {
            for (int life = 0; life < KILLS; life++) {
                try (WordCountProcess process = start(application, guarantee, lines, counts, life)) {
                    long enough = tail.seen().size() + 1 + random.nextInt(COUNTS_BETWEEN_KILLS_MAX);
                    tail.awaitAtLeast(enough, process::output);
                }
            }
            try (WordCountProcess process = start(application, guarantee, lines, counts, KILLS)) {
                Map<String, Long> fed = feed.stop();
                process.awaitOutput("state RUNNING");
                process.explain(() -> Group.awaitAllCommitted(application, List.of(lines)));
                tail.catchUp();
                if (guarantee.equals("exactly_once_v2")) {
                    requireExact(fed, tail.seen());
                } else {
                    requireNothingLost(fed, tail.seen());
                }
            }
        }
    }

    private WordCountProcess start(String application, String guarantee, String lines, String counts, int life)
            throws Exception {
        return WordCountProcess.start(
                application,
                folder.resolve("state"),
                guarantee,
                lines,
                counts,
                CACHE_BYTES,
                folder.resolve("life-" + life + ".log"));
    }

    /** Each word's last count is not below what was fed: what a cache held back at a kill is counted again. */
    private static void requireNothingLost(Map<String, Long> fed, List<ConsumerRecord<String, Long>> seen) {
        Map<String, Long> last = new HashMap<>();
        seen.forEach(count -> last.put(count.key(), count.value()));
        assertEquals(fed.keySet(), last.keySet());
        fed.forEach((word, times) -> assertTrue(
                last.get(word) >= times, () -> word + " is " + last.get(word) + " at the end, fed " + times));
        assertTrue(seen.size() < Counts.occurrences(fed), "the cache has merged nothing");
    }

    /** Each word's counts rise, skip some, and end where they should; none is written twice. */
    private static void requireExact(Map<String, Long> fed, List<ConsumerRecord<String, Long>> seen) {
        Map<String, Long> reached = new HashMap<>();
        for (ConsumerRecord<String, Long> count : seen) {
            long before = reached.getOrDefault(count.key(), 0L);
            assertTrue(count.value() > before, () -> count.key() + " is " + count.value() + " after " + before);
            reached.put(count.key(), count.value());
        }
        assertEquals(new TreeMap<>(fed), new TreeMap<>(reached));
        assertTrue(seen.size() < Counts.occurrences(fed), "the cache has merged nothing");
    }
}
