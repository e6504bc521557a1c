package org.stoatflow.parity.program;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.stoatflow.parity.Cluster;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Materialized;

/** Tables that have no changelog are restored from their source topics, which others may have written to in part. */
final class SourceTopicRows {
    private SourceTopicRows() {}

    static List<Row> rows() {
        return List.of(
                row("table restored from a topic with an aborted transaction"),
                row("table restored from a topic with an aborted transaction, committed records only")
                        .with("consumer.isolation.level", "read_committed"),
                row("table restored from a topic with an aborted transaction, exactly once")
                        .exactlyOnce());
    }

    private static Row row(String name) {
        return Row.script(name, SourceTopicRows::restored).with("topology.optimization", "all");
    }

    private static void restored(Scene at) {
        at.create("in", 1);
        at.create("asked", 1);
        at.createOutput("out", 1, Map.of());
        at.send("in", 0, 1000, "changed", "before");
        at.send("in", 0, 2000, "kept", "before");
        at.flush();
        abort(at);
        at.send("in", 0, 5000, "last", "after");
        at.flush();
        KafkaStreams first = at.started(topology(at));
        at.awaitCommitted(first);
        ask(at, 6000);
        at.awaitCommitted(first);
        at.close(first);

        KafkaStreams second = at.made(topology(at));
        second.cleanUp();
        ask(at, 7000);
        second.start();
        at.awaitCommitted(second);
        at.close(second);
    }

    private static Topology topology(Scene at) {
        StreamsBuilder builder = new StreamsBuilder();
        KTable<String, String> table = builder.table(at.in(), Materialized.as("rows"));
        builder.<String, String>stream(at.topic("asked"))
                .leftJoin(table, (question, row) -> question + " " + row)
                .to(at.out());
        return builder.build(at.config());
    }

    private static void ask(Scene at, long timestamp) {
        for (String key : List.of("changed", "kept", "added", "last")) {
            at.send("asked", 0, timestamp, key, "asks");
        }
        at.flush();
    }

    private static void abort(Scene at) {
        Map<String, Object> settings = Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, Cluster.bootstrapServers(),
                ProducerConfig.TRANSACTIONAL_ID_CONFIG, at.in());
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
            producer.initTransactions();
            producer.beginTransaction();
            producer.send(record(at, 3000, "changed", "aborted"));
            producer.send(record(at, 4000, "added", "aborted"));
            producer.flush();
            producer.abortTransaction();
        }
    }

    private static ProducerRecord<byte[], byte[]> record(Scene at, long timestamp, String key, String value) {
        return new ProducerRecord<>(
                at.in(), 0, timestamp, key.getBytes(StandardCharsets.UTF_8), value.getBytes(StandardCharsets.UTF_8));
    }
}
