package org.stoatflow.dropin;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.kstream.TimeWindows;
import org.apache.kafka.streams.scala.StreamsBuilder;
import org.apache.kafka.streams.scala.kstream.KGroupedStream;
import org.junit.jupiter.api.Test;

/** Kafka's own interface for Scala, as it is published, over the drop-in. */
@SuppressWarnings("deprecation") // as Kafka has marked all of this interface
class ScalaApiTest {
    private static final Serde<String> TEXT = Serdes.String();

    /** Scala's numbers are objects to Java. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    private static final Serde<Object> NUMBER = (Serde) Serdes.Long();

    private final StreamsBuilder builder = new StreamsBuilder(new org.apache.kafka.streams.StreamsBuilder());

    private KGroupedStream<String, String> words() {
        return builder.stream("words", Consumed.with(TEXT, TEXT)).groupByKey(Grouped.with(TEXT, TEXT));
    }

    @Test
    void shouldCount() {
        words().count(Materialized.with(TEXT, NUMBER)).toStream().to("counts", Produced.with(TEXT, NUMBER));
        assertEquals(Map.of("a", 2L, "b", 1L), counts());
    }

    @Test
    void shouldCountWindows() {
        words().windowedBy(TimeWindows.ofSizeWithNoGrace(Duration.ofMinutes(1)))
                .count(Materialized.with(TEXT, NUMBER))
                .toStream((window, count) -> window.key())
                .to("counts", Produced.with(TEXT, NUMBER));
        assertEquals(Map.of("a", 2L, "b", 1L), counts());
    }

    private Map<String, Long> counts() {
        Properties config = new Properties();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, "scala");
        try (TopologyTestDriver driver = new TopologyTestDriver(builder.build(), config)) {
            TestInputTopic<String, String> words =
                    driver.createInputTopic("words", new StringSerializer(), new StringSerializer());
            for (String word : new String[] {"a", "b", "a"}) {
                words.pipeInput(word, word, 0);
            }
            return driver.createOutputTopic("counts", new StringDeserializer(), new LongDeserializer())
                    .readKeyValuesToMap();
        }
    }
}
