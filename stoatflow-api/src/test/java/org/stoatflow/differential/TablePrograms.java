package org.stoatflow.differential;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.kstream.KGroupedTable;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.ValueJoiner;
import org.stoatflow.streams.kstream.ValueTransformerWithKey;
import org.stoatflow.streams.processor.ProcessorContext;
import org.stoatflow.streams.state.KeyValueStore;

/**
 * Builds a program of random operators of tables; the same one for the same seed, on both libraries. See
 * {@link Programs}. It reads the {@link #INPUTS}, and writes topics {@code out-0}, {@code out-1} and so on. Its
 * functions depend on their arguments only.
 */
public final class TablePrograms {
    /** The topics that the programs read. */
    public static final List<String> INPUTS = List.of("a", "b", "c", "s");

    private static final int LENGTH_MAX = 40;

    private final Random random;
    private final StreamsBuilder builder = new StreamsBuilder();
    private final List<KTable<String, String>> tables = new ArrayList<>();
    private final KStream<String, String> stream;
    private int outputs;
    private int stores;

    private TablePrograms(long seed) {
        random = new Random(seed);
        tables.add(builder.table("a"));
        tables.add(random.nextBoolean() ? builder.table("b") : builder.table("b", kept()));
        tables.add(builder.<String, String>stream("c").groupByKey().reduce((x, y) -> cut(x + y)));
        stream = builder.stream("s");
    }

    /** Builds the program of a seed. */
    public static Topology build(long seed) {
        return new TablePrograms(seed).run();
    }

    private Topology run() {
        for (int i = 2 + random.nextInt(6); i > 0; i--) {
            step();
        }
        for (KTable<String, String> table : tables) {
            if (random.nextBoolean()) {
                out(table.toStream());
            }
        }
        for (int i = random.nextInt(3); i > 0; i--) {
            group(any());
        }
        for (int i = random.nextInt(3); i > 0; i--) {
            joinStream(any());
        }
        out(tables.getLast().toStream());
        return builder.build();
    }

    private void step() {
        KTable<String, String> in = any();
        switch (random.nextInt(11)) {
            case 0 -> tables.add(in.filter((k, v) -> v.hashCode() % 3 != 0));
            case 1 -> tables.add(in.filterNot((k, v) -> v.hashCode() % 3 == 1, kept()));
            case 2 -> tables.add(in.mapValues(v -> v.hashCode() % 4 == 0 ? null : cut(v + "m")));
            case 3 -> tables.add(in.mapValues((k, v) -> cut(k + v), kept()));
            case 4 -> tables.add(in.transformValues(Timed::new));
            case 5 -> tables.add(in.transformValues(Timed::new, kept()));
            default -> tables.add(join(in, any()));
        }
    }

    /** Adds the time that its context tells to values, and makes rows of some deletions. */
    private static final class Timed implements ValueTransformerWithKey<String, String, String> {
        private ProcessorContext context;

        @Override
        public void init(ProcessorContext newContext) {
            context = newContext;
        }

        @Override
        public String transform(String key, String value) {
            if (value == null) {
                return key.equals("k1") ? "none" : null;
            }
            return value.hashCode() % 4 == 0 ? null : cut(value + "t" + context.timestamp() % 100);
        }

        @Override
        public void close() {}
    }

    private KTable<String, String> join(KTable<String, String> in, KTable<String, String> other) {
        ValueJoiner<String, String, String> joiner = TablePrograms::joined;
        return switch (random.nextInt(6)) {
            case 0 -> in.join(other, joiner);
            case 1 -> in.join(other, joiner, kept());
            case 2 -> in.leftJoin(other, joiner);
            case 3 -> in.leftJoin(other, joiner, kept());
            case 4 -> in.outerJoin(other, joiner);
            default -> in.outerJoin(other, joiner, kept());
        };
    }

    private void group(KTable<String, String> in) {
        KGroupedTable<String, String> groups = in.groupBy((k, v) -> switch (Math.floorMod(v.hashCode(), 7)) {
            case 0 -> null;
            case 1 -> KeyValue.pair(null, v);
            case 2 -> KeyValue.pair(k, null);
            default -> KeyValue.pair("g" + v.length() % 2, v);
        });
        switch (random.nextInt(3)) {
            case 0 -> out(groups.count().toStream().mapValues(String::valueOf));
            case 1 ->
                out(groups.reduce((x, y) -> cut(x + "+" + y), (x, y) -> y.length() % 3 == 0 ? null : cut(x + "-" + y))
                        .toStream());
            default ->
                out(groups.aggregate(() -> "", (k, v, all) -> cut(all + "+" + v), (k, v, all) -> cut(all + "-" + v))
                        .toStream());
        }
    }

    private void joinStream(KTable<String, String> table) {
        KStream<String, String> in = switch (random.nextInt(3)) {
            case 0 -> stream;
            case 1 -> stream.mapValues(v -> v == null ? null : v + "s");
            default -> stream.selectKey((k, v) -> v == null || v.hashCode() % 3 == 0 ? null : k);
        };
        switch (random.nextInt(4)) {
            case 0 -> out(in.join(table, TablePrograms::joined));
            case 1 -> out(in.join(table, (key, x, y) -> joined(key + x, y)));
            case 2 -> out(in.leftJoin(table, TablePrograms::joined));
            default -> out(in.leftJoin(table, (key, x, y) -> joined(key + x, y)));
        }
    }

    private KTable<String, String> any() {
        return tables.get(random.nextInt(tables.size()));
    }

    private void out(KStream<String, String> results) {
        results.to("out-" + outputs++);
    }

    private Materialized<String, String, KeyValueStore<Bytes, byte[]>> kept() {
        return random.nextInt(3) == 0 ? Materialized.with(null, null) : Materialized.as("kept-" + stores++);
    }

    private static String joined(String x, String y) {
        String joined = x + "&" + y;
        return joined.hashCode() % 5 == 0 ? null : cut(joined);
    }

    private static String cut(String text) {
        return text.length() <= LENGTH_MAX ? text : text.substring(text.length() - LENGTH_MAX);
    }
}
