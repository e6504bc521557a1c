package org.stoatflow.runtime.engine;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.runtime.cluster.Closing;
import org.stoatflow.runtime.lifecycle.Lifecycle;
import org.stoatflow.runtime.metrics.EngineMetrics;
import org.stoatflow.runtime.service.ServedApplication;
import org.stoatflow.runtime.service.Service;
import org.stoatflow.runtime.service.ServiceProvider;
import org.stoatflow.runtime.settings.ApplicationSettings;
import org.stoatflow.spi.EngineListener;
import org.stoatflow.status.ApplicationStatus;
import org.stoatflow.status.ApplicationTopology;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.topology.LogicalTopology;

/** What is seen of an engine from outside: its metrics, its status, and who serves them. Any thread. */
final class EngineView implements ServedApplication {
    private final ApplicationStatus.Instance instance;
    private final EngineListener listener;
    private final Supplier<@Nullable Lifecycle> lifecycle;
    private final Supplier<Map<MetricName, ? extends Metric>> ofAdmin;
    private final Optional<Service> service;
    private final EngineMetrics meters;
    private final FolderSize state;
    private final long lagAccepted;

    /**
     * @param lifecycle gives the present one, or null
     * @param ofAdmin the metrics of the admin client
     * @throws org.apache.kafka.common.config.ConfigException if registry, reporters or service cannot be made
     */
    EngineView(
            LogicalTopology topology,
            StreamsConfig config,
            EngineListener listener,
            Clock clock,
            Supplier<@Nullable Lifecycle> lifecycle,
            Supplier<Map<MetricName, ? extends Metric>> ofAdmin) {
        ApplicationSettings settings = ApplicationSettings.of(config);
        this.instance = new ApplicationStatus.Instance(settings.applicationId(), listener.clientId());
        this.listener = listener;
        this.lifecycle = lifecycle;
        this.ofAdmin = ofAdmin;
        this.lagAccepted = config.getLong(StreamsConfig.ACCEPTABLE_RECOVERY_LAG_CONFIG);
        this.state = new FolderSize(settings.stateFolder(), clock::nanos);
        this.service = ServiceProvider.wanted(config);
        this.meters = metersOrClose(settings, config, topology);
    }

    private EngineMetrics metersOrClose(ApplicationSettings settings, StreamsConfig config, LogicalTopology topology) {
        try {
            return new EngineMetrics(settings.applicationId(), config, topology, listener, registry());
        } catch (RuntimeException | Error refused) { // registry and reporters are the user's
            closeService();
            throw refused;
        }
    }

    private @Nullable MeterRegistry registry() {
        return service.map(Service::registry).orElse(null);
    }

    EngineMetrics meters() {
        return meters;
    }

    /** The engine starts: from now on it is served what there is to see. */
    void open() {
        service.ifPresent(opened -> opened.open(this));
    }

    /** Removes all meters, and ends the service. */
    void close() {
        closeService(); // first: what is served is asked for until then
        Closing.quietly("meters", meters::close); // reporters and registries are the user's
    }

    private void closeService() {
        service.ifPresent(opened -> Closing.quietly("service", opened::close));
    }

    @Override
    public ApplicationStatus status() {
        return meters.status(instance, phase(), state.bytes(), lagAccepted);
    }

    private ApplicationStatus.Phase phase() {
        Lifecycle current = lifecycle.get();
        return current == null
                ? new ApplicationStatus.Phase(
                        listener.state().name(),
                        null,
                        ApplicationStatus.Readiness.WAITS,
                        outside(listener.state()),
                        Duration.ZERO,
                        false,
                        true)
                : current.phaseStatus(listener.state());
    }

    /** What it is doing while it has no lifecycle. */
    private static String outside(KafkaStreams.State state) {
        return switch (state) {
            case CREATED -> "not started";
            case REBALANCING -> "starting";
            case RUNNING, PENDING_SHUTDOWN, PENDING_ERROR -> "ending";
            case NOT_RUNNING, ERROR -> "ended";
        };
    }

    @Override
    public Optional<ApplicationTopology> topology() {
        return meters.topology();
    }

    @Override
    public Map<MetricName, ? extends Metric> metrics() { // in Kafka Streams' order: the clients' first
        Lifecycle current = lifecycle.get();
        Map<MetricName, Metric> all = new LinkedHashMap<>(current == null ? ofAdmin.get() : current.metrics());
        all.putAll(meters.metrics());
        return all;
    }
}
