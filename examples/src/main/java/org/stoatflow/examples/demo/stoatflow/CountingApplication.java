package org.stoatflow.examples.demo.stoatflow;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.examples.demo.reading.EngineReading;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Produced;
import org.stoatflow.streams.processor.StateRestoreListener;

/**
 * The demo's application, in a JVM of its own: {@code main(input topic, output topic, file of settings)}. It says on
 * standard output what becomes of it, a line for each thing, and ends when its standard input does.
 *
 * <p>This file exists twice, once for each library. The two differ in package and imports only; a test compares them.
 */
public final class CountingApplication implements StateRestoreListener {
    private static final Duration CLOSE_LIMIT = Duration.ofMinutes(1);
    private static final Duration END_LIMIT = Duration.ofMinutes(10);
    private static final long READING_MS = 250;

    private final KafkaStreams streams;
    private final AtomicLong restored = new AtomicLong();
    private final CountDownLatch ended = new CountDownLatch(1);

    private CountingApplication(Topology topology, Properties settings) {
        streams = new KafkaStreams(topology, settings);
        streams.setStateListener((now, before) -> tell("state " + now));
        streams.setGlobalStateRestoreListener(this);
        streams.setUncaughtExceptionHandler(failure -> {
            tell("failure " + String.valueOf(failure.getMessage()).replace('\n', ' '));
            return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
        });
    }

    /** Runs until the end of standard input. */
    public static void main(String[] args) throws IOException {
        Properties settings = new Properties();
        try (Reader file = Files.newBufferedReader(Path.of(args[2]))) {
            settings.load(file);
        }
        new CountingApplication(topology(args[0], args[1]), settings).run();
    }

    /** Counts the words of lines. */
    public static Topology topology(String lines, String counts) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream(lines)
                .flatMapValues(line -> List.of(line.split(" ")))
                .groupBy((key, word) -> word)
                .count(Materialized.as("counts"))
                .toStream()
                .to(counts, Produced.valueSerde(Serdes.Long()));
        return builder.build();
    }

    private void run() throws IOException {
        // Ctrl-C reaches this process too, and the demo needs it until all lines are processed.
        Runtime.getRuntime().addShutdownHook(new Thread(this::awaitEnd, "demo-end"));
        Thread.ofPlatform().daemon().name("readings").start(this::tellReadings);
        try {
            streams.start();
            while (System.in.read() >= 0) {}
            if (streams.close(CLOSE_LIMIT)) {
                tell("closed");
            }
        } finally {
            ended.countDown();
        }
    }

    private void awaitEnd() {
        try {
            ended.await(END_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
    }

    private void tellReadings() {
        try {
            while (!ended.await(READING_MS, TimeUnit.MILLISECONDS)) {
                tell("engine " + EngineReading.of(streams.metrics()).line());
            }
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void onRestoreStart(TopicPartition partition, String store, long start, long end) {
        tell("restored " + restored.get());
    }

    @Override
    public void onBatchRestored(TopicPartition partition, String store, long end, long records) {
        tell("restored " + restored.addAndGet(records));
    }

    @Override
    public void onRestoreEnd(TopicPartition partition, String store, long records) {
        tell("restored " + restored.get());
    }

    private static synchronized void tell(String line) {
        System.out.println(line);
    }
}
