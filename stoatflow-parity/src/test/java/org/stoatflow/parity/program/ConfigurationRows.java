package org.stoatflow.parity.program;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.Record;

/** Settings that are refused, and where; and some that are not. */
final class ConfigurationRows {
    private ConfigurationRows() {}

    static List<Row> rows() {
        return Stream.of(
                        refusedOfConnections(),
                        refusedOfClients(),
                        refusedOfStreams(),
                        starts(),
                        callsAndFoldersThatAreRefused())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Row> refusedOfConnections() {
        return List.of(
                refused("auto.offset.reset in upper case", "auto.offset.reset", "LATEST"),
                refused("auto.offset.reset unknown", "auto.offset.reset", "sometimes"),
                refused("auto.offset.reset of the consumer", "consumer.auto.offset.reset", "never"),
                refused("auto.offset.reset of the main consumer", "main.consumer.auto.offset.reset", "never"),
                refused("acks=1, exactly once", "acks", "1").exactlyOnce(),
                refused("acks of the producer, exactly once", "producer.acks", "0")
                        .exactlyOnce(),
                refused("acks unknown", "acks", "7"),
                refused("no idempotence, exactly once", "enable.idempotence", "false")
                        .exactlyOnce(),
                refused("six in flight, exactly once", "max.in.flight.requests.per.connection", 6)
                        .exactlyOnce(),
                refused("six in flight", "max.in.flight.requests.per.connection", 6),
                refused("no port", "bootstrap.servers", "localhost"),
                refused("address that is none", "bootstrap.servers", "nowhere.invalid:9092"),
                refused("empty address", "bootstrap.servers", ""),
                refused("no address", "bootstrap.servers", Settings.UNSET),
                refused("empty application.id", "application.id", ""),
                refused("no application.id", "application.id", Settings.UNSET),
                refused("application.id with odd characters", "application.id", "a b/c"));
    }

    private static List<Row> refusedOfClients() {
        return List.of(
                refused(
                        "missing interceptor of the consumer",
                        "main.consumer.interceptor.classes",
                        "no.such.Interceptor"),
                refused("missing interceptor of the producer", "producer.interceptor.classes", "no.such.Interceptor"),
                refused("missing interceptor", "interceptor.classes", "no.such.Interceptor"),
                refused("interceptor that is none", "producer.interceptor.classes", "java.lang.String"),
                refused("missing truststore", "ssl.truststore.location", "/no/such/file")
                        .with("security.protocol", "SSL"),
                refused("unknown security protocol", "security.protocol", "SOMETHING"),
                refused("SASL without login", "security.protocol", "SASL_PLAINTEXT"),
                refused("missing metric reporter", "metric.reporters", "no.such.Reporter"),
                refused("compression unknown", "compression.type", "tar"),
                refused("negative linger", "linger.ms", -5),
                refused("negative poll records", "max.poll.records", 0),
                refused("text for a number", "max.poll.records", "many"),
                refused("text for a number of ours", "num.stream.threads", "many"),
                refused("negative cache", "statestore.cache.max.bytes", -1),
                refused("negative commit interval", "commit.interval.ms", -1));
    }

    private static List<Row> refusedOfStreams() {
        return List.of(
                refused("unknown guarantee", "processing.guarantee", "exactly_twice"),
                refused("guarantee of old", "processing.guarantee", "exactly_once"),
                refused("unknown serde", "default.key.serde", "no.such.Serde"),
                refused("serde that is none", "default.value.serde", "java.lang.String")
                        .apart("changelogs", Difference.NAMED_WRONGLY)
                        .apart("restores", Difference.NAMED_WRONGLY),
                refused("unknown handler", "deserialization.exception.handler", "no.such.Handler"),
                refused("handler that is none", "processing.exception.handler", "java.lang.String")
                        .apart("changelogs", Difference.NAMED_WRONGLY),
                refused("extractor that is none", "default.timestamp.extractor", "java.lang.String"),
                refused("unknown client supplier", "default.client.supplier", "no.such.Supplier"),
                refused("session longer than the request", "session.timeout.ms", 100),
                refused("transaction shorter than the commit", "commit.interval.ms", 60_000)
                        .exactlyOnce(),
                refused("delivery shorter than the request", "delivery.timeout.ms", 10),
                refused("group.instance.id empty", "group.instance.id", ""),
                refused("isolation unknown", "isolation.level", "read_some"),
                refused("optimization unknown", "topology.optimization", "fast"),
                refused("optimization beside none", "topology.optimization", "none,all"),
                refused("standbys that are no number", "num.standby.replicas", "two"),
                refused("protocol of the group unknown", "group.protocol", "consumer"),
                refused("wrapper that is not there", "processor.wrapper.class", "no.such.Wrapper"),
                refused("format of stores unknown", "dsl.store.format", "PLAIN"),
                refused("tag without a value", "client.tag.zone", ""),
                refused("metrics that only the admin client keeps", "admin.enable.metrics.push", false),
                refused("metrics level unknown", "metrics.recording.level", "LOUD"),
                refused("replication factor zero", "replication.factor", 0),
                refused("state.dir below a file", "state.dir", "{folder}/file/state"),
                refused("receive buffer", "receive.buffer.bytes", -2),
                refused("client.id with odd characters", "client.id", "a b/c"),
                refused("dead letters to an empty name", "errors.dead.letter.queue.topic.name", ""));
    }

    /** Notes what it is configured with. */
    private static final class Looking extends ContextualProcessor<String, String, String, String> {
        private final Scene at;

        Looking(Scene at) {
            this.at = at;
        }

        @Override
        public void process(Record<String, String> record) {
            for (String key : List.of(
                    "num.standby.replicas", "commit.interval.ms", "task.timeout.ms", "mine.own", "no.such.key")) {
                Object value = context().appConfigs().get(key);
                at.note(
                        key,
                        value + " " + (value == null ? "" : value.getClass().getSimpleName()));
            }
            context().forward(record);
        }
    }

    private static List<Row> starts() {
        List<Row> rows = new ArrayList<>();
        rows.add(Row.script("empty topology", at -> {
            KafkaStreams app = at.made(new Topology());
            if (app != null) {
                at.note("made", app.state());
                at.close(app);
            }
        }));
        rows.add(Row.dsl(
                        "configuration that processors see",
                        (b, at) -> OperatorRows.stream(b, at)
                                .process(() -> new Looking(at))
                                .to(at.out()))
                .with("num.standby.replicas", "0")
                .with("mine.own", 7)
                .fed(FailureRows::one));
        rows.add(Row.script("empty builder", at -> at.made(new StreamsBuilder().build())));
        rows.add(Row.script("started twice", at -> {
            at.feed();
            KafkaStreams app = at.started(simple(at));
            at.attempt("again", () -> {
                app.start();
                return app;
            });
            at.awaitCommitted(app);
            at.close(app);
            at.attempt("after close", () -> {
                app.start();
                return app;
            });
        }));
        rows.add(Row.script("closed without start", at -> {
            at.feed();
            KafkaStreams app = at.made(simple(at));
            at.close(app);
            at.note("state", app.state());
        }));
        return rows;
    }

    private static List<Row> callsAndFoldersThatAreRefused() {
        List<Row> rows = new ArrayList<>();
        rows.add(Row.script("listener after start", at -> {
            at.feed();
            KafkaStreams app = at.started(simple(at));
            at.attempt("listener", () -> {
                app.setStateListener(null);
                return app;
            });
            at.attempt("handler", () -> {
                app.setUncaughtExceptionHandler((org.stoatflow.streams.errors.StreamsUncaughtExceptionHandler) null);
                return app;
            });
            at.awaitCommitted(app);
            at.attempt("cleanUp", () -> {
                app.cleanUp();
                return app;
            });
            at.close(app);
        }));
        rows.add(Row.script("locked state.dir", at -> {
            at.feed();
            KafkaStreams first = at.started(counting(at));
            at.awaitCommitted(first);
            KafkaStreams second = at.made(counting(at));
            at.note("second", second == null ? "refused" : "made");
            if (second != null) {
                at.close(second);
            }
            at.close(first);
        }));
        rows.add(Row.script("state.dir that is a file", at -> inUnusable(at, counting(at))));
        rows.add(Row.dsl(
                        "state.dir that is a file, without state",
                        (b, at) -> OperatorRows.stream(b, at).to(at.out()))
                .fed(at -> {
                    Feeds.plain(at);
                    at.file("file");
                })
                .with("state.dir", "{folder}/file"));
        return rows;
    }

    private static Row refused(String name, String key, Object value) {
        return Row.script(name, at -> {
                    at.feed();
                    at.file("file");
                    KafkaStreams app = at.started(counting(at));
                    if (app != null) {
                        at.awaitEnd(app);
                        at.close(app);
                    }
                })
                .with(key, value);
    }

    private static void inUnusable(Scene at, Topology topology) {
        at.feed();
        at.file("file");
        at.row.settings.put(StreamsConfig.STATE_DIR_CONFIG, "{folder}/file");
        KafkaStreams app = at.started(topology);
        if (app != null) {
            at.awaitEnd(app);
            at.close(app);
        }
    }

    private static Topology simple(Scene at) {
        StreamsBuilder builder = new StreamsBuilder();
        OperatorRows.stream(builder, at).to(at.out());
        return builder.build();
    }

    private static Topology counting(Scene at) {
        StreamsBuilder builder = new StreamsBuilder();
        OperatorRows.stream(builder, at).groupByKey().count();
        return builder.build();
    }
}
