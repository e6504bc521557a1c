package org.stoatflow.parity.program;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.TestInputTopic;
import org.stoatflow.streams.TestOutputTopic;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.TopologyTestDriver;
import org.stoatflow.streams.test.TestRecord;

/** Test topics and their records. */
final class DriverTopics {
    private DriverTopics() {}

    static void addTo(Map<String, Consumer<DriverNotes>> programs) {
        programs.put("ways to pipe", DriverTopics::pipes);
        programs.put("ways to read", DriverTopics::reads);
        programs.put("test records", DriverTopics::records);
    }

    private static Topology passing() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in").to("out");
        return builder.build();
    }

    private static void pipes(DriverNotes notes) {
        try (TopologyTestDriver driver = DriverSetup.driver(passing())) {
            TestInputTopic<String, String> in = DriverSetup.input(driver, "in");
            notes.say(in.toString());
            in.pipeInput("value");
            in.pipeInput("key", "value");
            in.pipeInput("value", Instant.ofEpochMilli(7));
            in.pipeInput("key", "value", 8L);
            in.pipeInput("key", "value", Instant.ofEpochMilli(9));
            in.pipeInput(new TestRecord<>("key", "record"));
            in.pipeInput(new TestRecord<>("key", "record", Instant.ofEpochMilli(10)));
            in.advanceTime(Duration.ofSeconds(5));
            in.pipeRecordList(List.of(new TestRecord<>("k1", "v1"), new TestRecord<>("k2", "v2")));
            in.pipeKeyValueList(List.of(new KeyValue<>("k3", "v3"), new KeyValue<>("k4", "v4")));
            in.pipeValueList(List.of("v5", "v6"));
            in.pipeKeyValueList(
                    List.of(new KeyValue<>("k7", "v7"), new KeyValue<>("k8", "v8")),
                    Instant.ofEpochMilli(100),
                    Duration.ofMillis(50));
            in.pipeValueList(List.of("v9", "v10"), Instant.ofEpochMilli(200), Duration.ofMillis(-50));
            in.pipeInput("last");
            driver.createInputTopic("in", new StringSerializer(), new StringSerializer())
                    .pipeValueList(List.of("wall", "clock"));
            notes.read(driver, "out");
        }
    }

    private static void reads(DriverNotes notes) {
        try (TopologyTestDriver driver = DriverSetup.driver(passing())) {
            TestInputTopic<String, String> in = DriverSetup.input(driver, "in");
            TestOutputTopic<String, String> out =
                    driver.createOutputTopic("out", new StringDeserializer(), new StringDeserializer());
            notes.say(out.toString());
            in.pipeKeyValueList(List.of(
                    new KeyValue<>("a", "1"),
                    new KeyValue<>("b", "2"),
                    new KeyValue<>("a", "3"),
                    new KeyValue<>("c", null)));
            notes.say("size " + out.getQueueSize());
            notes.say(out.readValue() + " " + out.readKeyValue() + " " + out.readRecord() + " " + out.isEmpty());
            notes.say(out.readKeyValuesToList() + " " + out.isEmpty());
            in.pipeKeyValueList(List.of(new KeyValue<>("b", "1"), new KeyValue<>("a", "2"), new KeyValue<>("b", "3")));
            notes.say("" + out.readKeyValuesToMap());
            in.pipeInput("no key");
            notes.ask("a map without a key", out::readKeyValuesToMap);
            in.pipeValueList(List.of("x", "y"));
            notes.say("" + out.readValuesToList());
            in.pipeInput("a", "twice");
            TestOutputTopic<String, String> second =
                    driver.createOutputTopic("out", new StringDeserializer(), new StringDeserializer());
            notes.say(second.getQueueSize() + " " + second.readValue() + " " + out.isEmpty());
        }
    }

    private static void records(DriverNotes notes) {
        RecordHeaders headers = new RecordHeaders();
        headers.add("h", new byte[] {1});
        TestRecord<String, String> record = new TestRecord<>("k", "v", headers, 5L);
        headers.add("later", new byte[] {2});
        notes.say("" + record);
        notes.say("" + new TestRecord<>("v"));
        notes.say("" + new TestRecord<>(null, null, null, (Instant) null));
        notes.say(record.equals(new TestRecord<>("k", "v", record.headers(), Instant.ofEpochMilli(5))) + " "
                + record.equals(new TestRecord<>("k", "v", 5L == 5 ? Instant.ofEpochMilli(5) : null)) + " "
                + (record.hashCode() == new TestRecord<>("k", "v", record.getHeaders(), 5L).hashCode()));
        notes.say(record.timestamp() + " " + record.getRecordTime() + " " + record.getKey() + " " + record.getValue());
        notes.say("" + new TestRecord<>(new ConsumerRecord<>("t", 0, 0, "k", "v")).value());
        notes.ask("of a consumer without time", () -> new TestRecord<>(new ConsumerRecord<>("t", 0, 0, "k", "v")));
        notes.say("" + new TestRecord<>(new ProducerRecord<>("t", 0, 3L, "k", "v", headers)));
        notes.ask("of a producer without time", () -> new TestRecord<>(new ProducerRecord<>("t", "k", "v")));
        notes.ask("of nothing", () -> new TestRecord<>((ProducerRecord<String, String>) null));
    }
}
