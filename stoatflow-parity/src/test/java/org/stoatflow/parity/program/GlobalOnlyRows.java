package org.stoatflow.parity.program;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.stoatflow.parity.Cluster;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.errors.LogAndContinueExceptionHandler;
import org.stoatflow.streams.errors.LogAndContinueProcessingExceptionHandler;
import org.stoatflow.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.Stores;

/** Topologies of global stores and nothing else: there is no group, and no stream thread. */
final class GlobalOnlyRows {
    private static final List<String> SHOWN =
            List.of("state", "alive-stream-threads", "client-state", "topology-description");

    private GlobalOnlyRows() {}

    static List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        for (boolean memory : List.of(false, true)) {
            String kind = memory ? " in memory" : " on disk";
            rows.add(Row.script("global table alone" + kind, at -> twice(at, table(at, memory))));
            rows.add(Row.script("global store alone" + kind, at -> twice(at, store(at, memory))));
        }
        rows.add(Row.script("global table alone, exactly once", at -> twice(at, table(at, false)))
                .exactlyOnce());
        rows.add(Row.script("global table alone, with an address", at -> twice(at, table(at, false)))
                .with("application.server", "here.example:7070"));
        for (StreamThreadExceptionResponse answer : StreamThreadExceptionResponse.values()) {
            rows.add(Row.script(
                    "global store alone whose processor fails, " + answer,
                    at -> failing(at, failingStore(at).build(at.config()), answer)));
        }
        rows.add(Row.script("global store alone whose handlers leave records out", GlobalOnlyRows::leftOut)
                .with("deserialization.exception.handler", LogAndContinueExceptionHandler.class)
                .with("processing.exception.handler", LogAndContinueProcessingExceptionHandler.class)
                .with("processing.exception.handler.global.enabled", true));
        rows.add(Row.script("global table alone, paused", GlobalOnlyRows::paused));
        rows.add(Row.script("global table alone, read once start returns", GlobalOnlyRows::readAtOnce));
        rows.add(Row.script("global table alone whose topic is missing", at -> refused(at, table(at, false))));
        rows.add(Row.script("global store alone whose processor fails in the load", GlobalOnlyRows::failingLoad));
        rows.add(Row.dsl("nothing to run", (builder, at) -> {}));
        return rows;
    }

    private static Topology table(Scene at, boolean memory) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.globalTable(
                at.topic("world"),
                Materialized.<String, String>as(
                        memory
                                ? Stores.inMemoryKeyValueStore("kept")
                                : Stores.persistentTimestampedKeyValueStore("kept")));
        return builder.build(at.config());
    }

    private static Topology store(Scene at, boolean memory) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.addGlobalStore(
                Stores.keyValueStoreBuilder(
                        memory ? Stores.inMemoryKeyValueStore("kept") : Stores.persistentKeyValueStore("kept"),
                        Serdes.String(),
                        Serdes.String()),
                at.topic("world"),
                Consumed.with(Serdes.String(), Serdes.String()),
                GlobalRows.Upper::new);
        return builder.build(at.config());
    }

    private static void twice(Scene at, Topology topology) {
        at.createOutput("world", 3, Map.of());
        GlobalRows.world(at, 0);
        KafkaStreams app = at.started(topology);
        awaitRunning(at, app);
        GlobalRows.rows(at, app);
        GlobalRows.world(at, 1);
        GlobalRows.awaitWorld(at, app, 1);
        GlobalRows.rows(at, app);
        look(at, app);
        at.close(app);
        at.note("closed", app.state() + " " + app.metadataForLocalThreads());
        GlobalRows.world(at, 2);
        app = at.started(topology);
        awaitRunning(at, app);
        GlobalRows.awaitWorld(at, app, 2);
        GlobalRows.rows(at, app);
        at.close(app);
    }

    private static void awaitRunning(Scene at, KafkaStreams app) {
        Cluster.await(() -> app.state() == KafkaStreams.State.RUNNING, () -> at.place + " is " + app.state());
    }

    private static void look(Scene at, KafkaStreams app) {
        at.note("threads", app.metadataForLocalThreads());
        at.note("clients", app.metadataForAllStreamsClients());
        at.note("who has the store", app.streamsMetadataForStore("kept"));
        at.note("who has a key", app.queryMetadataForKey("kept", "k0", new StringSerializer()));
        at.note("lags", app.allLocalStorePartitionLags());
        at.note("stream threads added", app.removeStreamThread());
        at.note("groups", groups(at));
        Map<String, String> metrics = new TreeMap<>();
        for (Metric metric : app.metrics().values()) {
            String group = metric.metricName().group();
            if (group.equals("stream-metrics")
                    && SHOWN.contains(metric.metricName().name())) {
                metrics.put(metric.metricName().name(), at.place.plain(String.valueOf(metric.metricValue())));
            } else if (group.equals("stream-thread-metrics")) {
                metrics.put(metric.metricName().name(), "is there");
            }
        }
        at.note("metrics", metrics);
        dropped(at, app);
    }

    /** Totals of records that were left out, by task. */
    static void dropped(Scene at, KafkaStreams app) {
        app.metrics().forEach((name, metric) -> {
            if (name.group().equals("stream-task-metrics") && name.name().equals("dropped-records-total")) {
                String thread = name.tags().get("thread-id");
                at.note(
                        "dropped in " + thread.substring(thread.lastIndexOf('-')) + " "
                                + name.tags().get("task-id"),
                        metric.metricValue());
            }
        });
    }

    /** One record cannot be read and one fails, in the load and afterwards. */
    private static void leftOut(Scene at) {
        at.createOutput("world", 1, Map.of());
        StreamsBuilder builder = new StreamsBuilder();
        builder.addGlobalStore(
                Stores.keyValueStoreBuilder(Stores.persistentKeyValueStore("kept"), Serdes.String(), Serdes.Long()),
                at.topic("world"),
                Consumed.with(Serdes.String(), Serdes.Long()),
                Positive::new);
        some(at, "k0");
        KafkaStreams app = at.started(builder.build(at.config()));
        awaitRunning(at, app);
        dropped(at, app);
        some(at, "k1");
        Cluster.await(() -> GlobalRows.store(app).get("k1") != null, () -> at.place + " does not have k1");
        dropped(at, app);
        GlobalRows.rows(at, app);
        at.close(app);
    }

    private static void some(Scene at, String key) {
        at.send("world", 0, Feeds.BEGIN, "unreadable", "three");
        for (long value : List.of(-1L, 7L)) {
            byte[] bytes = Serdes.Long().serializer().serialize("world", value);
            at.sendBytes("world", 0, Feeds.BEGIN, key.getBytes(StandardCharsets.UTF_8), bytes);
        }
        at.flush();
    }

    /** Keeps positive values, and fails on others. */
    private static final class Positive extends ContextualProcessor<String, Long, Void, Void> {
        @Override
        public void process(Record<String, Long> record) {
            if (record.value() < 0) {
                throw new IllegalArgumentException("negative");
            }
            context().<KeyValueStore<String, Long>>getStateStore("kept").put(record.key(), record.value());
        }
    }

    private static List<String> groups(Scene at) {
        return Cluster.answer(Cluster.admin().listGroups().all()).stream()
                .map(GroupListing::groupId)
                .filter(at.place.applicationId()::equals)
                .toList();
    }

    private static void paused(Scene at) {
        at.createOutput("world", 3, Map.of());
        KafkaStreams app = at.made(table(at, false));
        app.pause();
        app.start();
        awaitRunning(at, app);
        GlobalRows.world(at, 0);
        GlobalRows.awaitWorld(at, app, 0);
        at.note("paused", app.isPaused());
        app.resume();
        at.close(app);
    }

    // ---- processors that fail

    /** Fails on the value {@code bad}, which comes while the topic is followed. */
    static final class Failing extends ContextualProcessor<String, String, Void, Void> {
        @Override
        public void process(Record<String, String> record) {
            if ("bad".equals(record.value())) {
                throw new IllegalArgumentException("bad");
            }
            context().<KeyValueStore<String, String>>getStateStore("kept").put(record.key(), record.value());
        }
    }

    static StreamsBuilder failingStore(Scene at) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.addGlobalStore(
                Stores.keyValueStoreBuilder(Stores.persistentKeyValueStore("kept"), Serdes.String(), Serdes.String()),
                at.topic("world"),
                Consumed.with(Serdes.String(), Serdes.String()),
                Failing::new);
        return builder;
    }

    /** The record at fault is met again at the next start, while the topic is loaded. */
    private static void readAtOnce(Scene at) {
        at.createOutput("world", 3, Map.of());
        GlobalRows.world(at, 0);
        KafkaStreams app = at.started(table(at, false));
        GlobalRows.rows(at, app);
        awaitRunning(at, app); // the state follows the load on both, a moment later
        at.close(app);
    }

    private static void failingLoad(Scene at) {
        at.createOutput("world", 1, Map.of());
        at.send("world", 0, Feeds.BEGIN, "k0", "bad");
        at.flush();
        refused(at, failingStore(at).build(at.config()));
    }

    private static void refused(Scene at, Topology topology) {
        KafkaStreams app = at.made(topology);
        at.attempt("start", () -> {
            app.start();
            return app;
        });
        Cluster.await(() -> app.state() == KafkaStreams.State.ERROR, () -> at.place + " is " + app.state());
        at.close(app);
    }

    static void failing(Scene at, Topology topology, StreamThreadExceptionResponse answer) {
        at.createOutput("world", 1, Map.of());
        at.send("world", 0, Feeds.BEGIN, "k0", "good");
        at.flush();
        KafkaStreams app = at.made(topology);
        app.setUncaughtExceptionHandler(error -> {
            at.note("handler", at.chain(error));
            return answer;
        });
        app.start();
        awaitRunning(at, app);
        at.send("world", 0, Feeds.BEGIN + 1, "k1", "bad");
        at.flush();
        Cluster.await(() -> app.state().hasCompletedShutdown(), () -> at.place + " goes on, " + app.state());
        at.note("ended", app.state());
        at.attempt("read after the end", () -> GlobalRows.store(app).get("k0"));
        at.close(app);
    }
}
