package org.stoatflow.bench.blocking;

import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.stoatflow.streams.processor.StateRestoreListener;

/** An application that is measured. It counts its restarts in place and the records that it has restored. */
final class BenchApp implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final KafkaStreams streams;
    private final CountDownLatch runningOrOver = new CountDownLatch(1);
    private final AtomicInteger timesRunning = new AtomicInteger();
    private final AtomicLong restored = new AtomicLong();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    private BenchApp(Topology topology, Properties config) {
        streams = new KafkaStreams(topology, config);
        streams.setStateListener((now, before) -> {
            if (now == KafkaStreams.State.RUNNING) {
                timesRunning.incrementAndGet();
            }
            if (now == KafkaStreams.State.RUNNING || now.hasStartedOrFinishedShuttingDown()) {
                runningOrOver.countDown();
            }
        });
        streams.setUncaughtExceptionHandler(thrown -> {
            failure.compareAndSet(null, thrown);
            return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
        });
        streams.setGlobalStateRestoreListener(new StateRestoreListener() {
            @Override
            public void onRestoreStart(TopicPartition partition, String store, long from, long to) {}

            @Override
            public void onBatchRestored(TopicPartition partition, String store, long end, long records) {
                restored.addAndGet(records);
            }

            @Override
            public void onRestoreEnd(TopicPartition partition, String store, long total) {}
        });
    }

    /** Starts an application, and returns once it runs. */
    static BenchApp running(Topology topology, Properties config) throws InterruptedException {
        BenchApp app = new BenchApp(topology, config);
        app.streams.start();
        if (!app.runningOrOver.await(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
            throw new IllegalStateException(
                    "the application does not run after " + LIMIT.toSeconds() + " s; it is " + app.streams.state());
        }
        app.check();
        return app;
    }

    /** Throws if the application has failed. Any thread. */
    void check() {
        Throwable thrown = failure.get();
        if (thrown != null || streams.state().hasStartedOrFinishedShuttingDown()) {
            throw new IllegalStateException("the application is " + streams.state(), thrown);
        }
    }

    /** How often the application came back to RUNNING. */
    int restarts() {
        return timesRunning.get() - 1;
    }

    /** How many records the application has read from changelogs. */
    long restored() {
        return restored.get();
    }

    @Override
    public void close() {
        if (!streams.close(LIMIT)) {
            throw new IllegalStateException("not closed within " + LIMIT.toSeconds() + " s");
        }
    }
}
