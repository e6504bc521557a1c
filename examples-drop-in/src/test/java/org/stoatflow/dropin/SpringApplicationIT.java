package org.stoatflow.dropin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.kstream.KStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.kafka.annotation.EnableKafkaStreams;
import org.springframework.kafka.config.StreamsBuilderFactoryBean;
import org.stoatflow.dropin.Topic.Line;
import org.stoatflow.localkafka.TestCluster;

/** A Spring Boot application with spring-kafka's support for Kafka Streams, on the drop-in. */
class SpringApplicationIT {
    @TempDir
    private Path folder;

    /** What a user writes; the names of the topics come from the test. */
    @Configuration
    @EnableAutoConfiguration
    @EnableKafkaStreams
    static class Application {
        @Bean
        KStream<String, String> shouting(StreamsBuilder builder, Environment settings) {
            KStream<String, String> lines = builder.stream(settings.getRequiredProperty("topics.in"));
            lines.mapValues(line -> line.toUpperCase(Locale.ROOT)).to(settings.getRequiredProperty("topics.out"));
            return lines;
        }
    }

    @Test
    void shouldStartProcessAndStop() {
        TestCluster cluster = TestCluster.shared();
        String in = cluster.uniqueName("in");
        String out = cluster.uniqueName("out");
        cluster.createTopic(in, 1);
        cluster.createTopic(out, 1);

        SpringApplication application = new SpringApplication(Application.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        application.setDefaultProperties(Map.of(
                "topics.in",
                in,
                "topics.out",
                out,
                "spring.kafka.bootstrap-servers",
                cluster.bootstrapServers(),
                "spring.kafka.streams.application-id",
                cluster.uniqueName("spring"),
                "spring.kafka.streams.state-dir",
                folder.toString(),
                "spring.kafka.streams.properties.default.key.serde",
                "org.apache.kafka.common.serialization.Serdes$StringSerde",
                "spring.kafka.streams.properties.default.value.serde",
                "org.apache.kafka.common.serialization.Serdes$StringSerde"));
        KafkaStreams streams;
        try (ConfigurableApplicationContext context = application.run()) {
            StreamsBuilderFactoryBean factory = context.getBean(StreamsBuilderFactoryBean.class);
            streams = factory.getKafkaStreams();
            assertTrue(factory.isRunning());

            new Topic(cluster.bootstrapServers(), in)
                    .write(List.of(new Line(1, "a", "hello"), new Line(2, "b", "you")));
            List<ConsumerRecord<String, String>> read = new Topic(cluster.bootstrapServers(), out)
                    .read(0, new StringDeserializer(), found -> found.size() >= 2, context::isRunning);
            assertEquals(
                    List.of("HELLO", "YOU"),
                    read.stream().map(ConsumerRecord::value).toList());
            assertEquals(KafkaStreams.State.RUNNING, streams.state());
        }
        assertEquals(KafkaStreams.State.NOT_RUNNING, streams.state());
    }
}
