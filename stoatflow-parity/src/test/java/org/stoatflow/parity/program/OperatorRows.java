package org.stoatflow.parity.program;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.streams.AutoOffsetReset;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.kstream.Branched;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.Named;
import org.stoatflow.streams.kstream.Produced;
import org.stoatflow.streams.kstream.Repartitioned;

/** Operators of streams; those that keep state are in {@link AggregationRows}. */
final class OperatorRows {
    private OperatorRows() {}

    static KStream<String, String> stream(StreamsBuilder builder, Scene at) {
        return builder.stream(at.in());
    }

    static String word(String value) {
        return value.split(" ")[1];
    }

    static List<Row> rows() {
        return java.util.stream.Stream.of(
                        stateless(),
                        flattening(),
                        merging(),
                        sinks(),
                        headers(),
                        sources(),
                        timestamps(),
                        positions(),
                        repartitions(),
                        AggregationRows.rows(),
                        WindowedKeyRows.rows())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Row> stateless() {
        return List.of(
                Row.dsl(
                        "filter",
                        (b, at) -> stream(b, at)
                                .filter((k, v) -> k != null && v.length() % 2 == 0)
                                .to(at.out())),
                Row.dsl(
                        "filterNot",
                        (b, at) -> stream(b, at).filterNot((k, v) -> k == null).to(at.out())),
                Row.dsl(
                        "map",
                        (b, at) -> stream(b, at)
                                .map((k, v) -> KeyValue.pair(word(v), v))
                                .to(at.out())),
                Row.dsl(
                        "map to null key",
                        (b, at) -> stream(b, at)
                                .map((k, v) -> KeyValue.pair((String) null, k + v))
                                .to(at.out())),
                Row.dsl(
                        "mapValues with key",
                        (b, at) ->
                                stream(b, at).mapValues((k, v) -> k + ":" + v).to(at.out())),
                Row.dsl(
                                "mapValues to null",
                                (b, at) -> stream(b, at)
                                        .mapValues(v -> v.contains("w1") ? null : v)
                                        .to(at.out()))
                        .fed(Feeds::plain),
                Row.dsl(
                                "values that are null",
                                (b, at) -> stream(b, at)
                                        .peek((k, v) -> at.note(k, v))
                                        .mapValues(v -> v == null ? "nothing" : v)
                                        .to(at.out()))
                        .fed(Feeds::gaps));
    }

    private static List<Row> flattening() {
        return List.of(
                Row.dsl(
                        "flatMap",
                        (b, at) -> stream(b, at)
                                .flatMap((k, v) -> List.of(KeyValue.pair(word(v), v), KeyValue.pair(word(v), k)))
                                .to(at.out())),
                Row.dsl(
                        "flatMap to none",
                        (b, at) -> stream(b, at)
                                .flatMap((k, v) -> List.<KeyValue<String, String>>of())
                                .to(at.out())),
                Row.dsl(
                        "flatMapValues",
                        (b, at) -> stream(b, at)
                                .flatMapValues(v -> List.of(v.split(" ")))
                                .to(at.out())),
                Row.dsl(
                                "flatMapValues of nulls",
                                (b, at) -> stream(b, at)
                                        .flatMapValues(v -> java.util.Arrays.asList(v, null))
                                        .to(at.out()))
                        .fed(Feeds::gaps),
                Row.dsl(
                        "selectKey",
                        (b, at) -> stream(b, at).selectKey((k, v) -> word(v)).to(at.out())),
                Row.dsl(
                        "peek and foreach",
                        (b, at) -> stream(b, at)
                                .peek((k, v) -> at.note(k, "peek " + v))
                                .foreach((k, v) -> at.note(k, v))));
    }

    private static List<Row> merging() {
        return List.of(
                Row.dsl(
                                "merge",
                                (b, at) -> stream(b, at)
                                        .merge(b.stream(at.topic("more")))
                                        .filter((k, v) -> k != null)
                                        .map((k, v) ->
                                                KeyValue.pair(k + v.substring(0, 2), v)) // equal times: any topic first
                                        .to(at.out()))
                        .fed(Feeds::twoTopics),
                Row.dsl("merge with itself", (b, at) -> {
                    KStream<String, String> in = stream(b, at);
                    in.merge(in).to(at.out());
                }),
                Row.dsl("split", (b, at) -> {
                    at.createOutput("rest", 2, Map.of());
                    Map<String, KStream<String, String>> parts = stream(b, at)
                            .split(Named.as("parts-"))
                            .branch((k, v) -> k == null, Branched.as("none"))
                            .branch((k, v) -> v.contains("w2"), Branched.withConsumer(s -> s.to(at.topic("rest"))))
                            .branch(
                                    (k, v) -> v.contains("w3"),
                                    Branched.withFunction(s -> s.mapValues(v -> "3 " + v), "three"))
                            .defaultBranch(Branched.as("rest"));
                    at.note("branches", parts.keySet().stream().sorted().toList());
                    parts.get("parts-none").to(at.out());
                    parts.get("parts-three").to(at.out());
                    parts.get("parts-rest").to(at.topic("rest"));
                }));
    }

    private static List<Row> sinks() {
        return List.of(
                Row.dsl("to a topic by record", (b, at) -> {
                    at.createOutput("rest", 1, Map.of());
                    stream(b, at).to((k, v, context) -> context.partition() == 0 ? at.out() : at.topic("rest"));
                }),
                Row.dsl(
                        "to with a partitioner",
                        (b, at) -> stream(b, at)
                                .to(
                                        at.out(),
                                        Produced.streamPartitioner(
                                                (topic, k, v, n) -> Optional.of(Set.of(v.length() % n))))),
                Row.dsl(
                        "to several partitions",
                        (b, at) -> stream(b, at)
                                .filter((k, v) -> k != null)
                                .to(
                                        at.out(),
                                        Produced.streamPartitioner((topic, k, v, n) -> Optional.of(Set.of(0, 1))))),
                Row.dsl(
                        "to no partition",
                        (b, at) -> stream(b, at)
                                .to(
                                        at.out(),
                                        Produced.streamPartitioner((topic, k, v, n) ->
                                                v.contains("w1") ? Optional.of(Set.of()) : Optional.of(Set.of(1))))));
    }

    private static List<Row> headers() {
        return List.of(
                Row.dsl(
                                "headers pass",
                                (b, at) -> stream(b, at).mapValues(v -> v + "!").to(at.out()))
                        .fed(scene -> {
                            scene.create("in", 1);
                            scene.send("in", 0, Feeds.BEGIN, "a", "1", new RecordHeader("x", new byte[] {65}));
                            scene.send("in", 0, Feeds.BEGIN, "a", "2", new RecordHeader("x", null));
                            scene.send(
                                    "in",
                                    0,
                                    Feeds.BEGIN,
                                    "b",
                                    "3",
                                    new RecordHeader("x", new byte[] {65}),
                                    new RecordHeader("x", new byte[] {66}));
                        }),
                Row.dsl(
                                "headers pass a repartition",
                                (b, at) -> stream(b, at).repartition().to(at.out()))
                        .fed(scene -> {
                            scene.create("in", 1);
                            scene.send("in", 0, Feeds.BEGIN, "a", "1", new RecordHeader("x", new byte[] {65}));
                            scene.send("in", 0, Feeds.BEGIN, "b", "2");
                        }));
    }

    private static List<Row> sources() {
        return List.of(
                Row.dsl(
                                "two topics in one source",
                                (b, at) -> b.<String, String>stream(List.of(at.in(), at.topic("more")))
                                        .filter((k, v) -> k != null && v.startsWith("in"))
                                        .to(at.out()))
                        .fed(Feeds::twoTopics),
                Row.dsl(
                        "pattern",
                        (b, at) -> b.<String, String>stream(Pattern.compile(Pattern.quote(at.topic("in")) + ".*"))
                                .to(at.out())),
                Row.dsl(
                        "serdes of a source",
                        (b, at) -> b.stream(at.in(), Consumed.with(Serdes.ByteArray(), Serdes.ByteArray()))
                                .mapValues(v -> v.length)
                                .to(at.out(), Produced.with(Serdes.ByteArray(), Serdes.Integer()))));
    }

    private static List<Row> timestamps() {
        return List.of(
                Row.dsl(
                        "own timestamps",
                        (b, at) -> b.stream(
                                        at.in(),
                                        Consumed.<String, String>as("own")
                                                .withTimestampExtractor((r, t) -> r.timestamp() + 86_400_000))
                                .to(at.out())),
                Row.dsl(
                        "partition time for an extractor",
                        (b, at) -> b.stream(
                                        at.in(),
                                        Consumed.<String, String>as("own").withTimestampExtractor((r, t) -> {
                                            at.note(
                                                    r.topic()
                                                                    .substring(r.topic()
                                                                                    .length()
                                                                            - 2)
                                                            + r.partition(),
                                                    t);
                                            return r.timestamp();
                                        }))
                                .to(at.out())),
                Row.dsl(
                        "negative timestamps are dropped",
                        (b, at) -> b.stream(
                                        at.in(),
                                        Consumed.<String, String>as("own")
                                                .withTimestampExtractor((r, t) -> new String(
                                                                        r.value() == null
                                                                                ? new byte[0]
                                                                                : r.value()
                                                                                        .toString()
                                                                                        .getBytes())
                                                                .contains("w1")
                                                        ? -1
                                                        : r.timestamp()))
                                .to(at.out())));
    }

    private static List<Row> positions() {
        return List.of(
                Row.dsl(
                                "from the latest",
                                (b, at) -> b.stream(
                                                at.in(),
                                                Consumed.<String, String>as("late")
                                                        .withOffsetResetPolicy(AutoOffsetReset.latest()))
                                        .to(at.out()))
                        .fed(scene -> scene.create("in", 1)),
                Row.dsl(
                        "by duration",
                        (b, at) -> b.stream(
                                        at.in(),
                                        Consumed.<String, String>as("late")
                                                .withOffsetResetPolicy(
                                                        AutoOffsetReset.byDuration(Duration.ofDays(36_500))))
                                .to(at.out())),
                Row.dsl("log append time", (b, at) -> stream(b, at).to(at.out()))
                        .fed(scene -> {
                            scene.create("in", 1);
                            scene.send("in", 0, 0, "a", "epoch");
                            scene.send("in", 0, 1, "a", "epoch");
                        }));
    }

    private static List<Row> repartitions() {
        return List.of(
                Row.dsl("repartition", (b, at) -> stream(b, at).repartition().to(at.out())),
                Row.dsl(
                        "repartition named, into three",
                        (b, at) -> stream(b, at)
                                .selectKey((k, v) -> word(v))
                                .repartition(Repartitioned.<String, String>as("three")
                                        .withNumberOfPartitions(3))
                                .peek((k, v) -> at.note(k, v))
                                .to(at.out())),
                Row.dsl(
                        "repartition with a partitioner",
                        (b, at) -> stream(b, at)
                                .repartition(Repartitioned.<String, String>as("own")
                                        .withNumberOfPartitions(2)
                                        .withStreamPartitioner((topic, k, v, n) -> Optional.of(Set.of(1))))
                                .process(() -> new Notes.Places(at))
                                .to(at.out())),
                Row.dsl(
                        "repartition to several partitions, or none",
                        (b, at) -> stream(b, at)
                                .filter((k, v) -> k != null)
                                .repartition(Repartitioned.<String, String>as("several")
                                        .withNumberOfPartitions(3)
                                        .withStreamPartitioner((topic, k, v, n) ->
                                                v.contains("w1") ? Optional.of(Set.of()) : Optional.of(Set.of(0, 2))))
                                .process(() -> new Notes.Copies(at))
                                .to(at.out())),
                Row.dsl(
                        "repartition to null keys",
                        (b, at) -> stream(b, at)
                                .map((k, v) -> KeyValue.pair(v.contains("w1") ? null : word(v), v))
                                .repartition()
                                .to(at.out())),
                Row.dsl(
                        "repartition twice",
                        (b, at) -> stream(b, at)
                                .selectKey((k, v) -> word(v))
                                .repartition()
                                .selectKey((k, v) -> v)
                                .repartition()
                                .to(at.out())),
                Row.dsl(
                                "repartition, exactly once",
                                (b, at) -> stream(b, at)
                                        .repartition()
                                        .mapValues(v -> v + ".")
                                        .to(at.out()))
                        .exactlyOnce());
    }
}
