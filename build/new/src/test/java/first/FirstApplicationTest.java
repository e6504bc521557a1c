package first;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.stoatflow.streams.TestInputTopic;
import org.stoatflow.streams.TestOutputTopic;
import org.stoatflow.streams.TopologyTestDriver;

/** The topology without a broker. */
class FirstApplicationTest {
    @Test
    void shouldCountWords() {
        try (TopologyTestDriver driver =
                new TopologyTestDriver(FirstApplication.topology(), FirstApplication.settings("none:9092"))) {
            TestInputTopic<String, String> lines =
                    driver.createInputTopic("lines", new StringSerializer(), new StringSerializer());
            TestOutputTopic<String, Long> counts =
                    driver.createOutputTopic("counts", new StringDeserializer(), new LongDeserializer());

            lines.pipeInput("to be or not to be");

            assertEquals(Map.of("to", 2L, "be", 2L, "or", 1L, "not", 1L), counts.readKeyValuesToMap());
        }
    }
}
