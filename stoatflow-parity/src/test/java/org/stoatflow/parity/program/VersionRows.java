package org.stoatflow.parity.program;

import java.time.Duration;
import java.util.List;
import java.util.function.BiConsumer;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.kstream.Joined;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.state.StoreBuilder;
import org.stoatflow.streams.state.Stores;
import org.stoatflow.streams.state.VersionedKeyValueStore;

/** Versioned stores as processors use them, with the input of {@link WindowStoreRows}; and versioned tables. */
final class VersionRows {
    private static final String STORE = "versions";
    private static final Duration HISTORY = Duration.ofMinutes(4);

    private VersionRows() {}

    static List<Row> rows() {
        return List.of(
                WindowStoreRows.using("versioned store", VersionRows::builder, VersionRows::put),
                WindowStoreRows.fedAndKept(Row.script(
                                "versioned store after a restart",
                                at -> WindowStoreRows.restart(
                                        at, WindowStoreRows.topology(at, builder(), VersionRows::put), false)))
                        .apart("notes", Difference.VERSIONS_AFTER_A_RESTART),
                WindowStoreRows.fedAndKept(Row.script(
                        "versioned store restored",
                        at -> WindowStoreRows.restart(
                                at, WindowStoreRows.topology(at, builder(), VersionRows::put), true))),
                WindowStoreRows.kept(
                        Row.script("versioned table restored", at -> restarted(at, VersionRows::joinedNow, true))
                                .fed(VersionRows::feed)),
                WindowStoreRows.kept(Row.script(
                                "stream-table join with grace at a restart",
                                at -> restarted(at, VersionRows::joinedLater, false))
                        .fed(VersionRows::feed)
                        .exactlyOnce()
                        .apart("outputs", Difference.WAITING_AFTER_A_RESTART)
                        .apart("restores", Difference.CHANGELOG_RECORDS)));
    }

    private static StoreBuilder<VersionedKeyValueStore<String, String>> builder() {
        return Stores.versionedKeyValueStoreBuilder(
                Stores.persistentVersionedKeyValueStore(STORE, HISTORY), Serdes.String(), Serdes.String());
    }

    private static void put(
            VersionedKeyValueStore<String, String> store,
            String key,
            String value,
            long ms,
            BiConsumer<String, Object> note) {
        note.accept("put", store.put(key, value, ms));
        note.accept("put before", store.put(key, value + " before", ms - 40_000));
        note.accept("deleted", store.delete("a", ms - 20_000));
        note.accept("newest", store.get(key));
        for (long back = 0; back < 400_000; back += 30_000) {
            note.accept("as of " + back, store.get("a", ms - back));
        }
    }

    // ---- a table and a stream of one topic, so that their order is known

    private static void feed(Scene at) {
        at.create("in", 1);
        for (int i = 0; i < 40; i++) {
            send(at, i, i * 700L - (i % 7 == 3 ? 6_000 : 0));
        }
        // More records wait at the end than after the restart: Kafka Streams counts them anew, and forgets some when
        // the
        // count comes to nothing.
        for (int i = 40; i < 64; i++) {
            send(at, i, 28_000 + i * 20L);
        }
    }

    /** The latest record comes first after the start, since Kafka Streams has forgotten the time by then. */
    private static void feedMore(Scene at) {
        send(at, 71, 40_000);
        for (int i = 72; i < 90; i++) {
            send(at, i, 40_000 + (i - 72) * 700L - (i % 7 == 3 ? 6_000 : 0));
        }
    }

    private static void send(Scene at, int i, long afterMs) {
        boolean row = i % 3 == 0;
        String value = row ? i % 9 == 6 ? "row none" : "row " + i : "value " + i;
        at.send("in", 0, Feeds.BEGIN + afterMs, "k" + i % 4, value);
    }

    private static void joinedNow(KStream<String, String> values, KTable<String, String> table, Scene at) {
        values.leftJoin(table, (value, row) -> value + "/" + row).to(at.out());
    }

    private static void joinedLater(KStream<String, String> values, KTable<String, String> table, Scene at) {
        values.leftJoin(
                        table,
                        (value, row) -> value + "/" + row,
                        Joined.with(Serdes.String(), Serdes.String(), Serdes.String())
                                .withName("held")
                                .withGracePeriod(Duration.ofSeconds(3)))
                .to(at.out());
    }

    /** Joins a stream with a table. */
    private interface Join {
        void of(KStream<String, String> values, KTable<String, String> table, Scene at);
    }

    private static Topology joined(Scene at, Join join) {
        StreamsBuilder builder = new StreamsBuilder();
        KStream<String, String> in = builder.stream(at.in());
        KTable<String, String> table = in.filter((key, value) -> value.startsWith("row"))
                .mapValues(value -> value.endsWith("none") ? null : value)
                .toTable(Materialized.<String, String>as(Stores.persistentVersionedKeyValueStore(STORE, HISTORY))
                        .withKeySerde(Serdes.String())
                        .withValueSerde(Serdes.String()));
        join.of(in.filter((key, value) -> value.startsWith("value")), table, at);
        return builder.build();
    }

    /** Runs, runs again, with or without local state, and goes on. */
    private static void restarted(Scene at, Join join, boolean wiped) {
        at.feed();
        KafkaStreams first = at.started(joined(at, join));
        at.awaitCommitted(first);
        at.close(first);
        at.restores.clear();
        KafkaStreams second = at.made(joined(at, join));
        if (wiped) {
            second.cleanUp();
        }
        feedMore(at);
        at.flush();
        second.start();
        at.awaitCommitted(second);
        at.close(second);
    }
}
