package org.stoatflow.runtime.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.stoatflow.localkafka.TestCluster;
import org.stoatflow.processor.KeyLocal;
import org.stoatflow.runtime.testkit.Feed;
import org.stoatflow.runtime.testkit.Group;
import org.stoatflow.runtime.testkit.OurApp;
import org.stoatflow.runtime.testkit.Topic;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.Stores;

/** A processor that is declared key-local runs on more lanes than there are partitions, as many as each start says. */
class KeyLocalIT {
    private static final int KEYS = 40;
    private static final int ROUNDS = 25;

    @TempDir
    Path folder;

    private final String application = TestCluster.shared().uniqueName("key-local");
    private final Set<String> threads = ConcurrentHashMap.newKeySet();

    @ParameterizedTest
    @ValueSource(strings = {"exactly_once_v2", "at_least_once"})
    void shouldKeepItsRowsOverRestartsWithOtherNumbersOfLanes(String guarantee) {
        String in = Topic.create("key-local-in", 1);
        String out = Topic.create("key-local-out", 3);
        Map<String, List<String>> expected = new TreeMap<>();
        int life = 0;
        for (int lanes : new int[] {64, 3, 512}) {
            feed(in, life++, expected);
            threads.clear();
            Properties config = OurApp.config(application, folder, guarantee);
            config.put("stoatflow.lanes.events", lanes);
            try (OurApp app = OurApp.running(topology(in, out), config)) {
                Group.awaitAllCommitted(application, List.of(in));
            }
            assertEquals(expected, byKey(out), lanes + " lanes");
            assertTrue(threads.size() > 1 && threads.size() <= lanes, () -> "lanes at work: " + threads);
        }
    }

    private static void feed(String in, int life, Map<String, List<String>> expected) {
        try (Feed feed = new Feed()) {
            for (int round = 0; round < ROUNDS; round++) {
                for (int key = 0; key < KEYS; key++) {
                    int number = life * ROUNDS + round;
                    feed.send(in, "key-" + key, String.valueOf(number));
                    expected.computeIfAbsent("key-" + key, name -> new ArrayList<>())
                            .add("sum " + number * (number + 1) / 2 + " of " + (number + 1));
                }
            }
        }
    }

    private static Map<String, List<String>> byKey(String out) {
        Map<String, List<String>> values = new TreeMap<>();
        Topic.readStrings(out)
                .forEach(record -> values.computeIfAbsent(record.key(), key -> new ArrayList<>())
                        .add(record.value()));
        return values;
    }

    private Topology topology(String in, String out) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.addStateStore(
                Stores.keyValueStoreBuilder(Stores.persistentKeyValueStore("rows"), Serdes.String(), Serdes.Long()));
        builder.<String, String>stream(in, Consumed.as("events"))
                .process(() -> new Summing(threads), "rows")
                .to(out);
        return builder.build();
    }

    /** Keeps the sum under the record's key and each number under a longer key, and counts those by a range. */
    private static final class Summing extends ContextualProcessor<String, String, String, String> implements KeyLocal {
        private final Set<String> threads;
        private KeyValueStore<String, Long> rows;

        Summing(Set<String> threads) {
            this.threads = threads;
        }

        @Override
        public void init(ProcessorContext<String, String> context) {
            super.init(context);
            rows = context.getStateStore("rows");
        }

        @Override
        public void process(Record<String, String> record) {
            threads.add(Thread.currentThread().getName());
            Long before = rows.get(record.key());
            long sum = (before == null ? 0 : before) + Long.parseLong(record.value());
            rows.put(record.key(), sum);
            rows.put(record.key() + "/" + record.value(), sum);
            context().forward(record.withValue("sum " + sum + " of " + numbers(record.key())));
        }

        private long numbers(String key) {
            long count = 0;
            try (KeyValueIterator<String, Long> own = rows.range(key + "/", key + "/~")) {
                while (own.hasNext()) {
                    own.next();
                    count++;
                }
            }
            return count;
        }
    }
}
