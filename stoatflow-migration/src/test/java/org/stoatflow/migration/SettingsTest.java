package org.stoatflow.migration;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.openrewrite.properties.PropertiesParser;
import org.openrewrite.yaml.YamlParser;

class SettingsTest {
    @Test
    void shouldMoveClassesInProperties() {
        String before = """
                # handlers of org.apache.kafka.streams
                application.id=orders
                default.deserialization.exception.handler=org.apache.kafka.streams.errors.LogAndContinueExceptionHandler
                spring.kafka.streams.properties.default.timestamp.extractor: \\
                    org.apache.kafka.streams.processor.WallclockTimestampExtractor
                logging.level.org.apache.kafka.streams=WARN
                logging.level.org.apache.kafka.streams.KafkaStreams=WARN
                default.key.serde=org.apache.kafka.common.serialization.Serdes$StringSerde
                topics=a,\\
                    b
                my.handler=org.apache.kafka.streams.mine.Handler
                """;
        String after = before.replace(": \\\n    org", ": org")
                .replace("streams.errors", "X.errors")
                .replace("streams.processor", "X.processor")
                .replace("org.apache.kafka.X", "org.stoatflow.streams");

        assertEquals(
                after,
                Migration.of(
                        new MoveToStoatFlow(),
                        new PropertiesParser(),
                        "src/main/resources/streams.properties",
                        before));
    }

    @Test
    void shouldMoveClassesInYaml() {
        String before = """
                # classes of org.apache.kafka.streams
                spring:
                  kafka:
                    streams:
                      application-id: orders
                      properties:
                        default.deserialization.exception.handler: org.apache.kafka.streams.errors.LogAndContinueExceptionHandler
                        "default.timestamp.extractor": "org.apache.kafka.streams.processor.WallclockTimestampExtractor"
                        handlers:
                          - org.apache.kafka.streams.errors.LogAndFailExceptionHandler
                          - org.apache.kafka.streams.mine.Handler
                logging:
                  level:
                    org.apache.kafka.streams: WARN
                    org.apache.kafka.streams.KafkaStreams: WARN
                """;
        String after = before.replace("streams.errors", "X.errors")
                .replace("streams.processor", "X.processor")
                .replace("org.apache.kafka.X", "org.stoatflow.streams");

        assertEquals(
                after,
                Migration.of(new MoveToStoatFlow(), new YamlParser(), "src/main/resources/application.yml", before));
    }

    @Test
    void shouldLeaveSettingsOfTheDropIn() {
        String settings = "default.deserialization.exception.handler="
                + "org.apache.kafka.streams.errors.LogAndContinueExceptionHandler\n";

        assertEquals(
                settings, Migration.of(new MoveToDropIn(), new PropertiesParser(), "streams.properties", settings));
    }
}
