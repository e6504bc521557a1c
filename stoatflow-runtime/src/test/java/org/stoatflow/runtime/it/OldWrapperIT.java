package org.stoatflow.runtime.it;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.stoatflow.localkafka.TestCluster;
import org.stoatflow.runtime.testkit.Eventually;
import org.stoatflow.runtime.testkit.Feed;
import org.stoatflow.runtime.testkit.Group;
import org.stoatflow.runtime.testkit.OldWrapper;
import org.stoatflow.runtime.testkit.OurApp;
import org.stoatflow.runtime.testkit.Topic;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.Topology;

/** The consumer is wrapped as {@link OldWrapper} says: no record is lost, nothing ends, and it is closed. */
class OldWrapperIT {
    private static final int RECORDS = 1_000;

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"exactly_once_v2", "at_least_once"})
    void shouldProcessAllRecordsAndCloseTheConsumer(String guarantee) {
        String application = TestCluster.shared().uniqueName("wrapped");
        String in = Topic.create("in", 2);
        String out = Topic.create("out", 2);
        Set<String> sent = new HashSet<>();
        try (Feed feed = new Feed()) {
            for (int i = 0; i < RECORDS; i++) {
                feed.send(in, "key-" + i, "value");
                sent.add("key-" + i);
            }
        }
        OldWrapper clients = new OldWrapper();
        Properties config = OurApp.config(application, folder, guarantee);
        try (OurApp app = OurApp.running(copy(in, out), config, clients)) {
            Eventually.await(() -> keys(out).equals(sent), () -> keys(out).size() + " of " + RECORDS + " records");
            Group.awaitAllCommitted(application, List.of(in));
            assertEquals(List.of(), app.errors());
        }
        assertEquals(3, clients.interrupts());
        assertEquals(0, clients.open(), "consumers are open");
    }

    /** The next run reads from the last commit on, with records kept back that were behind it. */
    @ParameterizedTest
    @ValueSource(strings = {"exactly_once_v2", "at_least_once"})
    void shouldProcessAllRecordsWhereAProcessorHasFailed(String guarantee) {
        String application = TestCluster.shared().uniqueName("wrapped");
        String in = Topic.create("in", 1);
        String out = Topic.create("out", 1);
        Set<String> sent = new HashSet<>();
        try (Feed feed = new Feed()) {
            for (int i = 0; i < RECORDS; i++) {
                feed.send(in, "key-" + i, "value");
                sent.add("key-" + i);
            }
        }
        AtomicInteger failures = new AtomicInteger();
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream(in)
                .peek((key, value) -> {
                    if (key.equals("key-500") && failures.getAndIncrement() == 0) {
                        throw new IllegalStateException("once");
                    }
                })
                .to(out);
        Properties config = OurApp.config(application, folder, guarantee);
        try (OurApp app = OurApp.goingOn(builder.build(), config, new OldWrapper())) {
            Eventually.await(() -> keys(out).equals(sent), () -> keys(out).size() + " of " + RECORDS + " records");
            assertEquals(1, app.errors().size(), () -> "one question: " + app.errors());
        }
    }

    private static Topology copy(String in, String out) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream(in).to(out);
        return builder.build();
    }

    private static Set<String> keys(String topic) {
        Set<String> keys = new HashSet<>();
        Topic.readStrings(topic).forEach(record -> keys.add(record.key()));
        return keys;
    }
}
