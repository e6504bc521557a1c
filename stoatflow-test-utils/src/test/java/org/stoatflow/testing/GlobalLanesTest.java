package org.stoatflow.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.TestInputTopic;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.kstream.GlobalKTable;

/**
 * A join with a global table over partitions, lanes, commits and restarts: each record finds the row that the table had
 * when the record was piped, whatever partition the record is in. The stage of the global table, which has no lanes, is
 * not in the way of others.
 */
class GlobalLanesTest {
    private static final int KEYS = 8;
    private static final int RECORDS = 200;

    private static Topology topology() {
        StreamsBuilder builder = new StreamsBuilder();
        GlobalKTable<String, String> table = builder.globalTable("table");
        builder.<String, String>stream("in")
                .leftJoin(table, (key, value) -> "row of " + key, (value, row) -> value + "+" + row)
                .to("out");
        builder.<String, String>stream("other")
                .groupBy((key, value) -> value)
                .count()
                .toStream()
                .mapValues(count -> "" + count)
                .to("counts");
        return builder.build();
    }

    @ParameterizedTest
    @CsvSource({"1,exactly_once_v2", "2,at_least_once", "3,exactly_once_v2", "4,at_least_once"})
    void shouldFindRowOfTheTime(long seed, String guarantee) {
        Properties config = new Properties();
        config.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, guarantee);
        config.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        config.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        Random random = new Random(seed);
        Map<String, String> rows = new HashMap<>();
        List<String> expected = new ArrayList<>();
        try (LaneTestDriver driver = LaneTestDriver.of(topology())
                .config(config)
                .partitions(3)
                .lanes(4)
                .seed(seed)
                .build()) {
            TestInputTopic<String, String> table =
                    driver.createInputTopic("table", new StringSerializer(), new StringSerializer());
            TestInputTopic<String, String> in =
                    driver.createInputTopic("in", new StringSerializer(), new StringSerializer());
            for (int i = 0; i < RECORDS; i++) {
                String key = "k" + random.nextInt(KEYS);
                switch (random.nextInt(9)) {
                    case 0, 1, 2 -> {
                        rows.put(key, "v" + i);
                        table.pipeInput("row of " + key, "v" + i);
                    }
                    case 3 -> {
                        driver.commit();
                        driver.restart();
                    }
                    default -> {
                        expected.add(i + "+" + rows.get(key));
                        in.pipeInput(key, "" + i);
                    }
                }
            }
            driver.commit();
            List<String> seen = driver.createOutputTopic("out", new StringDeserializer(), new StringDeserializer())
                    .readValuesToList();
            assertEquals(
                    expected.stream().sorted().toList(), seen.stream().sorted().toList());
            shouldCount(driver);
        }
    }

    private static void shouldCount(LaneTestDriver driver) {
        driver.createInputTopic("other", new StringSerializer(), new StringSerializer())
                .pipeInput("a", "b");
        driver.commit();
        assertEquals(
                "1",
                driver.createOutputTopic("counts", new StringDeserializer(), new StringDeserializer())
                        .readValue());
    }
}
