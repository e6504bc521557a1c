package org.stoatflow.streams;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;

/** What a configuration refuses, in its constructor and when it is asked, is what Kafka Streams' refuses. */
class StreamsConfigRefusedTest {
    private static final Object UNSET = new Object();
    private static final List<String> NUMBERS = List.of(
            "num.stream.threads",
            "num.standby.replicas",
            "commit.interval.ms",
            "poll.ms",
            "max.task.idle.ms",
            "task.timeout.ms",
            "buffered.records.per.partition",
            "statestore.cache.max.bytes",
            "cache.max.bytes.buffering",
            "acceptable.recovery.lag",
            "max.warmup.replicas",
            "probing.rebalance.interval.ms",
            "replication.factor",
            "repartition.purge.interval.ms",
            "state.cleanup.delay.ms",
            "state.cleanup.dir.max.age.ms",
            "windowstore.changelog.additional.retention.ms",
            "window.size.ms",
            "rack.aware.assignment.traffic_cost",
            "rack.aware.assignment.non_overlap_cost",
            "metrics.num.samples",
            "metrics.sample.window.ms",
            "connections.max.idle.ms",
            "metadata.max.age.ms",
            "receive.buffer.bytes",
            "send.buffer.bytes",
            "reconnect.backoff.ms",
            "request.timeout.ms",
            "retries",
            "retry.backoff.ms");
    private static final List<String> TEXTS = List.of(
            "application.id",
            "bootstrap.servers",
            "application.server",
            "client.id",
            "processing.guarantee",
            "topology.optimization",
            "group.protocol",
            "upgrade.from",
            "security.protocol",
            "metrics.recording.level",
            "built.in.metrics.version",
            "default.dsl.store",
            "dsl.store.format",
            "rack.aware.assignment.strategy",
            "rack.aware.assignment.tags",
            "client.tag.zone",
            "state.dir",
            "metadata.recovery.strategy",
            "errors.dead.letter.queue.topic.name",
            "enable.metrics.push",
            "log.summary.interval.ms",
            "ensure.explicit.internal.resource.naming",
            "allow.os.group.write.access",
            "processing.exception.handler.global.enabled");
    private static final List<String> TYPES = List.of(
            "default.key.serde",
            "default.value.serde",
            "default.list.key.serde.type",
            "default.list.key.serde.inner",
            "windowed.inner.class.serde",
            "default.timestamp.extractor",
            "deserialization.exception.handler",
            "default.deserialization.exception.handler",
            "production.exception.handler",
            "default.production.exception.handler",
            "processing.exception.handler",
            "default.client.supplier",
            "dsl.store.suppliers.class",
            "rocksdb.config.setter",
            "processor.wrapper.class",
            "task.assignor.class",
            "metric.reporters");

    @Test
    void shouldRefuseWhatKafkaStreamsRefuses() {
        StringBuilder table = new StringBuilder();
        int refused = 0;
        for (Map<String, Object> setting : settings()) {
            String theirs = outcome(() -> askAll(new org.apache.kafka.streams.StreamsConfig(with(setting))));
            String ours = outcome(() -> askAll(new StreamsConfig(with(setting))));
            refused += theirs.equals("accepted") ? 0 : 1;
            if (!isSame(theirs, ours)) {
                table.append(setting + "\n    " + theirs + "\n    " + ours + "\n");
            }
        }
        assertEquals("", table.toString(), "setting, what Kafka Streams says, what we say");
        assertTrue(refused > 90, "few are refused: " + refused);
    }

    private static List<Map<String, Object>> settings() {
        List<Map<String, Object>> all = new ArrayList<>();
        for (String number : NUMBERS) {
            for (Object value : Arrays.asList(-2, -1, 0, "many", "", "1.5", 3_000_000_000L, true, null)) {
                all.add(one(number, value));
            }
        }
        for (String text : TEXTS) {
            for (Object value : Arrays.asList("", " ", "no such", "a,b", 7, null, true)) {
                all.add(one(text, value));
            }
        }
        for (String type : TYPES) {
            for (Object value : Arrays.asList("no.such.Type", "", "java.lang.String", String.class, 7, null)) {
                all.add(one(type, value));
            }
        }
        all.addAll(combined());
        all.addAll(combinedOfGroups());
        return all;
    }

    private static List<Map<String, Object>> combined() {
        String guarantee = "processing.guarantee";
        String once = "exactly_once_v2";
        return List.of(
                one("application.id", UNSET),
                one("bootstrap.servers", UNSET),
                Map.of(guarantee, once, "commit.interval.ms", 60_000),
                Map.of(guarantee, once, "commit.interval.ms", 60_000, "transaction.timeout.ms", 70_000),
                Map.of(guarantee, once, "commit.interval.ms", 20_000, "producer.transaction.timeout.ms", 10_000),
                Map.of(guarantee, once, "max.in.flight.requests.per.connection", 6),
                Map.of(guarantee, once, "producer.max.in.flight.requests.per.connection", "six"),
                Map.of(guarantee, once, "enable.idempotence", false),
                Map.of(guarantee, once, "acks", "1"),
                Map.of(guarantee, once, "consumer.isolation.level", "read_uncommitted"),
                Map.of(guarantee, once, "transactional.id", "mine"),
                Map.of(guarantee, "exactly_once"),
                Map.of(guarantee, "exactly_once_beta"),
                Map.of("topology.optimization", "none,all"),
                Map.of("topology.optimization", "merge.repartition.topics,single.store.self.join"),
                Map.of("topic.segment.bytes", 10, "batch.size", 20),
                Map.of("topic.segment.bytes", "ten", "producer.batch.size", 20));
    }

    private static List<Map<String, Object>> combinedOfGroups() {
        return List.of(
                Map.of("group.protocol", "streams", "group.instance.id", "me"),
                Map.of("group.protocol", "streams", "main.consumer.group.instance.id", "me"),
                Map.of("group.protocol", "streams", "num.standby.replicas", 1),
                Map.of("group.protocol", "streams", "num.warmup.replicas", 1),
                Map.of("group.protocol", "streams", "task.assignor.class", "no.such.Assignor"),
                Map.of("group.protocol", "streams", "rack.aware.assignment.tags", "zone", "client.tag.zone", "a"),
                Map.of("rack.aware.assignment.tags", "zone", "client.tag.zone", "a"),
                Map.of("rack.aware.assignment.tags", "zone", "client.tag.other", "a"),
                Map.of("rack.aware.assignment.tags", "a,b,c,d,e,f"),
                one("client.tag." + "k".repeat(21), "a"),
                one("client.tag.zone", "v".repeat(31)),
                Map.of(
                        "client.tag.a",
                        "1",
                        "client.tag.b",
                        "2",
                        "client.tag.c",
                        "3",
                        "client.tag.d",
                        "4",
                        "client.tag.e",
                        "5",
                        "client.tag.f",
                        "6"),
                Map.of("admin.enable.metrics.push", false),
                Map.of("main.consumer.enable.metrics.push", false),
                Map.of("consumer.enable.metrics.push", false),
                Map.of("consumer.enable.metrics.push", true, "main.consumer.enable.metrics.push", false),
                Map.of("enable.metrics.push", false, "admin.enable.metrics.push", true),
                Map.of(
                        "default.deserialization.exception.handler",
                        String.class,
                        "deserialization.exception.handler",
                        "no.such.Handler"),
                Map.of("statestore.cache.max.bytes", 5, "cache.max.bytes.buffering", -1),
                Map.of("default.list.key.serde.type", "java.util.ArrayList"),
                Map.of("default.list.key.serde.inner", "org.apache.kafka.common.serialization.Serdes$StringSerde"),
                Map.of("reconnect.backoff.ms", 20, "reconnect.backoff.max.ms", 10),
                Map.of("retry.backoff.ms", 20, "retry.backoff.max.ms", 10),
                Map.of("security.protocol", "SSL", "ssl.protocol", ""),
                Map.of("session.timeout.ms", "soon"),
                Map.of("main.consumer.max.poll.records", "many"),
                Map.of("metrics.recording.level", "debug"));
    }

    /** Messages are compared where both are those of Kafka's configurations. */
    private static boolean isSame(String theirs, String ours) {
        boolean names = theirs.contains(": Invalid value") || theirs.contains(": Missing");
        return theirs.equals(ours) || !names && type(theirs).equals(type(ours));
    }

    private static String type(String outcome) {
        return outcome.split(":", 2)[0];
    }

    private static Map<String, Object> one(String key, Object value) {
        Map<String, Object> setting = new HashMap<>();
        setting.put(key, value);
        return Collections.unmodifiableMap(setting);
    }

    private static Map<String, Object> with(Map<String, Object> setting) {
        Map<String, Object> all = new HashMap<>(Map.of(
                "application.id",
                "app",
                "bootstrap.servers",
                "localhost:1",
                "default.key.serde",
                Serdes.StringSerde.class,
                "default.value.serde",
                Serdes.StringSerde.class));
        setting.forEach((key, value) -> {
            if (value == UNSET) {
                all.remove(key);
            } else {
                all.put(key, value);
            }
        });
        return all;
    }

    private static void askAll(StreamsConfig config) {
        config.getMainConsumerConfigs("group", "client", 0);
        config.getRestoreConsumerConfigs("client");
        config.getGlobalConsumerConfigs("client");
        config.getProducerConfigs("client");
        config.getAdminConfigs("client");
        config.getKafkaClientSupplier();
        config.getClientTags();
        config.defaultTimestampExtractor();
        config.deserializationExceptionHandler();
        config.productionExceptionHandler();
        config.processingExceptionHandler();
        config.defaultKeySerde();
        config.defaultValueSerde();
    }

    private static void askAll(org.apache.kafka.streams.StreamsConfig config) {
        config.getMainConsumerConfigs("group", "client", 0);
        config.getRestoreConsumerConfigs("client");
        config.getGlobalConsumerConfigs("client");
        config.getProducerConfigs("client");
        config.getAdminConfigs("client");
        config.getKafkaClientSupplier();
        config.getClientTags();
        config.defaultTimestampExtractor();
        config.deserializationExceptionHandler();
        config.productionExceptionHandler();
        config.processingExceptionHandler();
        config.defaultKeySerde();
        config.defaultValueSerde();
    }

    /** The type of the exception, and what one of Kafka's configurations says. */
    private static String outcome(Runnable made) {
        try {
            made.run();
            return "accepted";
        } catch (RuntimeException refused) {
            String message =
                    String.valueOf(refused.getMessage()).replace("org.stoatflow.streams", "org.apache.kafka.streams");
            return refused.getClass().getSimpleName() + (refused instanceof ConfigException ? ": " + message : "");
        }
    }
}
