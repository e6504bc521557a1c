package org.stoatflow.streams;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.stoatflow.spi.Engine;
import org.stoatflow.spi.EngineListener;
import org.stoatflow.spi.EngineProvider;
import org.stoatflow.topology.LogicalTopology;

/** An engine that does what a test tells it. Found through META-INF/services. */
public final class FakeEngine implements Engine {
    private static volatile FakeEngine last;

    private final List<String> calls = new ArrayList<>();
    private final CountDownLatch mayStop = new CountDownLatch(1);
    final LogicalTopology topology;
    final EngineListener listener;
    final KafkaClientSupplier clients;

    private FakeEngine(
            final LogicalTopology topology, final KafkaClientSupplier clients, final EngineListener listener) {
        this.topology = topology;
        this.clients = clients;
        this.listener = listener;
    }

    /** Makes fake engines. */
    public static final class Provider implements EngineProvider {
        /** For the service loader. */
        public Provider() {}

        @Override
        public Engine create(
                final LogicalTopology topology,
                final StreamsConfig config,
                final KafkaClientSupplier clients,
                final EngineListener listener) {
            last = new FakeEngine(topology, clients, listener);
            return last;
        }
    }

    static FakeEngine last() {
        return last;
    }

    void letStop() {
        mayStop.countDown();
    }

    synchronized List<String> calls() {
        return List.copyOf(calls);
    }

    private synchronized void record(final String call) {
        calls.add(call);
    }

    @Override
    public void start() {
        record("start");
    }

    @Override
    public void pause(final boolean nowPaused) {
        record(nowPaused ? "pause" : "resume");
    }

    @Override
    public boolean close(final Duration timeout) {
        record("close");
        return awaitStop(timeout);
    }

    @Override
    public boolean closeAndLeaveGroup(final Duration timeout) {
        record("closeAndLeaveGroup");
        return awaitStop(timeout);
    }

    private boolean awaitStop(final Duration timeout) {
        try {
            return mayStop.await(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (final InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    @Override
    public void cleanUp() {
        record("cleanUp");
    }

    @Override
    public Map<MetricName, ? extends Metric> metrics() {
        return Map.of();
    }
}
