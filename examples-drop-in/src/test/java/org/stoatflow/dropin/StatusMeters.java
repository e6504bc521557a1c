package org.stoatflow.dropin;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import org.apache.kafka.streams.KafkaStreams;
import org.springframework.kafka.config.StreamsBuilderFactoryBean;
import org.stoatflow.status.ApplicationStatus;

/**
 * An example to copy: what stoatflow-http takes of the status for alerts, as meters of Actuator. The engine's meters
 * are in Actuator's registry without it.
 */
final class StatusMeters implements MeterBinder {
    private final StreamsBuilderFactoryBean factory;
    private final Tags tags;

    /** @param application the tag that the engine's meters have, too */
    StatusMeters(StreamsBuilderFactoryBean factory, String application) {
        this.factory = factory;
        this.tags = Tags.of("application", application);
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        gauge(registry, "stoatflow.ready", status -> status.isReady() ? 1 : 0);
        gauge(registry, "stoatflow.brokers.answer", status -> status.phase().answered() ? 1 : 0);
        gauge(registry, "stoatflow.state", status -> status.stores().bytes(), "bytes");
        for (ApplicationStatus.Readiness each : ApplicationStatus.Readiness.values()) {
            Gauge.builder(
                            "stoatflow.readiness",
                            () -> of(status -> status.phase().readiness() == each ? 1 : 0))
                    .tags(tags.and("readiness", each.name()))
                    .register(registry);
        }
        TimeGauge.builder("stoatflow.restore.left", () -> of(StatusMeters::leftSeconds), TimeUnit.SECONDS)
                .tags(tags)
                .register(registry);
    }

    private static double leftSeconds(ApplicationStatus status) {
        ApplicationStatus.Restore restore = status.stores().restore();
        if (restore == null || restore.standby() || restore.remaining() == 0) {
            return 0;
        }
        return restore.perSecond() > 0 ? restore.remaining() / restore.perSecond() : Double.POSITIVE_INFINITY;
    }

    private void gauge(MeterRegistry registry, String name, ToDoubleFunction<ApplicationStatus> value) {
        Gauge.builder(name, () -> of(value)).tags(tags).register(registry);
    }

    private void gauge(MeterRegistry registry, String name, ToDoubleFunction<ApplicationStatus> value, String unit) {
        Gauge.builder(name, () -> of(value)).tags(tags).baseUnit(unit).register(registry);
    }

    private double of(ToDoubleFunction<ApplicationStatus> value) {
        KafkaStreams streams = factory.getKafkaStreams();
        return streams == null ? Double.NaN : value.applyAsDouble(ApplicationStatus.of(streams));
    }
}
