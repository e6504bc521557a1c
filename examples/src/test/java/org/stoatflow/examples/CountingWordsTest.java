package org.stoatflow.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.TestInputTopic;
import org.stoatflow.streams.TestOutputTopic;
import org.stoatflow.streams.TopologyTestDriver;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.MockProcessorContext;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.Stores;
import org.stoatflow.testing.LaneTestDriver;

/** The tests that docs/TESTING.md shows. */
class CountingWordsTest {
    @Test
    void shouldCountWords() {
        try (TopologyTestDriver driver = new TopologyTestDriver(FirstApplication.topology(), config())) {
            TestInputTopic<String, String> lines =
                    driver.createInputTopic("lines", new StringSerializer(), new StringSerializer());
            TestOutputTopic<String, Long> counts =
                    driver.createOutputTopic("counts", new StringDeserializer(), new LongDeserializer());

            lines.pipeInput("to be or not to be");
            lines.pipeInput("or");

            assertEquals(new KeyValue<>("to", 1L), counts.readKeyValue());
            assertEquals(Map.of("to", 2L, "be", 2L, "or", 2L, "not", 1L), counts.readKeyValuesToMap());
            assertEquals(2L, driver.getKeyValueStore("counts").get("be"));
        }
    }

    private static Properties config() {
        Properties config = new Properties();
        config.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        config.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        return config;
    }

    @Test
    void shouldCountWordsAsInProduction() {
        Properties config = config();
        config.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        for (long seed = 0; seed < 20; seed++) {
            try (LaneTestDriver driver = LaneTestDriver.of(FirstApplication.topology())
                    .config(config)
                    .partitions("lines", 3)
                    .lanes(4)
                    .commitInterval(Duration.ofMillis(100))
                    .seed(seed)
                    .build()) {
                TestInputTopic<String, String> lines =
                        driver.createInputTopic("lines", new StringSerializer(), new StringSerializer());
                TestOutputTopic<String, Long> counts =
                        driver.createOutputTopic("counts", new StringDeserializer(), new LongDeserializer());

                lines.pipeValueList(List.of("to be", "or not", "to be"));
                assertTrue(counts.isEmpty()); // the cache holds updates back, and nothing is committed

                driver.restart(); // nothing is lost, and nothing is counted twice
                driver.advanceWallClockTime(Duration.ofMillis(100));
                List<KeyValue<String, Long>> committed = counts.readKeyValuesToList();
                assertEquals(4, committed.size()); // each word once, with its last count
                assertTrue(committed.contains(new KeyValue<>("to", 2L)));
            }
        }
    }

    /** Forwards a value that is not the one before it. */
    private static final class Changes extends ContextualProcessor<String, String, String, String> {
        @Override
        public void process(Record<String, String> record) {
            KeyValueStore<String, String> last = context().getStateStore("last");
            if (!record.value().equals(last.get(record.key()))) {
                last.put(record.key(), record.value());
                context().forward(record);
            }
        }
    }

    @Test
    void shouldForwardChanges() {
        MockProcessorContext<String, String> context = new MockProcessorContext<>();
        KeyValueStore<String, String> last = Stores.keyValueStoreBuilder(
                        Stores.inMemoryKeyValueStore("last"), Serdes.String(), Serdes.String())
                .withLoggingDisabled()
                .build();
        last.init(context.getStateStoreContext(), last);
        Changes processor = new Changes();
        processor.init(context);

        processor.process(new Record<>("a", "1", 0));
        processor.process(new Record<>("a", "1", 1));
        processor.process(new Record<>("a", "2", 2));

        assertEquals(2, context.forwarded().size());
        assertEquals("2", last.get("a"));
        assertNull(last.get("b"));
    }
}
