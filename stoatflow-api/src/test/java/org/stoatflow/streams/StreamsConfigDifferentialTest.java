package org.stoatflow.streams;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;

/** The configuration beside Kafka Streams': definitions, constants, and what is accepted and refused. */
class StreamsConfigDifferentialTest {
    private static final List<Object> VALUES = List.of(
            "",
            " ",
            "x",
            "-1",
            "0",
            "1",
            "59999",
            "60000",
            "70000",
            "true",
            "TRUE",
            "none",
            "all",
            "latest",
            "2.4",
            "4.2",
            "4.3",
            "read_committed",
            "READ_UNCOMMITTED",
            "here.example:7070",
            "http://here.example:7070",
            "here.example:99999999999",
            "here.example",
            "0.1",
            "min_traffic",
            "headers",
            "default",
            "in_memory",
            "rocksDB",
            "streams",
            "CLASSIC",
            "ssl",
            "INFO",
            "a,b",
            "a,a",
            "a,b,c,d,e,f",
            "java.lang.String",
            "no.such.Class",
            5,
            5L,
            true,
            String.class,
            List.of("a"),
            "reuse.ktable.source.topics,single.store.self.join",
            "none,all",
            "merge.repartition.topics,none",
            "rebootstrap");

    private static Map<String, Object> minimal(Object... more) {
        Map<String, Object> props = new HashMap<>(Map.of("application.id", "app", "bootstrap.servers", "b:1"));
        for (int i = 0; i < more.length; i += 2) {
            props.put((String) more[i], more[i + 1]);
        }
        return props;
    }

    /** What comes of making a configuration: its values as text, or the type of the exception. */
    private static String ours(Map<String, Object> props) {
        try {
            return renamed(new TreeMap<>(new StreamsConfig(props, false) {}.values()).toString());
        } catch (RuntimeException refused) {
            return renamed(refused.getClass().getName());
        }
    }

    private static String theirs(Map<String, Object> props, Set<String> keys) {
        try {
            TreeMap<String, Object> values =
                    new TreeMap<>(new org.apache.kafka.streams.StreamsConfig(props, false) {}.values());
            values.keySet().retainAll(keys);
            return renamed(values.toString());
        } catch (RuntimeException refused) {
            return renamed(refused.getClass().getName());
        }
    }

    private static String message(Runnable made) {
        try {
            made.run();
            return "accepted";
        } catch (RuntimeException refused) {
            return refused.getMessage();
        }
    }

    private static String renamed(Object value) {
        Object shown = value instanceof Class<?> type ? type.getName() : value;
        return String.valueOf(shown).replace("org.apache.kafka.streams", "org.stoatflow.streams");
    }

    @Test
    void shouldDefineKeysAsKafkaStreamsDoes() {
        Map<String, ConfigDef.ConfigKey> theirs =
                org.apache.kafka.streams.StreamsConfig.configDef().configKeys();
        StreamsConfig.configDef().configKeys().forEach((name, ours) -> {
            ConfigDef.ConfigKey key = theirs.get(name);
            assertEquals(key.type, ours.type, name);
            assertEquals(key.importance, ours.importance, name);
            assertEquals(renamed(key.defaultValue), renamed(ours.defaultValue), name);
            assertEquals(renamed(key.validator), renamed(ours.validator), name);
        });
        Set<String> missing = new TreeSet<>(theirs.keySet());
        missing.removeAll(StreamsConfig.configDef().names());
        assertEquals(Set.of(), missing);
    }

    @Test
    void shouldAcceptAndRefuseTheValuesThatKafkaStreamsDoes() {
        Set<String> keys = StreamsConfig.configDef().names();
        List<String> different = new ArrayList<>();
        for (String key : keys) {
            for (Object value : VALUES) {
                Map<String, Object> props = minimal(key, value);
                String theirs = theirs(props, keys);
                String ours = ours(props);
                if (!ours.equals(theirs)) {
                    different.add(key + "=" + value + ": " + theirs + " but " + ours);
                }
            }
        }
        // The size of caches by its old key is that of the new one here, and is looked up later there.
        different.removeIf(text -> text.startsWith("cache.max.bytes.buffering="));
        assertEquals(List.of(), different);
    }

    @Test
    void shouldCheckTagsAndMetricsPushAndStaticMembersAsKafkaStreamsDoes() {
        Set<String> keys = StreamsConfig.configDef().names();
        for (Map<String, Object> props : List.of(
                minimal("client.tag.zone", "a", "rack.aware.assignment.tags", "zone"),
                minimal("client.tag.zone", "a", "rack.aware.assignment.tags", "zone,cluster"),
                minimal("client.tag.zone", ""),
                minimal("client.tag.", "a"),
                minimal("client.tag." + "k".repeat(20), "v".repeat(30)),
                minimal("client.tag." + "k".repeat(21), "a"),
                minimal("client.tag.zone", "v".repeat(31)),
                minimal("client.tag.a", 1, "client.tag.b", 2, "client.tag.c", 3, "client.tag.d", 4, "client.tag.e", 5),
                minimal(
                        "client.tag.a",
                        1,
                        "client.tag.b",
                        2,
                        "client.tag.c",
                        3,
                        "client.tag.d",
                        4,
                        "client.tag.e",
                        5,
                        "client.tag.f",
                        6),
                minimal("consumer.enable.metrics.push", false),
                minimal("consumer.enable.metrics.push", false, "main.consumer.enable.metrics.push", true),
                minimal("consumer.enable.metrics.push", true, "admin.enable.metrics.push", false),
                minimal("main.consumer.enable.metrics.push", false),
                minimal("admin.enable.metrics.push", false),
                minimal("enable.metrics.push", false, "admin.enable.metrics.push", false),
                minimal("reconnect.backoff.ms", 5000),
                minimal("reconnect.backoff.ms", 5000, "reconnect.backoff.max.ms", 4000))) {
            assertEquals(theirs(props, keys), ours(props), props::toString);
            assertEquals(
                    message(() -> new org.apache.kafka.streams.StreamsConfig(props, false) {}),
                    message(() -> new StreamsConfig(props, false) {}),
                    props::toString);
        }
        for (String prefix : List.of("", "consumer.", "main.consumer.")) {
            Map<String, Object> props = minimal("group.protocol", "Streams", prefix + "group.instance.id", "me");
            assertEquals(theirs(props, keys), ours(props), prefix);
        }
        assertTrue(new StreamsConfig(minimal("group.protocol", "Streams")).isStreamsProtocolEnabled());
    }

    @Test
    void shouldReadOptimizationsAsKafkaStreamsDoes() {
        for (String value : List.of(
                "none", "all", "reuse.ktable.source.topics", "merge.repartition.topics , single.store.self.join")) {
            assertEquals(
                    org.apache.kafka.streams.StreamsConfig.verifyTopologyOptimizationConfigs(value),
                    StreamsConfig.verifyTopologyOptimizationConfigs(value),
                    value);
        }
        for (String value : List.of("", "some", "none,all", "all,merge.repartition.topics", "none,some")) {
            assertThrows(
                    ConfigException.class,
                    () -> org.apache.kafka.streams.StreamsConfig.verifyTopologyOptimizationConfigs(value),
                    value);
            assertThrows(ConfigException.class, () -> StreamsConfig.verifyTopologyOptimizationConfigs(value), value);
        }
    }

    @Test
    void shouldHaveTheConstantsOfKafkaStreams() throws IllegalAccessException, NoSuchFieldException {
        compareConstants(org.apache.kafka.streams.StreamsConfig.class, StreamsConfig.class);
        compareConstants(
                org.apache.kafka.streams.StreamsConfig.InternalConfig.class, StreamsConfig.InternalConfig.class);
    }

    private static void compareConstants(Class<?> theirs, Class<?> ours)
            throws IllegalAccessException, NoSuchFieldException {
        for (Field field : theirs.getFields()) {
            boolean text = field.getName().endsWith("_DOC");
            if (field.getDeclaringClass() == theirs && Modifier.isStatic(field.getModifiers()) && !text) {
                assertEquals(field.get(null), ours.getField(field.getName()).get(null), field.getName());
            }
        }
    }

    @Test
    void shouldConfigureTheConsumerOfGlobalStoresAsKafkaStreamsDoes() {
        for (Map<String, Object> props : List.of(
                minimal(),
                minimal("processing.guarantee", "exactly_once_v2"),
                minimal(
                        "consumer.max.poll.records", "7",
                        "global.consumer.max.poll.records", "8",
                        "global.consumer.enable.auto.commit", true,
                        "global.consumer.group.protocol", "consumer",
                        "group.instance.id", "static",
                        "bootstrap.resolve.timeout.ms", 7,
                        "custom.key", "custom",
                        "enable.metrics.push", false))) {
            assertEquals(
                    new TreeMap<>(new org.apache.kafka.streams.StreamsConfig(props).getGlobalConsumerConfigs("client")),
                    new TreeMap<>(new StreamsConfig(props).getGlobalConsumerConfigs("client")));
        }
        assertEquals("global.consumer.key", StreamsConfig.globalConsumerPrefix("key"));
    }

    @Test
    void shouldGiveClientTagsWithoutTheirPrefix() {
        assertEquals(Map.of(), new StreamsConfig(minimal()).getClientTags());
        assertEquals(
                Map.of("zone", "a", "rack", "7"),
                new StreamsConfig(minimal(StreamsConfig.clientTagPrefix("zone"), "a", "client.tag.rack", 7))
                        .getClientTags());
    }

    @Test
    void shouldReadInternalKeysAsKafkaStreamsDoes() {
        Map<String, Object> configs = new HashMap<>(Map.of("yes", true, "text", "true", "number", 5, "digits", "12"));
        configs.put("nothing", null);
        for (String key : List.of("yes", "text", "number", "digits", "nothing", "missing")) {
            assertEquals(
                    org.apache.kafka.streams.StreamsConfig.InternalConfig.getBoolean(configs, key, true),
                    StreamsConfig.InternalConfig.getBoolean(configs, key, true),
                    key);
            assertEquals(
                    org.apache.kafka.streams.StreamsConfig.InternalConfig.getString(configs, key, "other"),
                    StreamsConfig.InternalConfig.getString(configs, key, "other"),
                    key);
        }
        for (String key : List.of("yes", "number", "digits", "nothing", "missing")) {
            assertEquals(
                    org.apache.kafka.streams.StreamsConfig.InternalConfig.getLong(configs, key, 3),
                    StreamsConfig.InternalConfig.getLong(configs, key, 3),
                    key);
        }
        assertThrows(NumberFormatException.class, () -> StreamsConfig.InternalConfig.getLong(configs, "text", 3));
    }

    @Test
    void shouldPrintATableOfAllKeys() {
        PrintStream before = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            StreamsConfig.main(new String[0]);
        } finally {
            System.setOut(before);
        }
        String page = printed.toString(StandardCharsets.UTF_8);
        for (String key : StreamsConfig.configDef().names()) {
            assertTrue(page.contains("streamsconfigs_" + key), key);
        }
    }
}
