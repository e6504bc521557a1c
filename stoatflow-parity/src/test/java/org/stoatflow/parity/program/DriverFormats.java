package org.stoatflow.parity.program;

import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.TestInputTopic;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.TopologyTestDriver;
import org.stoatflow.streams.state.AggregationWithHeaders;
import org.stoatflow.streams.state.BuiltInDslStoreSuppliers;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.SessionStore;
import org.stoatflow.streams.state.ValueAndTimestamp;
import org.stoatflow.streams.state.ValueTimestampHeaders;
import org.stoatflow.streams.state.WindowStore;
import org.stoatflow.streams.test.TestRecord;

/**
 * Random programs of operators whose stores have headers: because the configuration wants them, or by their supplier.
 * Serdes write headers and show those that they are given.
 */
final class DriverFormats {
    private static final int PROGRAMS = Integer.getInteger("stoatflow.test.formats", 120);
    private static final int RECORDS = 90;

    private final Random random;
    private final boolean cached;
    private final boolean marked;

    private DriverFormats(long seed) {
        random = new Random(seed);
        cached = random.nextInt(3) == 0;
        marked = random.nextInt(3) != 0;
    }

    static void addTo(Map<String, Consumer<DriverNotes>> programs) {
        for (int i = 0; i < PROGRAMS; i++) {
            long seed = i;
            programs.put("stores with headers of operators " + i, notes -> new DriverFormats(seed).run(notes));
        }
    }

    private void run(DriverNotes notes) {
        StreamsBuilder builder = new StreamsBuilder();
        String format = random.nextInt(6) == 0 ? "default" : random.nextBoolean() ? "headers" : "HEADERS";
        FormatOperators operators = new FormatOperators(builder, random, serde("k"), serde("v"));
        operators.build();
        Topology topology = builder.build();
        notes.say(topology.describe().toString());
        Map<String, Object> settings = Map.of(
                "statestore.cache.max.bytes",
                cached ? 1_000_000 : 0,
                "dsl.store.format",
                format,
                "dsl.store.suppliers.class",
                random.nextInt(5) == 0 && !(cached && operators.hasSessions())
                        ? BuiltInDslStoreSuppliers.InMemoryDslStoreSuppliers.class
                        : BuiltInDslStoreSuppliers.RocksDBDslStoreSuppliers.class);
        Properties config = DriverSetup.config();
        config.putAll(settings);
        notes.say("settings "
                + new TreeMap<>(settings)
                        .values().stream()
                                .map(value -> value instanceof Class<?> type ? type.getSimpleName() : value)
                                .toList());
        try (TopologyTestDriver driver = DriverSetup.driver(topology, config)) {
            pipe(driver, operators, notes);
            notes.topics(driver);
            show(driver, operators, notes);
        }
    }

    private Serde<String> serde(String mark) {
        return marked ? new MarkedText(mark) : Serdes.String();
    }

    private void pipe(TopologyTestDriver driver, FormatOperators operators, DriverNotes notes) {
        for (int i = 0; i < RECORDS; i++) {
            String topic =
                    operators.inputs().get(random.nextInt(operators.inputs().size()));
            TestInputTopic<String, String> input = DriverSetup.input(driver, topic);
            RecordHeaders headers = new RecordHeaders();
            for (int h = random.nextInt(3); h > 0; h--) {
                headers.add("h" + h, ("of " + i).getBytes());
            }
            if (cached || random.nextBoolean()) {
                headers.add("frozen", null);
            }
            String key = random.nextInt(20) == 0 ? null : "k" + random.nextInt(3);
            String value = random.nextInt(5) == 0 ? null : "k" + random.nextInt(3) + " " + i;
            long time = 1_000 + i * 10L - random.nextInt(random.nextInt(4) == 0 ? 400 : 60);
            input.pipeInput(new TestRecord<>(key, value, headers, Math.max(0, time)));
            if (i % 30 == 29) {
                read(driver, notes);
            }
        }
    }

    private static void read(TopologyTestDriver driver, DriverNotes notes) {
        for (String topic : new TreeSet<>(driver.producedTopicNames())) {
            if (topic.contains("SUBSCRIPTION-STATE-STORE")) {
                notes.readLast(driver, topic); // Kafka Streams logs headers that nobody reads
            } else if (topic.endsWith("-changelog")) {
                notes.readLastWithHeaders(driver, topic);
            } else {
                notes.readWithHeaders(driver, topic);
            }
        }
    }

    private void show(TopologyTestDriver driver, FormatOperators operators, DriverNotes notes) {
        for (String name : operators.tables()) {
            if (!marked) { // where headers are not shown, Kafka Streams reads with those of the last record
                notes.rows("timestamped " + name, driver.<String, String>getTimestampedKeyValueStore(name));
            }
            notes.rows("with headers " + name, driver.<String, String>getTimestampedKeyValueStoreWithHeaders(name));
        }
        for (String name : operators.windows()) {
            if (!marked) {
                WindowStore<String, ValueAndTimestamp<String>> plain = driver.getTimestampedWindowStore(name);
                show(notes, "windows " + name, plain == null ? null : plain.all());
            }
            WindowStore<String, ValueTimestampHeaders<String>> headers =
                    driver.getTimestampedWindowStoreWithHeaders(name);
            show(notes, "windows with headers " + name, headers == null ? null : headers.all());
        }
        for (String name : operators.sessions()) {
            for (String key : new String[] {"k0", "k1", "k2"}) {
                if (!marked) {
                    SessionStore<String, String> plain = driver.getSessionStore(name);
                    show(notes, "sessions " + name, plain == null ? null : plain.fetch(key));
                }
                SessionStore<String, AggregationWithHeaders<String>> headers = driver.getSessionStoreWithHeaders(name);
                show(notes, "sessions with headers " + name, headers == null ? null : headers.fetch(key));
            }
        }
    }

    private static void show(DriverNotes notes, String what, KeyValueIterator<?, ?> rows) {
        if (rows == null) {
            notes.say(what + " null");
            return;
        }
        try (rows) {
            rows.forEachRemaining(row -> notes.say(what + " " + row));
        }
    }
}
