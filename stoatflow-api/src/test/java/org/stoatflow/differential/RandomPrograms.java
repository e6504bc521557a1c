package org.stoatflow.differential;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.Set;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.TopologyConfig;
import org.stoatflow.streams.kstream.Branched;
import org.stoatflow.streams.kstream.BranchedKStream;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.Grouped;
import org.stoatflow.streams.kstream.Joined;
import org.stoatflow.streams.kstream.KGroupedStream;
import org.stoatflow.streams.kstream.KGroupedTable;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Named;
import org.stoatflow.streams.kstream.Produced;
import org.stoatflow.streams.kstream.Repartitioned;
import org.stoatflow.streams.kstream.ValueTransformerWithKey;
import org.stoatflow.streams.processor.ProcessorContext;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.Stores;

/** Builds a program of random operators; the same one for the same seed, on both libraries. See {@link Programs}. */
public final class RandomPrograms {
    private final Random random;
    private final StreamsBuilder builder;
    private final List<KStream<String, String>> streams = new ArrayList<>();
    private final List<KTable<String, String>> tables = new ArrayList<>();
    private final List<KGroupedStream<String, String>> groups = new ArrayList<>();
    private final List<String> stores = new ArrayList<>();
    private int names;

    private RandomPrograms(long seed, StreamsBuilder builder) {
        random = new Random(seed);
        this.builder = builder;
    }

    /** Builds the program of a seed. */
    public static Topology build(long seed) {
        return new RandomPrograms(seed, new StreamsBuilder()).run(null);
    }

    /**
     * Builds the program of a seed with a configuration.
     *
     * @param optimization a value of {@code topology.optimization}
     * @param further another key and its value
     */
    public static Topology configured(long seed, String optimization, Object... further) {
        Properties settings = new Properties();
        settings.put(StreamsConfig.APPLICATION_ID_CONFIG, "random");
        settings.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "localhost:9092");
        settings.put(StreamsConfig.TOPOLOGY_OPTIMIZATION_CONFIG, optimization);
        if (further.length > 0) {
            settings.put(further[0], further[1]);
        }
        StreamsBuilder builder = new StreamsBuilder(new TopologyConfig(new StreamsConfig(settings)));
        return new RandomPrograms(seed, builder).run(settings);
    }

    private Topology run(Properties settings) {
        int sources = 1 + random.nextInt(3);
        for (int i = 0; i < sources; i++) {
            addSource(i);
        }
        int steps = 1 + random.nextInt(25);
        for (int i = 0; i < steps; i++) {
            step();
        }
        return builder.build(settings);
    }

    private void addSource(int i) {
        switch (random.nextInt(5)) {
            case 0 -> tables.add(builder.table("table-" + i, consumed(), kept()));
            case 1 -> tables.add(builder.table("table-" + i, kept()));
            case 2 -> streams.add(builder.stream(Set.of("topic-" + i, "more-" + i), consumed()));
            default -> streams.add(builder.stream("topic-" + i, consumed()));
        }
    }

    private void step() {
        int kind = random.nextInt(10);
        if (kind < 6 && !streams.isEmpty()) {
            ofStream(streams.get(random.nextInt(streams.size())));
        } else if (kind < 8 && !groups.isEmpty()) {
            ofGroup(groups.get(random.nextInt(groups.size())));
        } else if (!tables.isEmpty()) {
            ofTable(tables.get(random.nextInt(tables.size())));
        } else {
            addSource(100 + names++);
        }
    }

    private void ofStream(KStream<String, String> in) {
        switch (random.nextInt(22)) {
            case 0 -> streams.add(named() ? in.filter((k, v) -> true, name()) : in.filter((k, v) -> true));
            case 1 -> streams.add(named() ? in.filterNot((k, v) -> true, name()) : in.filterNot((k, v) -> true));
            case 2 -> streams.add(named() ? in.mapValues(v -> v, name()) : in.mapValues(v -> v));
            case 3 -> streams.add(named() ? in.mapValues((k, v) -> v, name()) : in.mapValues((k, v) -> v));
            case 4 -> streams.add(named() ? in.map(KeyValue::pair, name()) : in.map(KeyValue::pair));
            case 5 -> streams.add(named() ? in.selectKey((k, v) -> v, name()) : in.selectKey((k, v) -> v));
            case 6 -> streams.add(named() ? in.flatMap((k, v) -> List.of(), name()) : in.flatMap((k, v) -> List.of()));
            case 7 ->
                streams.add(named() ? in.flatMapValues(v -> List.of(v), name()) : in.flatMapValues(v -> List.of(v)));
            case 8 -> streams.add(named() ? in.peek((k, v) -> {}, name()) : in.peek((k, v) -> {}));
            case 9 -> foreach(in);
            case 10 -> merge(in);
            case 11 -> streams.add(named() ? in.repartition(repartitioned()) : in.repartition());
            case 12 -> sink(in);
            case 13 -> toTable(in);
            case 14, 15 -> groups.add(named() ? in.groupByKey(grouped()) : in.groupByKey());
            case 16, 17 -> groups.add(named() ? in.groupBy((k, v) -> v, grouped()) : in.groupBy((k, v) -> v));
            case 18 -> streams.addAll(split(in));
            case 19 -> process(in);
            case 20 -> processValues(in);
            default -> sink(in);
        }
    }

    private void foreach(KStream<String, String> in) {
        if (named()) {
            in.foreach((k, v) -> {}, name());
        } else {
            in.foreach((k, v) -> {});
        }
    }

    private void merge(KStream<String, String> in) {
        KStream<String, String> other = streams.get(random.nextInt(streams.size()));
        streams.add(named() ? in.merge(other, name()) : in.merge(other));
    }

    private void sink(KStream<String, String> in) {
        String topic = "out-" + names++;
        switch (random.nextInt(3)) {
            case 0 -> in.to(topic);
            case 1 -> in.to(topic, Produced.with(serde(), serde()));
            default ->
                in.to(topic, Produced.<String, String>as("sink-" + names++).withValueSerde(serde()));
        }
    }

    private void toTable(KStream<String, String> in) {
        switch (random.nextInt(4)) {
            case 0 -> tables.add(in.toTable());
            case 1 -> tables.add(in.toTable(name()));
            case 2 -> tables.add(in.toTable(kept()));
            default -> tables.add(in.toTable(name(), kept()));
        }
    }

    private List<KStream<String, String>> split(KStream<String, String> in) {
        BranchedKStream<String, String> split = (named() ? in.split(name()) : in.split())
                .branch((k, v) -> true)
                .branch((k, v) -> true, Branched.as("-b" + names++));
        Map<String, KStream<String, String>> branches = named() ? split.defaultBranch() : split.noDefaultBranch();
        return branches.keySet().stream().sorted().map(branches::get).toList();
    }

    private void process(KStream<String, String> in) {
        String[] used = usedStores();
        switch (random.nextInt(3)) {
            case 0 -> streams.add(in.process(Programs.user(), used));
            case 1 -> streams.add(in.process(Programs.user(), name(), used));
            default -> streams.add(in.process(Programs.bringing(Programs.store("brought-" + names++))));
        }
    }

    private void processValues(KStream<String, String> in) {
        String[] used = usedStores();
        streams.add(
                named() ? in.processValues(Programs.fixed(), name(), used) : in.processValues(Programs.fixed(), used));
    }

    private String[] usedStores() {
        if (random.nextInt(3) == 0) {
            String name = "store-" + names++;
            builder.addStateStore(Programs.store(name));
            stores.add(name);
        }
        if (stores.isEmpty() || random.nextBoolean()) {
            return new String[0];
        }
        return new String[] {stores.get(random.nextInt(stores.size()))};
    }

    private void ofGroup(KGroupedStream<String, String> in) {
        switch (random.nextInt(10)) {
            case 0 -> text(in.count());
            case 1 -> text(in.count(name()));
            case 2 -> text(in.count(keptCounts()));
            case 3 -> text(in.count(name(), keptCounts()));
            case 4 -> tables.add(in.reduce((x, y) -> y));
            case 5 -> tables.add(in.reduce((x, y) -> y, kept()));
            case 6 -> tables.add(in.reduce((x, y) -> y, name(), kept()));
            case 7 -> tables.add(in.aggregate(() -> "", (k, v, a) -> a));
            case 8 -> tables.add(in.aggregate(() -> "", (k, v, a) -> a, kept()));
            default -> tables.add(in.aggregate(() -> "", (k, v, a) -> a, name(), kept()));
        }
    }

    private void text(KTable<String, Long> counts) {
        tables.add(counts.mapValues(count -> "" + count));
    }

    private void ofTable(KTable<String, String> in) {
        switch (random.nextInt(20)) {
            case 18 -> transform(in);
            case 13, 14 -> tables.add(join(in));
            case 15 -> tables.add(keptJoin(in));
            case 16 -> group(in);
            case 17 -> joinStream(in);
            case 0 -> tables.add(in.filter((k, v) -> true));
            case 1 -> tables.add(in.filter((k, v) -> true, name()));
            case 2 -> tables.add(in.filter((k, v) -> true, kept()));
            case 3 -> tables.add(in.filter((k, v) -> true, name(), kept()));
            case 4 -> tables.add(in.filterNot((k, v) -> true));
            case 5 -> tables.add(in.filterNot((k, v) -> true, name(), kept()));
            case 6 -> tables.add(in.mapValues(v -> v));
            case 7 -> tables.add(in.mapValues((k, v) -> v, name()));
            case 8 -> tables.add(in.mapValues(v -> v, kept()));
            case 9 -> tables.add(in.mapValues((k, v) -> v, name(), kept()));
            case 10 -> streams.add(in.toStream());
            case 11 -> streams.add(in.toStream(name()));
            case 12 -> streams.add(in.toStream((k, v) -> v));
            default -> streams.add(in.toStream((k, v) -> v, name()));
        }
    }

    private KTable<String, String> join(KTable<String, String> in) {
        KTable<String, String> other = tables.get(random.nextInt(tables.size()));
        return switch (random.nextInt(6)) {
            case 0 -> in.join(other, (x, y) -> x);
            case 1 -> in.join(other, (x, y) -> x, name());
            case 2 -> in.leftJoin(other, (x, y) -> x);
            case 3 -> in.leftJoin(other, (x, y) -> x, name());
            case 4 -> in.outerJoin(other, (x, y) -> x);
            default -> in.outerJoin(other, (x, y) -> x, name());
        };
    }

    private KTable<String, String> keptJoin(KTable<String, String> in) {
        KTable<String, String> other = tables.get(random.nextInt(tables.size()));
        return switch (random.nextInt(6)) {
            case 0 -> in.join(other, (x, y) -> x, kept());
            case 1 -> in.join(other, (x, y) -> x, name(), kept());
            case 2 -> in.leftJoin(other, (x, y) -> x, kept());
            case 3 -> in.leftJoin(other, (x, y) -> x, name(), kept());
            case 4 -> in.outerJoin(other, (x, y) -> x, kept());
            default -> in.outerJoin(other, (x, y) -> x, name(), kept());
        };
    }

    private void transform(KTable<String, String> in) {
        String[] used = usedStores();
        switch (random.nextInt(4)) {
            case 0 -> tables.add(in.transformValues(Same::new, used));
            case 1 -> tables.add(in.transformValues(Same::new, name(), used));
            case 2 -> tables.add(in.transformValues(Same::new, kept(), used));
            default -> tables.add(in.transformValues(Same::new, kept(), name(), used));
        }
    }

    private void group(KTable<String, String> in) {
        KGroupedTable<String, String> group =
                named() ? in.groupBy(KeyValue::pair, grouped()) : in.groupBy(KeyValue::pair);
        for (int i = random.nextInt(3); i >= 0; i--) {
            switch (random.nextInt(11)) {
                case 0 -> text(group.count());
                case 1 -> text(group.count(name()));
                case 2 -> text(group.count(keptCounts()));
                case 3 -> text(group.count(name(), keptCounts()));
                case 4 -> tables.add(group.reduce((x, y) -> x, (x, y) -> y));
                case 5 -> tables.add(group.reduce((x, y) -> x, (x, y) -> y, kept()));
                case 6 -> tables.add(group.reduce((x, y) -> x, (x, y) -> y, name(), kept()));
                case 7 -> tables.add(group.aggregate(() -> "", (k, v, a) -> a, (k, v, a) -> a));
                case 8 -> tables.add(group.aggregate(() -> "", (k, v, a) -> a, (k, v, a) -> a, name()));
                case 9 -> tables.add(group.aggregate(() -> "", (k, v, a) -> a, (k, v, a) -> a, kept()));
                default -> tables.add(group.aggregate(() -> "", (k, v, a) -> a, (k, v, a) -> a, name(), kept()));
            }
        }
    }

    private void joinStream(KTable<String, String> in) {
        KStream<String, String> stream = streams.get(random.nextInt(streams.size()));
        switch (random.nextInt(6)) {
            case 0 -> streams.add(stream.join(in, (x, y) -> x));
            case 1 -> streams.add(stream.join(in, (k, x, y) -> x));
            case 2 -> streams.add(stream.join(in, (x, y) -> x, joined()));
            case 3 -> streams.add(stream.leftJoin(in, (x, y) -> x));
            case 4 -> streams.add(stream.leftJoin(in, (k, x, y) -> x));
            default -> streams.add(stream.leftJoin(in, (k, x, y) -> x, joined()));
        }
    }

    private Joined<String, String, String> joined() {
        return Joined.with(serde(), serde(), serde(), random.nextBoolean() ? "joined-" + names++ : null);
    }

    private boolean named() {
        return random.nextInt(3) == 0;
    }

    private Named name() {
        return Named.as("name-" + names++);
    }

    private Serde<String> serde() {
        return random.nextBoolean() ? Serdes.String() : null;
    }

    private Consumed<String, String> consumed() {
        Consumed<String, String> consumed = Consumed.with(serde(), serde());
        return named() ? consumed.withName("source-" + names++) : consumed;
    }

    private Grouped<String, String> grouped() {
        return Grouped.with(random.nextBoolean() ? "group-" + names++ : null, serde(), serde());
    }

    private Repartitioned<String, String> repartitioned() {
        Repartitioned<String, String> repartitioned = Repartitioned.with(serde(), serde());
        if (random.nextBoolean()) {
            repartitioned = repartitioned.withName("repartition-" + names++);
        }
        return random.nextBoolean() ? repartitioned.withNumberOfPartitions(1 + random.nextInt(9)) : repartitioned;
    }

    private Materialized<String, String, KeyValueStore<Bytes, byte[]>> kept() {
        Materialized<String, String, KeyValueStore<Bytes, byte[]>> kept = switch (random.nextInt(4)) {
            case 0 -> Materialized.with(serde(), serde());
            case 1 -> Materialized.as(Stores.inMemoryKeyValueStore("supplied-" + names++));
            default -> Materialized.as("kept-" + names++);
        };
        kept.withKeySerde(serde());
        if (random.nextBoolean()) {
            kept.withCachingDisabled();
        }
        return random.nextInt(4) == 0 ? kept.withLoggingDisabled() : kept;
    }

    private Materialized<String, Long, KeyValueStore<Bytes, byte[]>> keptCounts() {
        return random.nextInt(3) == 0 ? Materialized.with(serde(), null) : Materialized.as("counts-" + names++);
    }

    /** Leaves values as they are. */
    private static final class Same implements ValueTransformerWithKey<String, String, String> {
        @Override
        public void init(ProcessorContext context) {}

        @Override
        public String transform(String key, String value) {
            return value;
        }

        @Override
        public void close() {}
    }
}
