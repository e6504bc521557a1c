package org.stoatflow.parity;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;

/** Which Kafka Streams there is, by the file in its jar. */
public final class KafkaStreamsVersion {
    private static final String FILE = "kafka/kafka-streams-version.properties";

    private KafkaStreamsVersion() {}

    /** The name and the version of the one that a class loader finds, such as "Kafka Streams 4.4.0". */
    public static String of(ClassLoader loader) {
        Properties version = new Properties();
        try (InputStream in = loader.getResourceAsStream(FILE)) {
            version.load(Objects.requireNonNull(in, FILE));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return "Kafka Streams " + version.getProperty("version");
    }
}
