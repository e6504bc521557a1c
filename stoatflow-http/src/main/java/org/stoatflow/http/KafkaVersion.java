package org.stoatflow.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import org.apache.kafka.common.MetricName;

/**
 * The version of Kafka's clients, as a file of theirs has it. The class of theirs that reads it has another package
 * from 4.4.0 on, and this module works with the clients that an application brings.
 */
final class KafkaVersion {
    private static final String FILE = "/kafka/kafka-version.properties";

    private KafkaVersion() {}

    /** Such as {@code 4.4.0}; {@code unknown} where the clients do not say. */
    static String ofClients() {
        try (InputStream file = MetricName.class.getResourceAsStream(FILE)) {
            Properties properties = new Properties();
            if (file != null) {
                properties.load(file);
            }
            return properties.getProperty("version", "unknown").trim();
        } catch (IOException failure) {
            throw new UncheckedIOException(FILE + " of Kafka's clients cannot be read", failure);
        }
    }
}
