package org.stoatflow.parity.program;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.processor.TimestampExtractor;
import org.stoatflow.streams.processor.UsePartitionTimeOnInvalidTimestamp;

/** The time of a partition: what an extractor is given before and after a restart, and what is committed. */
final class PartitionTimeRows {
    private PartitionTimeRows() {}

    static List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        for (boolean exactlyOnce : new boolean[] {false, true}) {
            String how = exactlyOnce ? ", exactly once" : "";
            List<Row> both = List.of(
                    Row.script("partition time after a restart" + how, at -> {
                        at.feed();
                        restart(at, straight(at, asking(at)), PartitionTimeRows::onlyAsking);
                    }),
                    Row.script("partition time after a restart, own timestamps" + how, at -> {
                        at.feed();
                        restart(at, straight(at, (r, t) -> later(at, r, t)), PartitionTimeRows::onlyAsking);
                    }),
                    Row.script("partition time after a restart, behind what was dropped" + how, at -> {
                        FailureRows.lastBad(at);
                        at.flush();
                        at.createOutput("out", 2, Map.of());
                        restart(at, numbers(at), PartitionTimeRows::badAndGood);
                    }),
                    Row.script("partition time of two topics after a restart" + how, at -> {
                                at.feed();
                                restart(at, askingBoth(at), PartitionTimeRows::onlyAsking);
                            })
                            .fed(Feeds::twoTopics),
                    Row.script("partition times of a stage by key" + how, at -> {
                        at.feed();
                        restart(at, byKey(at), PartitionTimeRows::older);
                    }));
            both.forEach(row -> rows.add((exactlyOnce ? row.exactlyOnce() : row)
                    .with("deserialization.exception.handler", FailureRows.CONTINUE_READING)));
        }
        return rows;
    }

    private static void restart(Scene at, Topology topology, Consumer<Scene> more) {
        KafkaStreams first = at.started(topology);
        at.awaitCommitted(first);
        at.close(first);
        at.note("-", "restarted");
        more.accept(at);
        at.flush();
        KafkaStreams second = at.started(topology);
        at.awaitCommitted(second);
        at.close(second);
    }

    /** Notes what it is given, and answers with it where the value says so. */
    private static TimestampExtractor asking(Scene at) {
        TimestampExtractor library = new UsePartitionTimeOnInvalidTimestamp();
        return (record, partitionTime) -> {
            at.note(name(record), partitionTime);
            return String.valueOf(record.value()).contains("?")
                    ? library.extract(withoutTimestamp(record), partitionTime)
                    : record.timestamp();
        };
    }

    private static ConsumerRecord<Object, Object> withoutTimestamp(ConsumerRecord<Object, Object> record) {
        return new ConsumerRecord<>(record.topic(), record.partition(), record.offset(), record.key(), record.value());
    }

    /** Rises by itself where it is asked; some records are dropped. */
    private static long later(Scene at, ConsumerRecord<Object, Object> record, long partitionTime) {
        at.note(name(record), partitionTime);
        String value = String.valueOf(record.value());
        if (value.contains("w3")) {
            return -1;
        }
        return value.contains("?") ? partitionTime + 1 : record.timestamp() + 86_400_000;
    }

    private static String name(ConsumerRecord<Object, Object> record) {
        return record.topic().substring(record.topic().length() - 2) + record.partition();
    }

    private static Topology straight(Scene at, TimestampExtractor extractor) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream(at.in(), Consumed.<String, String>as("asked").withTimestampExtractor(extractor))
                .to(at.out());
        return builder.build();
    }

    private static Topology numbers(Scene at) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream(
                        at.in(),
                        Consumed.with(Serdes.String(), Serdes.Integer()).withTimestampExtractor((record, time) -> {
                            at.note(name(record), time);
                            return (int) record.value() < 0 ? time : record.timestamp();
                        }))
                .mapValues(String::valueOf)
                .to(at.out());
        return builder.build();
    }

    private static Topology askingBoth(Scene at) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream(
                        List.of(at.in(), at.topic("more")),
                        Consumed.<String, String>as("asked").withTimestampExtractor(asking(at)))
                .filter((key, value) -> value.contains("?"))
                .to(at.out());
        return builder.build();
    }

    /** No extractor that is given times: here many lanes read one partition. */
    private static Topology byKey(Scene at) {
        StreamsBuilder builder = new StreamsBuilder();
        OperatorRows.stream(builder, at).mapValues(value -> value + "!").to(at.out());
        return builder.build();
    }

    private static void onlyAsking(Scene at) {
        at.inputs.keySet().forEach(topic -> {
            for (int i = 0; i < 4; i++) {
                at.send(topic, i % 2, Feeds.BEGIN + i, topic + i, topic + " w1 ?" + i);
            }
        });
    }

    private static void badAndGood(Scene at) {
        at.sendBytes("in", 0, Feeds.BEGIN + 90, new byte[] {65}, new byte[3]);
        at.sendBytes("in", 0, Feeds.BEGIN + 80, new byte[] {65}, new byte[] {-1, -1, -1, -1});
        at.sendBytes("in", 0, Feeds.BEGIN + 70, new byte[] {65}, new byte[4]);
        at.sendBytes("in", 0, Feeds.BEGIN + 95, new byte[] {65}, new byte[3]);
    }

    private static void older(Scene at) {
        at.send("in", 0, Feeds.BEGIN, "k0", "in w1 older");
        at.send("in", 1, Feeds.BEGIN + 1, "k1", "in w1 older");
    }
}
