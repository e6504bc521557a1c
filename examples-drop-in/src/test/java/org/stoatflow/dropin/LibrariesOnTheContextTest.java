package org.stoatflow.dropin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.processor.ProcessorContext;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.processor.To;
import org.apache.kafka.streams.processor.api.ContextualFixedKeyProcessor;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.FixedKeyProcessorContext;
import org.apache.kafka.streams.processor.api.FixedKeyRecord;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;
import org.springframework.expression.Expression;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.kafka.streams.HeaderEnricherProcessor;

/** Libraries see more in a processor's context than its type says: what Kafka Streams' own has. */
class LibrariesOnTheContextTest {
    private final StreamsBuilder builder = new StreamsBuilder();

    @Test
    void shouldRunSpringsExpressionsOverTheContext() {
        Expression when = new SpelExpressionParser()
                .parseExpression("context.timestamp() + ' ' + context.topic() + ' ' + context.offset()");
        builder.<String, String>stream("in")
                .process(() -> new HeaderEnricherProcessor<String, String>(Map.of("when", when)))
                .to("out");
        TestRecord<String, String> made = piped();
        assertEquals("5 in 0", new String(made.headers().lastHeader("when").value(), StandardCharsets.UTF_8));
    }

    @Test
    void shouldBeEachKindOfContextInAProcessor() {
        builder.<String, String>stream("in")
                .process(() -> new ContextualProcessor<String, String, String, String>() {
                    @Override
                    public void process(Record<String, String> record) {
                        assertInstanceOf(StateStoreContext.class, context());
                        assertInstanceOf(FixedKeyProcessorContext.class, context());
                        ProcessorContext older = assertInstanceOf(ProcessorContext.class, context());
                        older.forward(record.key(), older.topic() + older.partition() + older.offset());
                        older.forward(record.key(), "last", To.all().withTimestamp(older.timestamp() + 1));
                    }
                })
                .to("out");
        TestRecord<String, String> made = piped();
        assertEquals("last", made.value());
        assertEquals(6, made.timestamp());
    }

    @Test
    void shouldBeEachKindOfContextInAProcessorThatKeepsKeys() {
        builder.<String, String>stream("in")
                .processValues(() -> new ContextualFixedKeyProcessor<String, String, String>() {
                    @Override
                    public void process(FixedKeyRecord<String, String> record) {
                        ProcessorContext older = assertInstanceOf(ProcessorContext.class, context());
                        context().forward(record.withValue(older.topic() + older.timestamp()));
                    }
                })
                .to("out");
        assertEquals("in5", piped().value());
    }

    /** The last record that the topology makes of one. */
    private TestRecord<String, String> piped() {
        Properties config = new Properties();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, "contexts");
        config.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        config.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        try (TopologyTestDriver driver = new TopologyTestDriver(builder.build(), config)) {
            driver.createInputTopic("in", new StringSerializer(), new StringSerializer())
                    .pipeInput("k", "v", 5);
            return driver.createOutputTopic("out", new StringDeserializer(), new StringDeserializer())
                    .readRecordsToList()
                    .getLast();
        }
    }
}
