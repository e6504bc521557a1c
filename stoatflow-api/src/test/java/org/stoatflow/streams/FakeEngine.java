package org.stoatflow.streams;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Time;
import org.stoatflow.spi.Engine;
import org.stoatflow.spi.EngineListener;
import org.stoatflow.spi.EngineProvider;
import org.stoatflow.spi.GroupView;
import org.stoatflow.spi.SourceProgress;
import org.stoatflow.spi.StoreViews;
import org.stoatflow.status.ApplicationStatus;
import org.stoatflow.status.ApplicationTopology;
import org.stoatflow.topology.LogicalTopology;

/** An engine that does what a test tells it. Found through META-INF/services. */
public final class FakeEngine implements Engine {
    private static volatile FakeEngine last;

    private final List<String> calls = new ArrayList<>();
    private final CountDownLatch mayStop = new CountDownLatch(1);
    final LogicalTopology topology;
    final EngineListener listener;
    final KafkaClientSupplier clients;
    private final Admin admin;
    final ApplicationStatus status;

    private FakeEngine(LogicalTopology topology, KafkaClientSupplier clients, Admin admin, EngineListener listener) {
        this.admin = admin;
        this.topology = topology;
        this.clients = clients;
        this.listener = listener;
        this.status = new ApplicationStatus(
                new ApplicationStatus.Instance("app", listener.clientId()),
                new ApplicationStatus.Phase(
                        "CREATED", null, ApplicationStatus.Readiness.WAITS, "not started", Duration.ZERO, false, true),
                new ApplicationStatus.Epochs(0, null, null, null, 0, "nothing yet"),
                List.of(),
                List.of(),
                new ApplicationStatus.Stores(null, 0, 0),
                List.of());
    }

    /** Makes fake engines. */
    public static final class Provider implements EngineProvider {
        /** For the service loader. */
        public Provider() {}

        @Override
        public Engine create(
                LogicalTopology topology,
                StreamsConfig config,
                KafkaClientSupplier clients,
                Admin admin,
                EngineListener listener,
                Time time) {
            last = new FakeEngine(topology, clients, admin, listener);
            return last;
        }
    }

    static SourceProgress noProgress() {
        return new SourceProgress() {
            @Override
            public long polled(TopicPartition partition) {
                return UNKNOWN;
            }

            @Override
            public long committed(TopicPartition partition) {
                return UNKNOWN;
            }
        };
    }

    static FakeEngine last() {
        return last;
    }

    /** Throws anything, as code in other languages may. */
    @SuppressWarnings("unchecked")
    static <T extends Throwable> void sneaky(Throwable thrown) throws T {
        throw (T) thrown;
    }

    static void awaitUninterrupted(CountDownLatch latch) {
        try {
            assertTrue(latch.await(60, TimeUnit.SECONDS));
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    void letStop() {
        mayStop.countDown();
    }

    synchronized List<String> calls() {
        return List.copyOf(calls);
    }

    private synchronized void record(String call) {
        calls.add(call);
    }

    @Override
    public void start() {
        record("start");
    }

    @Override
    public void pause(boolean nowPaused) {
        record(nowPaused ? "pause" : "resume");
    }

    @Override
    public boolean close(Duration timeout) {
        record("close");
        return awaitStop(timeout);
    }

    @Override
    public boolean closeAndLeaveGroup(Duration timeout) {
        record("closeAndLeaveGroup");
        return awaitStop(timeout);
    }

    private boolean awaitStop(Duration timeout) {
        try {
            return mayStop.await(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    @Override
    public ClientInstanceIds clientInstanceIds(Duration timeout) {
        throw new UnsupportedOperationException("clientInstanceIds");
    }

    @Override
    public Admin admin() {
        return admin;
    }

    @Override
    public Optional<GroupView> group() {
        return Optional.empty();
    }

    @Override
    public SourceProgress sources() {
        return noProgress();
    }

    @Override
    public Optional<StoreViews> stores() {
        return Optional.empty();
    }

    @Override
    public void cleanUp() {
        record("cleanUp");
    }

    @Override
    public Map<MetricName, ? extends Metric> metrics() {
        return Map.of();
    }

    @Override
    public ApplicationStatus status() {
        return status;
    }

    @Override
    public Optional<ApplicationTopology> topology() {
        return Optional.empty();
    }
}
