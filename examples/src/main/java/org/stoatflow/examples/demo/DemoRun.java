package org.stoatflow.examples.demo;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.TopicPartition;

/**
 * One demo on a broker that has the topics. It feeds until it is told to stop, waits until all is processed, closes the
 * application and compares. Every wait has a bound, and ends where the application, the feed or the reader has failed.
 */
final class DemoRun {
    private static final Duration START_LIMIT = Duration.ofSeconds(60);
    private static final Duration PROCESS_LIMIT = Duration.ofSeconds(60);
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(30);
    private static final Duration READ_LIMIT = Duration.ofSeconds(30);
    private static final Duration PROCESSED_PAUSE = Duration.ofMillis(100);

    private final DemoOptions options;
    private final String bootstrapServers;
    private final DemoTopics topics;
    private final Display display;
    private final Tally tally;
    private final ReaderTotals seen = new ReaderTotals();
    private final DemoApplication application;
    private final OutputReader reader;
    private final Producer<Void, String> producer;
    private final TextFeed feed;

    /** The outcome of a demo. */
    record Outcome(long lines, long words, ReaderTotals.Percentiles latency, Verification.Verdict verdict) {}

    DemoRun(DemoOptions options, String bootstrapServers, Admin admin, Path stateFolder, Display display) {
        this.options = options;
        this.bootstrapServers = bootstrapServers;
        this.topics = new DemoTopics(admin);
        this.display = display;
        DemoClock clock = new DemoClock();
        List<String> vocabulary = Vocabulary.words();
        tally = new Tally(vocabulary);
        application =
                new DemoApplication(WordCount.topology(), WordCount.settings(options, bootstrapServers, stateFolder));
        reader = new OutputReader(bootstrapServers, clock, seen);
        producer = TextFeed.producer(bootstrapServers);
        feed = new TextFeed(producer, new Text(options.seed(), vocabulary), tally, clock, options.linesPerSecond());
    }

    /** Runs once, until {@code stop} is counted down or the duration is over. */
    Outcome run(CountDownLatch stop) throws DemoFailure, InterruptedException {
        boolean closed;
        try {
            application.start(START_LIMIT);
            reader.start();
            feed.start();
            watch(stop);
        } finally {
            closed = end();
        }
        if (!closed) {
            throw new DemoFailure("the application has not stopped " + CLOSE_LIMIT.toSeconds() + " s after its close");
        }
        return new Outcome(tally.lines(), tally.words(), seen.snapshot(0).all(), verify());
    }

    private boolean end() {
        feed.abandon();
        reader.abandon();
        producer.close(Duration.ZERO);
        return application.close(CLOSE_LIMIT);
    }

    private void watch(CountDownLatch stop) throws DemoFailure, InterruptedException {
        long startNs = System.nanoTime();
        StatusSampler gauges = new StatusSampler(tally, seen, application, Screen.TOP_WORDS, startNs);
        Duration limit = options.duration();
        long endNs = limit == null ? Long.MAX_VALUE : limit.toNanos();
        long nextNs = startNs;
        boolean stopped = false;
        while (!stopped && System.nanoTime() - startNs < endNs) {
            nextNs += display.period().toNanos();
            stopped = stop.await(nextNs - System.nanoTime(), TimeUnit.NANOSECONDS);
            checkAll();
            display.show(
                    gauges.take(System.nanoTime()), limit == null ? "Ctrl-C ends it and verifies every count" : "");
        }
        feed.stop();
        awaitProcessed(gauges);
        reader.stop(topics.endOfCounts(), READ_LIMIT);
        display.show(gauges.take(System.nanoTime()), "Comparing every count with the lines");
    }

    private void awaitProcessed(StatusSampler gauges) throws DemoFailure, InterruptedException {
        long startNs = System.nanoTime();
        long shownNs = startNs;
        for (long waiting; (waiting = topics.linesWaiting()) > 0; ) {
            checkAll();
            long nowNs = System.nanoTime();
            if (nowNs - startNs > PROCESS_LIMIT.toNanos()) {
                throw new DemoFailure(waiting + " of " + tally.lines() + " lines are not processed "
                        + PROCESS_LIMIT.toSeconds() + " s after the last was fed");
            }
            if (nowNs - shownNs > display.period().toNanos()) {
                display.show(gauges.take(nowNs), Format.count(waiting) + " lines to be processed");
                shownNs = nowNs;
            }
            Thread.sleep(PROCESSED_PAUSE);
        }
    }

    private void checkAll() throws DemoFailure {
        application.check();
        feed.check();
        reader.check();
    }

    private Verification.Verdict verify() throws DemoFailure, InterruptedException {
        Verification verification = new Verification(options.guarantee(), tally.counts());
        Map<TopicPartition, Long> ends = topics.endOfCounts();
        try (CountsConsumer consumer = new CountsConsumer(bootstrapServers)) {
            long progressNs = System.nanoTime();
            while (!consumer.hasReached(ends)) {
                ConsumerRecords<String, Long> records = consumer.poll(Duration.ofMillis(100));
                for (ConsumerRecord<String, Long> result : records) {
                    verification.onResult(result.key(), result.value());
                }
                if (!records.isEmpty()) {
                    progressNs = System.nanoTime();
                } else if (System.nanoTime() - progressNs > READ_LIMIT.toNanos()) {
                    throw new DemoFailure("no counts came for " + READ_LIMIT.toSeconds() + " s though there are more: "
                            + consumer.missing(ends));
                }
            }
        }
        return verification.verdict();
    }
}
