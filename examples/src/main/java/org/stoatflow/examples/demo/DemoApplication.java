package org.stoatflow.examples.demo;

import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;

/** A {@link KafkaStreams} application that remembers its failure, for the threads that wait for the application. */
final class DemoApplication {
    private final KafkaStreams streams;
    private final CountDownLatch runningOrFailed = new CountDownLatch(1);
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    DemoApplication(Topology topology, Properties settings) {
        streams = new KafkaStreams(topology, settings);
        streams.setStateListener((newState, oldState) -> onState(newState));
        streams.setUncaughtExceptionHandler(reason -> {
            failure.compareAndSet(null, reason);
            return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
        });
    }

    private void onState(KafkaStreams.State state) {
        if (state == KafkaStreams.State.RUNNING || state.hasStartedOrFinishedShuttingDown()) {
            runningOrFailed.countDown();
        }
    }

    /** Starts the application, and returns once it processes records. */
    void start(Duration limit) throws DemoFailure, InterruptedException {
        streams.start();
        if (!runningOrFailed.await(limit.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new DemoFailure("the application is still " + streams.state() + " after " + limit.toSeconds() + " s");
        }
        check();
    }

    /** Throws if the application has failed. */
    void check() throws DemoFailure {
        KafkaStreams.State state = streams.state();
        Throwable reason = failure.get(); // read after the state, which is set after it
        if (reason != null) {
            throw new DemoFailure("the application failed and is " + state + ": " + reason.getMessage(), reason);
        }
        if (state.hasStartedOrFinishedShuttingDown()) {
            throw new DemoFailure("the application is " + state + " though nobody closed it; the log says why");
        }
    }

    Map<MetricName, ? extends Metric> metrics() {
        return streams.metrics();
    }

    /** Closes the application, whatever its state, and returns whether it has stopped. */
    boolean close(Duration limit) {
        return streams.close(limit);
    }
}
