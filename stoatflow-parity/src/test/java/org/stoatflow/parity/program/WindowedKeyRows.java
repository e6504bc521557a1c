package org.stoatflow.parity.program;

import java.time.Duration;
import java.util.List;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.Grouped;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Produced;
import org.stoatflow.streams.kstream.Repartitioned;
import org.stoatflow.streams.kstream.TimeWindows;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.kstream.WindowedSerdes;
import org.stoatflow.streams.kstream.internals.SessionWindow;

/** Keys with windows that the program itself makes: their bytes, and the partitions that they are written to. */
final class WindowedKeyRows {
    private static final TimeWindows WINDOWS =
            TimeWindows.ofSizeWithNoGrace(Duration.ofMillis(20)).advanceBy(Duration.ofMillis(8));

    private WindowedKeyRows() {}

    static List<Row> rows() {
        return List.of(
                Row.dsl(
                        "keys with windows to a topic",
                        (b, at) -> windowed(OperatorRows.stream(b, at))
                                .to(at.out(), Produced.with(times(), Serdes.String()))),
                Row.dsl(
                        "keys with sessions to a topic",
                        (b, at) -> OperatorRows.stream(b, at)
                                .map((k, v) -> KeyValue.pair(session(v), v))
                                .to(at.out(), Produced.with(sessions(), Serdes.String()))),
                Row.dsl(
                        "keys with windows through a repartition",
                        (b, at) -> windowed(OperatorRows.stream(b, at))
                                .repartition(Repartitioned.with(times(), Serdes.String()))
                                .to(at.out(), Produced.with(times(), Serdes.String()))),
                Row.dsl(
                        "counts by keys with windows",
                        (b, at) -> windowed(OperatorRows.stream(b, at))
                                .groupByKey(Grouped.with(times(), Serdes.String()))
                                .count(Materialized.with(times(), Serdes.Long()))
                                .toStream()
                                .mapValues(String::valueOf)
                                .to(at.out(), Produced.with(times(), Serdes.String()))),
                configured(),
                Row.dsl(
                                "keys with windows that are null",
                                (b, at) -> OperatorRows.stream(b, at)
                                        .map((k, v) -> KeyValue.pair((Windowed<String>) null, v))
                                        .to(at.out(), Produced.with(times(), Serdes.String())))
                        .untilEnded());
    }

    /** The default serde has windows, so the sink does not know of them: the producer chooses by all of the key. */
    private static Row configured() {
        return Row.dsl("configured serde of keys with windows", WindowedKeyRows::toDefault)
                .with("default.key.serde", WindowedSerdes.TimeWindowedSerde.class)
                .with("windowed.inner.class.serde", Serdes.StringSerde.class.getName())
                .with("window.size.ms", 20L);
    }

    private static void toDefault(StreamsBuilder builder, Scene at) {
        windowed(builder.stream(at.in(), Consumed.with(Serdes.String(), Serdes.String())))
                .to(at.out());
    }

    private static Serde<Windowed<String>> times() {
        return new WindowedSerdes.TimeWindowedSerde<>(Serdes.String(), 20);
    }

    private static Serde<Windowed<String>> sessions() {
        return new WindowedSerdes.SessionWindowedSerde<>(Serdes.String());
    }

    private static KStream<Windowed<String>, String> windowed(KStream<String, String> stream) {
        return stream.flatMap((k, v) -> WINDOWS.windowsFor(time(v)).values().stream()
                .map(window -> KeyValue.pair(new Windowed<>(OperatorRows.word(v), window), v))
                .toList());
    }

    private static Windowed<String> session(String value) {
        return new Windowed<>(OperatorRows.word(value), new SessionWindow(time(value), time(value) + value.length()));
    }

    private static long time(String value) {
        return Math.floorMod(value.hashCode(), 100);
    }
}
