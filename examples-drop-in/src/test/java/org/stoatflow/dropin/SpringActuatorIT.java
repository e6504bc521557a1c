package org.stoatflow.dropin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.kstream.KStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.health.actuate.endpoint.HealthEndpoint;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.kafka.annotation.EnableKafkaStreams;
import org.springframework.kafka.config.StreamsBuilderFactoryBean;
import org.stoatflow.localkafka.Patience;
import org.stoatflow.localkafka.TestCluster;

/** Spring Boot's Actuator, as its starter makes it, with the example's health indicator and meters on the drop-in. */
class SpringActuatorIT {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir
    private Path folder;

    /** What a user writes; the names of the topics come from the test. */
    @Configuration
    @EnableAutoConfiguration
    @EnableKafkaStreams
    static class Application {
        @Bean
        KStream<String, String> counting(StreamsBuilder builder, Environment settings) {
            KStream<String, String> lines = builder.stream(settings.getRequiredProperty("topics.in"));
            lines.groupByKey().count();
            return lines;
        }

        @Bean
        StatusHealthIndicator stoatflowHealthIndicator(StreamsBuilderFactoryBean factory) {
            return new StatusHealthIndicator(factory);
        }

        @Bean
        StatusMeters stoatflowMeters(StreamsBuilderFactoryBean factory, Environment settings) {
            return new StatusMeters(factory, settings.getRequiredProperty("spring.kafka.streams.application-id"));
        }
    }

    private static void awaitUp(HealthEndpoint health) throws InterruptedException {
        long beginNs = System.nanoTime();
        while (!health.healthForPath("stoatflow").getStatus().equals(Status.UP)) {
            if (Patience.isOver(beginNs, LIMIT)) {
                throw new AssertionError("health " + health.healthForPath("stoatflow"));
            }
            Thread.sleep(Duration.ofMillis(50)); // between two questions
        }
    }

    @Test
    void shouldShowTheStatusAsHealthAndMeters() throws InterruptedException {
        TestCluster cluster = TestCluster.shared();
        String in = cluster.uniqueName("in");
        cluster.createTopic(in, 1);
        SpringApplication application = new SpringApplication(Application.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        application.setDefaultProperties(Map.of(
                "topics.in",
                in,
                "spring.kafka.bootstrap-servers",
                cluster.bootstrapServers(),
                "spring.kafka.streams.application-id",
                cluster.uniqueName("actuator"),
                "spring.kafka.streams.state-dir",
                folder.toString(),
                "spring.kafka.streams.properties.default.key.serde",
                "org.apache.kafka.common.serialization.Serdes$StringSerde",
                "spring.kafka.streams.properties.default.value.serde",
                "org.apache.kafka.common.serialization.Serdes$StringSerde",
                "spring.jmx.enabled",
                "true",
                "management.endpoints.jmx.exposure.include",
                "health"));
        try (ConfigurableApplicationContext context = application.run()) {
            HealthEndpoint health = context.getBean(HealthEndpoint.class);
            awaitUp(health);
            MeterRegistry meters = context.getBean(MeterRegistry.class);
            assertEquals(1, meters.get("stoatflow.ready").gauge().value());
            assertEquals(1, meters.get("stoatflow.brokers.answer").gauge().value());
            assertEquals(
                    1,
                    meters.get("stoatflow.readiness")
                            .tag("readiness", "WORKS")
                            .gauge()
                            .value());
            assertEquals(0, meters.get("stoatflow.restore.left").timeGauge().value());
            assertNotNull(meters.find("stoatflow.stage.records").meter(), "the engine's own");
            assertNotNull(meters.find("kafka.stream.thread.process.total").meter(), "Micrometer's binder");
        }
    }
}
