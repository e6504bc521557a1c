package org.stoatflow.runtime.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.runtime.testkit.Eventually;
import org.stoatflow.runtime.testkit.Feed;
import org.stoatflow.runtime.testkit.OurApp;
import org.stoatflow.runtime.testkit.Topic;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.Topology;

/**
 * A thread of a Kafka client ends, or does not come back from user code. The client says nothing of it. The application
 * goes on with new clients, by itself. All wait at the same time.
 */
class LostClientThreadsIT {
    private static final int RECORDS = 5;

    @TempDir
    Path folder;

    private final CountDownLatch release = new CountDownLatch(1);
    private final List<Case> cases = new ArrayList<>();

    private record Case(String in, String out, LostThreads threads, OurApp app, boolean exactlyOnce) {}

    @Test
    void shouldGoOnWithNewClients() {
        try (Feed feed = new Feed()) {
            LostThreads ofAdmin = LostThreads.ended();
            ofAdmin.loseNext();
            Case startsWithout = start("at_least_once", ofAdmin, false);
            begin("exactly_once_v2", LostThreads.ended());
            begin("at_least_once", LostThreads.ended());
            begin("at_least_once", LostThreads.heldUntil(release));
            cases.forEach(each -> feed(feed, each, 0));
            cases.forEach(each -> awaitOutputs(each, RECORDS));
            cases.forEach(each -> each.threads().loseNext());
            cases.forEach(each -> feed(feed, each, RECORDS));
            cases.forEach(each -> awaitOutputs(each, 2 * RECORDS)); // which may have come before the thread was lost
            cases.forEach(each -> feed(feed, each, 2 * RECORDS));
            cases.forEach(each -> awaitOutputs(each, 3 * RECORDS));
            cases.add(startsWithout);
            for (Case each : cases) {
                each.app().awaitRunning();
                assertEquals(1, each.threads().lost());
                assertEquals(List.of(), each.app().errors());
            }
        } finally {
            release.countDown();
            cases.forEach(each -> each.app().close());
        }
    }

    private void begin(String guarantee, LostThreads threads) {
        Case begun = start(guarantee, threads, true);
        cases.add(begun);
        begun.app().awaitRunning();
    }

    private Case start(String guarantee, LostThreads threads, boolean ofProducers) {
        String in = Topic.create("in", 1);
        String out = Topic.create("out", 1);
        Properties config = OurApp.config(in + "-app", folder, guarantee);
        config.put(StreamsConfig.producerPrefix(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG), 2_000);
        config.put(StreamsConfig.producerPrefix(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG), 3_000);
        config.put(StreamsConfig.producerPrefix(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG), 3_000);
        if (ofProducers) {
            threads.ofProducers(config);
        } else {
            threads.ofAdmin(config);
        }
        OurApp app = OurApp.of(topology(in, out), config);
        app.streams().start();
        return new Case(in, out, threads, app, guarantee.equals("exactly_once_v2"));
    }

    private static Topology topology(String in, String out) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream(in).to(out);
        return builder.build();
    }

    private static void feed(Feed feed, Case to, int first) {
        for (int record = first; record < first + RECORDS; record++) {
            feed.send(to.in(), "key", String.valueOf(record));
        }
        feed.flush();
    }

    private static void awaitOutputs(Case of, int records) {
        Eventually.await(
                () -> new TreeSet<>(outputs(of)).size() == records,
                () -> records + " outputs; there are " + outputs(of) + ", lost threads: "
                        + of.threads().lost());
        int read = outputs(of).size();
        assertTrue(of.exactlyOnce() ? read == records : read >= records, () -> "outputs: " + outputs(of));
    }

    private static List<String> outputs(Case of) {
        return Topic.readStrings(of.out()).stream().map(ConsumerRecord::value).toList();
    }
}
