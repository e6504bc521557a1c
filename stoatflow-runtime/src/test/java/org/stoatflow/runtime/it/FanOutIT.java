package org.stoatflow.runtime.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.stoatflow.localkafka.TestCluster;
import org.stoatflow.runtime.testkit.Feed;
import org.stoatflow.runtime.testkit.Group;
import org.stoatflow.runtime.testkit.Topic;

/** Small records become many, in a heap that holds only a part of what they become. */
class FanOutIT {
    private static final int PARTITIONS = 4;

    @TempDir
    Path folder;

    private final String in = Topic.create("few", PARTITIONS);
    private final String out = Topic.create("many", PARTITIONS);
    private final String application = TestCluster.shared().uniqueName("fan-out");

    private WordCountProcess start(String guarantee, String... settings) throws IOException {
        String[] args = {
            TestCluster.shared().bootstrapServers(),
            application,
            folder.resolve("state").toString(),
            guarantee,
            in,
            out
        };
        return WordCountProcess.start(
                FanOutMain.class,
                List.of("-Xmx160m", "-XX:+ExitOnOutOfMemoryError"),
                folder.resolve("output"),
                Stream.of(args, settings).flatMap(Arrays::stream).toArray(String[]::new));
    }

    private void feed(int records, int each) {
        try (Feed feed = new Feed()) {
            for (int number = 0; number < records; number++) {
                feed.send(new ProducerRecord<>(in, number % PARTITIONS, String.valueOf(number), String.valueOf(each)));
            }
            feed.flush();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"exactly_once_v2", "at_least_once"})
    void shouldProcessABacklogOfRecordsThatBecomeThousands(String guarantee) throws Exception {
        feed(150, 5_000);
        try (WordCountProcess process = start(guarantee)) {
            process.explain(() -> Group.awaitAllCommitted(application, List.of(in)));
            assertFalse(process.output().contains("HANDLER"), process::output);
            assertTrue(written() >= 750_000, () -> "written " + written());
        }
    }

    @Test
    void shouldSendWhileARecordIsProcessedThatBecomesAQuarterOfAMillionUnderAtLeastOnce() throws Exception {
        feed(1, 250_000);
        try (WordCountProcess process = start("at_least_once")) {
            process.explain(() -> Group.awaitAllCommitted(application, List.of(in)));
            assertFalse(process.output().contains("HANDLER"), process::output);
            assertTrue(written() >= 250_000, () -> "written " + written());
        }
    }

    @Test
    void shouldFailOnceUnderExactlyOnceWhereOneRecordBecomesTooMuch() throws Exception {
        feed(1, 250_000);
        try (WordCountProcess process = start("exactly_once_v2")) {
            process.awaitOutput("state ERROR");
            List<String> told = process.output()
                    .lines()
                    .filter(line -> line.startsWith("HANDLER "))
                    .toList();
            assertEquals(1, told.size(), process::output);
            assertTrue(told.getFirst().contains(in), told::getFirst);
            assertTrue(told.getFirst().contains("stoatflow.epoch.heap.share"), told::getFirst);
            assertEquals(0, written());
        }
    }

    /** How many records the topic has, and marks of transactions: reading all takes longer than writing. */
    private long written() {
        return Topic.ends(Topic.partitions(List.of(out))).values().stream()
                .mapToLong(Long::longValue)
                .sum();
    }
}
