package org.stoatflow.parity.program;

import java.time.Duration;
import java.util.List;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.kstream.JoinWindows;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.SessionWindows;
import org.stoatflow.streams.kstream.StreamJoined;
import org.stoatflow.streams.kstream.TimeWindows;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.SessionStore;
import org.stoatflow.streams.state.Stores;
import org.stoatflow.streams.state.WindowBytesStoreSupplier;
import org.stoatflow.streams.state.WindowStore;

/** Windows, sessions, versions and tables that are kept in another place or for another time. */
final class ChangedWindows {
    private static final String STORE = "sums";
    private static final String MORE = "more";
    private static final String FIRST = "a=1@0 a=1@20 b=1@20";
    private static final String SECOND = "a=2@20 c=1@21";
    private static final Duration HOUR = Duration.ofHours(1);

    private ChangedWindows() {}

    static List<Change> rows() {
        return List.of(
                Change.of(
                        "windows become longer",
                        windows(1, true).fed(FIRST),
                        windows(5, true).fed(SECOND)),
                Change.of(
                        "windows in memory come to disk",
                        windows(1, false).fed(FIRST),
                        windows(1, true).fed(SECOND)),
                Change.of(
                        "windows on disk come to memory",
                        windows(1, true).fed(FIRST),
                        windows(1, false).fed(SECOND)),
                Change.of(
                        "a window store becomes a session store",
                        windows(1, true).fed(FIRST),
                        sessions().fed(SECOND)),
                Change.of(
                        "a session store becomes a window store",
                        sessions().fed(FIRST),
                        windows(1, true).showing(STORE, ShownStore.WINDOWS).fed(SECOND)),
                Change.of("a versioned table becomes a table", versioned(HOUR).fed(FIRST), table().fed(SECOND)),
                Change.of(
                        "a history becomes longer",
                        versioned(HOUR).fed(FIRST),
                        versioned(Duration.ofHours(8)).fed(SECOND)),
                Change.of(
                                "the windows of a join become longer",
                                joined(5).fed("a=1@0").fedTo(MORE, "b=9@0"),
                                joined(120).fed("b=3@1").fedTo(MORE, "a=9@1"))
                        .reading(MORE),
                Change.of(
                                "a global table becomes a table",
                                copied().fed("a=1 b=1 a=2"),
                                global().fedTo(MORE, "z=1"),
                                table().fed("a=3 c=1"))
                        .reading(MORE));
    }

    private static Leg windows(int minutes, boolean onDisk) {
        return Leg.dsl((builder, at) -> {
                    Duration size = Duration.ofMinutes(minutes);
                    WindowBytesStoreSupplier store = onDisk
                            ? Stores.persistentTimestampedWindowStore(STORE, HOUR, size, false)
                            : Stores.inMemoryWindowStore(STORE, HOUR, size, false);
                    Materialized<String, String, WindowStore<Bytes, byte[]>> how = Materialized.as(store);
                    builder.<String, String>stream(at.in())
                            .groupByKey()
                            .windowedBy(TimeWindows.ofSizeAndGrace(size, Duration.ofMinutes(30)))
                            .reduce(Sums::plus, how)
                            .toStream((key, sum) ->
                                    key.key() + Leg.minute(key.window().start()))
                            .to(at.out());
                })
                .showing(STORE, ShownStore.WINDOWS);
    }

    private static Leg sessions() {
        return Leg.dsl((builder, at) -> {
            Materialized<String, String, SessionStore<Bytes, byte[]>> how = Materialized.as(STORE);
            builder.<String, String>stream(at.in())
                    .groupByKey()
                    .windowedBy(SessionWindows.ofInactivityGapAndGrace(Duration.ofMinutes(1), Duration.ofMinutes(30)))
                    .reduce(Sums::plus, how.withRetention(HOUR))
                    .toStream((key, sum) -> key.key() + Leg.minute(key.window().start()))
                    .to(at.out());
        });
    }

    private static Leg versioned(Duration history) {
        return table(Materialized.as(Stores.persistentVersionedKeyValueStore(STORE, history)));
    }

    private static Leg table() {
        return table(Materialized.as(STORE)).showing(STORE);
    }

    private static Leg table(Materialized<String, String, KeyValueStore<Bytes, byte[]>> store) {
        return Leg.dsl((builder, at) ->
                builder.<String, String>table(at.in(), store).toStream().to(at.out()));
    }

    private static Leg copied() {
        return Leg.dsl((builder, at) -> builder.stream(at.in()).to(at.out()));
    }

    private static Leg global() {
        return Leg.dsl((builder, at) -> {
                    builder.<String, String>globalTable(
                            at.in(), Materialized.<String, String, KeyValueStore<Bytes, byte[]>>as(STORE));
                    builder.<String, String>stream(at.topic(MORE)).to(at.out());
                })
                .showing(STORE);
    }

    private static Leg joined(int minutes) {
        return Leg.dsl((builder, at) -> join(builder, at, Duration.ofMinutes(minutes)));
    }

    private static void join(StreamsBuilder builder, Scene at, Duration apart) {
        KStream<String, String> other = builder.stream(at.topic(MORE));
        builder.<String, String>stream(at.in())
                .join(
                        other,
                        (one, another) -> one + another,
                        JoinWindows.ofTimeDifferenceWithNoGrace(apart),
                        StreamJoined.with(Serdes.String(), Serdes.String(), Serdes.String())
                                .withStoreName("pairs"))
                .to(at.out());
    }
}
