package org.stoatflow.examples.demo;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.examples.demo.reading.EngineReading;

/** One library's application, over its lives, and what a reader sees of its counts. The main thread alone uses it. */
final class Side {
    private static final Duration START_LIMIT = Duration.ofMinutes(2);
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(90);
    private static final Duration READ_LIMIT = Duration.ofMinutes(1);

    private final Library library;
    private final Properties settings;
    private final Path folder;
    private final String bootstrapServers;
    private final DemoClock clock;
    private final ReaderTotals seen = new ReaderTotals();
    private final Comeback comeback = new Comeback();
    private final OutputReader reader;
    private final Pace pace;
    private ApplicationProcess application;

    /** Starts the application, and does not wait for it. */
    Side(Library library, DemoOptions options, String bootstrapServers, DemoClock clock, Path folder) {
        this.library = library;
        this.folder = folder.resolve(library.applicationId());
        this.settings = WordCount.settings(library, options, bootstrapServers, this.folder.resolve("state"));
        this.bootstrapServers = bootstrapServers;
        this.clock = clock;
        this.reader = new OutputReader(bootstrapServers, library.counts(), clock, seen, comeback);
        this.pace = new Pace(library.title());
        this.application = ApplicationProcess.start(library, settings, this.folder);
    }

    Library library() {
        return library;
    }

    ReaderTotals seen() {
        return seen;
    }

    Comeback comeback() {
        return comeback;
    }

    Pace pace() {
        return pace;
    }

    EngineReading reading() {
        return application.reading();
    }

    /** How many records this life has taken from its changelog. */
    long restored() {
        return application.restored();
    }

    /** Returns once the application runs, and reads its counts from then on. */
    void awaitRunning() throws DemoFailure, InterruptedException {
        application.awaitRunning(START_LIMIT);
        reader.start();
    }

    /** Throws if the application or the reader has failed. */
    void check() throws DemoFailure {
        application.check();
        reader.check();
    }

    /** Ends the application with SIGKILL and starts it again, and says which process it was. */
    String killAndRestart() throws DemoFailure, InterruptedException {
        long killed = application.pid();
        comeback.onKill(clock.epochMicros());
        application.kill();
        application = ApplicationProcess.start(library, settings, folder);
        return "kill -9 " + killed + ": " + library.title() + " is dead, and started again at once";
    }

    /** Stops reading once all that is committed was read. */
    void stopReading(DemoTopics topics) throws DemoFailure, InterruptedException {
        reader.stop(topics.endOf(library.counts()), READ_LIMIT);
    }

    void abandon() {
        reader.abandon();
    }

    /** Closes the application, whatever its state. Throws where it was at work and has not closed. */
    void close(boolean orderly) throws DemoFailure, InterruptedException {
        if (!application.close(CLOSE_LIMIT) && orderly) {
            throw new DemoFailure(library.title() + " has not closed within " + CLOSE_LIMIT.toSeconds() + " s");
        }
    }

    /** Compares all committed counts with the words that were fed. */
    Verification.Verdict verify(Verification verification, DemoTopics topics) throws DemoFailure, InterruptedException {
        Map<TopicPartition, Long> ends = topics.endOf(library.counts());
        try (CountsConsumer consumer = new CountsConsumer(bootstrapServers, library.counts())) {
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
