package org.stoatflow.dropin;

import org.apache.kafka.streams.KafkaStreams;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.kafka.config.StreamsBuilderFactoryBean;
import org.stoatflow.status.ApplicationStatus;

/**
 * An example to copy: Actuator's health says what {@code /health/ready} of stoatflow-http says. For a group of
 * readiness; of liveness it is no part, since no restart of the process mends what it waits for.
 */
final class StatusHealthIndicator implements HealthIndicator {
    private final StreamsBuilderFactoryBean factory;

    StatusHealthIndicator(StreamsBuilderFactoryBean factory) {
        this.factory = factory;
    }

    @Override
    public Health health() {
        KafkaStreams streams = factory.getKafkaStreams();
        if (streams == null) {
            return Health.outOfService().withDetail("readiness", "Not started.").build();
        }
        ApplicationStatus status = ApplicationStatus.of(streams);
        Health.Builder health =
                !status.isLive() ? Health.down() : status.isReady() ? Health.up() : Health.outOfService();
        return health.withDetail("readiness", status.readiness())
                .withDetail("state", status.phase().state())
                .withDetail("failures", status.failures().size())
                .build();
    }
}
