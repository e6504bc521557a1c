package org.stoatflow.parity.program;

import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.Grouped;
import org.stoatflow.streams.kstream.KGroupedStream;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Produced;
import org.stoatflow.streams.kstream.Suppressed;
import org.stoatflow.streams.kstream.Suppressed.BufferConfig;
import org.stoatflow.streams.kstream.TimeWindowedKStream;
import org.stoatflow.streams.kstream.TimeWindows;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.Stores;
import org.stoatflow.streams.state.WindowStore;

/**
 * What Kafka Streams' own system test of the name computes: numbers of a key are filtered, and their minimum, maximum,
 * sum and count are taken in windows of days, and their sum in short windows that overlap. Of some windows the final
 * results are kept. The results are read back as tables, which are joined, and the counts are counted.
 */
final class SmokeTopology {
    private static final Duration DAY = Duration.ofDays(1);
    private static final Duration GRACE = Duration.ofMinutes(1);
    private static final Duration SHORT = Duration.ofSeconds(2);
    private static final Duration SHORT_GRACE = Duration.ofSeconds(30);
    private static final Duration STEP = Duration.ofSeconds(1);
    private static final String CLOSER = "flush"; // the key of records that only close windows
    private static final int LEFT_OUT = Integer.MAX_VALUE;

    private final StreamsBuilder builder = new StreamsBuilder();
    private final String prefix;

    private SmokeTopology(String prefix) {
        this.prefix = prefix;
    }

    /**
     * @param prefix what the names of all topics begin with
     */
    static Topology of(String prefix, Properties config) {
        SmokeTopology topology = new SmokeTopology(prefix);
        KGroupedStream<String, Integer> numbers = topology.numbers();
        topology.shortSums(numbers);
        KTable<String, Integer> min = topology.minimum(numbers);
        KTable<String, Integer> max = topology.maximum(numbers);
        KTable<String, Long> sum = topology.sum(numbers);
        KTable<String, Long> count = topology.count(numbers);
        topology.to("dif", max.join(min, (most, least) -> most - least), Serdes.Integer());
        topology.to("avg", sum.join(count, (all, times) -> (double) all / times), Serdes.Double());
        topology.countCounts(count);
        return topology.builder.build(config);
    }

    private KGroupedStream<String, Integer> numbers() {
        KStream<String, Integer> data =
                builder.stream(prefix + "data", Consumed.with(Serdes.String(), Serdes.Integer()));
        data.filterNot((key, value) -> key.equals(CLOSER))
                .to(prefix + "echo", Produced.with(Serdes.String(), Serdes.Integer()));
        return data.filter((key, value) -> value != LEFT_OUT)
                .groupByKey(Grouped.with(Serdes.String(), Serdes.Integer()));
    }

    private void shortSums(KGroupedStream<String, Integer> numbers) {
        KTable<Windowed<String>, Integer> sums = numbers.windowedBy(
                        TimeWindows.ofSizeAndGrace(SHORT, SHORT_GRACE).advanceBy(STEP))
                .reduce(Integer::sum);
        windowed("sws-raw", sums);
        windowed("sws-suppressed", sums.suppress(Suppressed.untilWindowCloses(BufferConfig.unbounded())));
    }

    private KTable<String, Integer> minimum(KGroupedStream<String, Integer> numbers) {
        KTable<Windowed<String>, Integer> min = in(DAY, numbers)
                .aggregate(
                        () -> Integer.MAX_VALUE,
                        (key, value, least) -> Math.min(value, least),
                        store("uwin-min", Serdes.Integer()).withRetention(Duration.ofHours(25)));
        windowed("min-raw", min);
        windowed("min-suppressed", min.suppress(Suppressed.untilWindowCloses(BufferConfig.unbounded())));
        return readBack("min", min, Serdes.Integer());
    }

    private KTable<String, Integer> maximum(KGroupedStream<String, Integer> numbers) {
        return readBack(
                "max",
                in(DAY.multipliedBy(2), numbers)
                        .aggregate(
                                () -> Integer.MIN_VALUE,
                                (key, value, most) -> Math.max(value, most),
                                store("uwin-max", Serdes.Integer())),
                Serdes.Integer());
    }

    private KTable<String, Long> sum(KGroupedStream<String, Integer> numbers) {
        return readBack(
                "sum",
                in(DAY.multipliedBy(2), numbers)
                        .aggregate(() -> 0L, (key, value, all) -> all + value, store("win-sum", Serdes.Long())),
                Serdes.Long());
    }

    private KTable<String, Long> count(KGroupedStream<String, Integer> numbers) {
        return readBack(
                "cnt",
                in(DAY.multipliedBy(2), numbers)
                        .count(Materialized.<String, Long, WindowStore<Bytes, byte[]>>as("uwin-cnt")),
                Serdes.Long());
    }

    private void countCounts(KTable<String, Long> counts) {
        KTable<String, Long> counted = counts.groupBy(
                        (key, count) -> new KeyValue<>(count.toString(), 1L),
                        Grouped.with(Serdes.String(), Serdes.Long()))
                .aggregate(
                        () -> 0L,
                        (count, one, all) -> all + one,
                        (count, one, all) -> all - one,
                        Materialized.<String, Long>as(Stores.inMemoryKeyValueStore("cntByCnt"))
                                .withKeySerde(Serdes.String())
                                .withValueSerde(Serdes.Long())
                                .withLoggingEnabled(Map.of()));
        counted.toStream().to(prefix + "tagg", Produced.with(Serdes.String(), Serdes.Long()));
    }

    private static TimeWindowedKStream<String, Integer> in(Duration size, KGroupedStream<String, Integer> numbers) {
        return numbers.windowedBy(TimeWindows.ofSizeAndGrace(size, GRACE));
    }

    private static <V> Materialized<String, V, WindowStore<Bytes, byte[]>> store(String name, Serde<V> values) {
        return Materialized.<String, V, WindowStore<Bytes, byte[]>>as(name).withValueSerde(values);
    }

    private void windowed(String topic, KTable<Windowed<String>, Integer> table) {
        table.toStream((key, value) -> key.key() + "@" + key.window().start())
                .filterNot((key, value) -> key.startsWith(CLOSER))
                .to(prefix + topic, Produced.with(Serdes.String(), Serdes.Integer()));
    }

    /** Writes results to a topic without their windows, and reads the topic as a table. */
    private <V> KTable<String, V> readBack(String topic, KTable<Windowed<String>, V> table, Serde<V> values) {
        table.toStream((key, value) -> key.key())
                .filterNot((key, value) -> key.equals(CLOSER))
                .to(prefix + topic, Produced.with(Serdes.String(), values));
        return builder.table(
                prefix + topic,
                Consumed.with(Serdes.String(), values),
                Materialized.<String, V, KeyValueStore<Bytes, byte[]>>as(topic + "Store"));
    }

    private <V> void to(String topic, KTable<String, V> table, Serde<V> values) {
        table.toStream().to(prefix + topic, Produced.with(Serdes.String(), values));
    }
}
