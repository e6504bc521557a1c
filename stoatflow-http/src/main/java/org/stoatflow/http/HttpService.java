package org.stoatflow.http;

import com.sun.net.httpserver.HttpServer;
import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.config.StoatflowConfig;
import org.stoatflow.runtime.service.ServedApplication;
import org.stoatflow.runtime.service.Service;

/** Serves an application's {@link Pages} from its start to its end, on threads of its own. */
final class HttpService implements Service {
    private static final Logger LOG = LoggerFactory.getLogger(HttpService.class);
    private static final Duration REQUEST_LIMIT = Duration.ofSeconds(20);
    private static final int AWAITED_CONNECTIONS_MAX = 64;

    private final HttpSettings settings;
    private final PrometheusRegistry samples = new PrometheusRegistry();
    private final PrometheusMeterRegistry registry =
            new PrometheusMeterRegistry(PrometheusConfig.DEFAULT, samples, Clock.SYSTEM);
    private final JvmGcMetrics collections = new JvmGcMetrics();
    private @Nullable Listening listening; // guarded by this

    private record Listening(HttpServer server, RequestThreads threads) {}

    HttpService(HttpSettings settings) {
        this.settings = settings;
        List<MeterBinder> ofProcess = List.of(
                collections,
                new JvmMemoryMetrics(),
                new JvmThreadMetrics(),
                new ProcessorMetrics(),
                new UptimeMetrics(),
                new FileDescriptorMetrics());
        ofProcess.forEach(binder -> binder.bindTo(registry));
    }

    @Override
    public MeterRegistry registry() {
        return registry;
    }

    @Override
    public synchronized void open(ServedApplication application) {
        samples.register(new KafkaSamples(application::metrics, KafkaVersion.ofClients()));
        samples.register(new StatusSamples(application::status, settings.stateFolder()));
        HttpServer server = bound();
        RequestThreads threads = new RequestThreads(REQUEST_LIMIT);
        server.setExecutor(threads);
        server.createContext("/", new RequestHandler(new Pages(application, new MetricsPage(registry))));
        server.start();
        listening = new Listening(server, threads);
        LOG.info(
                "Health, metrics, topology and status are served at http://{}:{}/",
                server.getAddress().getAddress().getHostAddress(),
                server.getAddress().getPort());
    }

    private HttpServer bound() {
        InetSocketAddress address = settings.address();
        try {
            return HttpServer.create(address, AWAITED_CONNECTIONS_MAX);
        } catch (IOException refused) {
            throw new KafkaException(
                    "Cannot listen at " + address.getAddress().getHostAddress() + ":" + address.getPort() + ", as "
                            + StoatflowConfig.HTTP_PORT + " asks: " + refused.getMessage()
                            + ". Choose another port, or 0 for any that is free",
                    refused);
        }
    }

    /** The port at which it listens. */
    synchronized int port() {
        if (listening == null) {
            throw new IllegalStateException("not open");
        }
        return listening.server().getAddress().getPort();
    }

    @Override
    public synchronized void close() {
        if (listening != null) {
            listening.server().stop(0);
            listening.threads().close();
            listening = null;
        }
        collections.close();
        registry.close();
    }
}
