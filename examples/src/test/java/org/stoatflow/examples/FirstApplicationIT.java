package org.stoatflow.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.StringReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.localkafka.LocalKafka;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.StreamsConfig;

/**
 * Runs the first application beside the broker of {@code ./stoatflow broker}, as docs/FIRST-APPLICATION.md describes
 * it.
 */
class FirstApplicationIT {
    @TempDir
    Path folder;

    @Test
    void shouldCountTheLinesThatAreTyped() throws Exception {
        BlockingQueue<String> told = new LinkedBlockingQueue<>();
        try (LocalKafka kafka = LocalKafka.start();
                FirstBroker broker = new FirstBroker(kafka, told::add)) {
            KafkaStreams streams = new KafkaStreams(FirstApplication.topology(), settings(kafka.bootstrapServers()));
            try {
                streams.start();
                broker.feed(new BufferedReader(new StringReader("to be or not\nto be\n")));
                Map<String, Long> counts = new HashMap<>();
                while (!counts.equals(Map.of("to", 2L, "be", 2L, "or", 1L, "not", 1L))) {
                    String line = told.poll(2, TimeUnit.MINUTES);
                    assertNotNull(line, "no further count comes; there are " + counts);
                    String[] count = line.split("\t", -1);
                    assertEquals(2, count.length);
                    counts.put(count[0], Long.valueOf(count[1]));
                }
            } finally {
                assertTrue(streams.close(Duration.ofSeconds(30)));
            }
        }
    }

    private Properties settings(String bootstrapServers) {
        Properties settings = FirstApplication.settings(bootstrapServers);
        settings.put(StreamsConfig.STATE_DIR_CONFIG, folder.toString());
        return settings;
    }
}
