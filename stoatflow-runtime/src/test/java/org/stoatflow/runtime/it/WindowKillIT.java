package org.stoatflow.runtime.it;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.stoatflow.localkafka.TestCluster;
import org.stoatflow.runtime.testkit.Eventually;
import org.stoatflow.runtime.testkit.Feed;
import org.stoatflow.runtime.testkit.Group;
import org.stoatflow.runtime.testkit.Topic;

/**
 * The last windows of an idle application close. Its input is committed, it is killed while the windows are being
 * closed, and no more input comes.
 */
class WindowKillIT {
    private static final int PARTITIONS = 3;
    private static final int KEYS = 9;
    private static final int RECORDS = 400;

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"exactly_once_v2", "at_least_once"})
    void shouldCloseTheLastWindowsThoughKilledAndIdle(String guarantee) throws Exception {
        String application = TestCluster.shared().uniqueName("windows");
        String in = Topic.create("events", PARTITIONS);
        String out = Topic.create("closed", PARTITIONS);
        long beginMs = System.currentTimeMillis() / 1_000 * 1_000 - 200_000;
        Map<String, Long> expected = feed(in, beginMs);
        try (WordCountProcess process = start(application, guarantee, in, out, true)) {
            process.awaitOutput("state RUNNING");
            process.explain(() -> Group.awaitAllCommitted(application, List.of(in)));
            end(in, beginMs + 120_000); // makes all windows of its partition due
            process.awaitOutput("a window closes");
            process.explain(() -> Group.awaitAllCommitted(application, List.of(in)));
            process.kill();
        }
        assertEquals(List.of(), Topic.readStrings(out));
        try (WordCountProcess process = start(application, guarantee, in, out, false)) {
            process.awaitOutput("state RUNNING");
            process.explain(() -> Eventually.await(
                    () -> Topic.count(out) >= expected.size(), () -> expected.size() + " windows in " + closed(out)));
            assertEquals(expected, closed(out));
        }
    }

    /** Counts by "key=start" of the windows of the first partition. */
    private static Map<String, Long> feed(String in, long beginMs) {
        Map<String, Long> counts = new TreeMap<>();
        try (Feed feed = new Feed()) {
            for (int i = 0; i < RECORDS; i++) {
                String key = "k" + i % KEYS;
                long atMs = beginMs + i * 20L;
                feed.send(new ProducerRecord<>(in, i % PARTITIONS, atMs, key, "v"));
                if (i % PARTITIONS == 0) {
                    counts.merge(key + "=" + (atMs - atMs % WindowMain.SIZE_MS), 1L, Long::sum);
                }
            }
            feed.flush();
        }
        return counts;
    }

    private static void end(String in, long atMs) {
        try (Feed feed = new Feed()) {
            feed.send(new ProducerRecord<>(in, 0, atMs, "end", "v"));
            feed.flush();
        }
    }

    private static Map<String, Long> closed(String out) {
        Map<String, Long> counts = new TreeMap<>();
        for (ConsumerRecord<String, String> record : Topic.readStrings(out)) {
            String[] window = record.value().split(":", 2);
            counts.merge(record.key() + "=" + window[0], Long.parseLong(window[1]), Long::sum);
        }
        return counts;
    }

    private WordCountProcess start(String application, String guarantee, String in, String out, boolean blocks)
            throws Exception {
        return WordCountProcess.start(
                WindowMain.class,
                folder.resolve(guarantee + "-" + blocks + ".log"),
                TestCluster.shared().bootstrapServers(),
                application,
                folder.resolve("state-" + guarantee).toString(),
                guarantee,
                in,
                out,
                String.valueOf(blocks));
    }
}
