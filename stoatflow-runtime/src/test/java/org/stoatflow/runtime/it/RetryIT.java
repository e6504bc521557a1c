package org.stoatflow.runtime.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.localkafka.TestCluster;
import org.stoatflow.runtime.testkit.Group;
import org.stoatflow.runtime.testkit.OurApp;
import org.stoatflow.runtime.testkit.Topic;

/** Records that fail behind a store and are run again: counts are exact, also when the process is killed meanwhile. */
class RetryIT {
    private static final int PARTITIONS = 6;
    private static final int KILLS = 2;
    private static final int COUNTS_BETWEEN_KILLS_MAX = 3_000;

    @TempDir
    Path folder;

    private String application;
    private String lines;
    private String counts;

    @BeforeEach
    void createTopics() {
        application = TestCluster.shared().uniqueName("retry");
        lines = Topic.create("lines", PARTITIONS);
        counts = Topic.create("counts", PARTITIONS);
    }

    /** In one process and without a failure that is not retried, even at-least-once repeats nothing. */
    @Test
    void shouldCountExactlyThroughRetriesUnderAtLeastOnce() throws Exception {
        AtomicLong failures = new AtomicLong();
        Properties config = OurApp.config(application, folder, "at_least_once");
        config.put("stoatflow.retry.max.attempts", 3);
        config.put("stoatflow.retry.backoff.ms", 5);
        LineFeed feed = LineFeed.start(lines, 3);
        try (CountsTail tail = new CountsTail(counts);
                OurApp app =
                        OurApp.running(FlakyWordCount.topology(lines, counts, failures::incrementAndGet), config)) {
            tail.awaitAtLeast(COUNTS_BETWEEN_KILLS_MAX, () -> "with " + failures.get() + " failures");
            Map<String, Long> fed = feed.stop();
            Group.awaitAllCommitted(application, List.of(lines));
            tail.catchUp();
            Counts.requireExact(fed, tail.seen());
            assertEquals(List.of(), app.errors());
        }
        assertTrue(failures.get() > 0, "nothing has failed");
    }

    @Test
    void shouldCountExactlyOnceThroughRetriesAndKills() throws Exception {
        long seed = Long.getLong("stoatflow.test.seed", System.nanoTime());
        System.out.println("RetryIT: -Dstoatflow.test.seed=" + seed);
        Random random = new Random(seed);
        LineFeed feed = LineFeed.start(lines, seed);
        try (CountsTail tail = new CountsTail(counts)) {
            for (int life = 0; life < KILLS; life++) {
                try (WordCountProcess process = start(life)) {
                    long enough = tail.seen().size() + 1 + random.nextInt(COUNTS_BETWEEN_KILLS_MAX);
                    tail.awaitAtLeast(enough, process::output);
                }
            }
            try (WordCountProcess process = start(KILLS)) {
                long enough = tail.seen().size() + COUNTS_BETWEEN_KILLS_MAX;
                tail.awaitAtLeast(enough, process::output);
                Map<String, Long> fed = feed.stop();
                process.explain(() -> Group.awaitAllCommitted(application, List.of(lines)));
                process.awaitOutput("failed 1 times");
                tail.catchUp();
                Counts.requireExact(fed, tail.seen());
            }
        }
    }

    private WordCountProcess start(int life) throws Exception {
        return WordCountProcess.startFlaky(
                application,
                folder.resolve("state"),
                "exactly_once_v2",
                lines,
                counts,
                folder.resolve("life-" + life + ".log"));
    }
}
