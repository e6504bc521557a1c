package org.stoatflow.parity.program;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.parity.outside.Box;
import org.stoatflow.parity.outside.TextSerdes;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.Grouped;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Produced;
import org.stoatflow.streams.kstream.Repartitioned;
import org.stoatflow.streams.processor.PunctuationType;
import org.stoatflow.streams.processor.api.ContextualFixedKeyProcessor;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.FixedKeyRecord;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.Stores;

/** Functions that change what they are given, keep it, or emit it twice; and processors that write headers. */
final class SharedObjectRows {
    private static final Serde<String> TEXT = Serdes.String();
    private static final Serde<Box> BOX = Box.serde();

    private SharedObjectRows() {}

    private static KStream<String, Box> boxes(StreamsBuilder builder, Scene at) {
        return builder.stream(at.in(), Consumed.with(TEXT, BOX));
    }

    private static String word(Box box) {
        return box.text().split(" ")[1];
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    // ---- objects

    private static void twoKeys(StreamsBuilder builder, Scene at) {
        boxes(builder, at)
                .flatMap((key, box) ->
                        List.of(KeyValue.pair("buyer " + word(box), box), KeyValue.pair("seller " + word(box), box)))
                .repartition(Repartitioned.with(TEXT, BOX))
                .mapValues((key, box) -> box.append("!"))
                .groupByKey(Grouped.with(TEXT, BOX))
                .aggregate(
                        () -> new Box(""),
                        (key, box, sum) -> sum.with(box.append("?").text()),
                        Materialized.with(TEXT, BOX))
                .toStream()
                .mapValues(box -> box.append("#"))
                .to(at.out(), Produced.with(TEXT, BOX));
    }

    private static void keptInAField(StreamsBuilder builder, Scene at) {
        boxes(builder, at)
                .process(Keeping::new)
                .repartition(Repartitioned.with(TEXT, BOX))
                .process(Keeping::new)
                .to(at.out(), Produced.with(TEXT, BOX));
    }

    /** Forwards one object always, and changes it once more afterwards. */
    private static final class Keeping extends ContextualProcessor<String, Box, String, Box> {
        private final Box kept = new Box("");

        @Override
        public void process(Record<String, Box> record) {
            context()
                    .forward(record.withKey(word(record.value()))
                            .withValue(kept.with(record.value().text())));
            kept.append(" changed");
            record.value().append(" changed");
        }
    }

    private static void changedInBranches(StreamsBuilder builder, Scene at) {
        KStream<String, Box> boxes = boxes(builder, at);
        boxes.mapValues(box -> box.append("1")).to(at.out(), Produced.with(TEXT, BOX));
        boxes.mapValues(box -> box.append("2")).to(at.out(), Produced.with(TEXT, BOX));
        boxes.selectKey((key, box) -> word(box))
                .groupByKey(Grouped.with(TEXT, BOX))
                .reduce((sum, box) -> sum.append("+"), Materialized.with(TEXT, BOX))
                .toStream()
                .to(at.out(), Produced.with(TEXT, BOX));
    }

    private static void changedBytes(StreamsBuilder builder, Scene at) {
        builder.stream(at.in(), Consumed.with(TEXT, Serdes.ByteArray()))
                .flatMap((key, bytes) ->
                        List.of(KeyValue.pair("a" + bytes[4], bytes), KeyValue.pair("b" + bytes[4], bytes)))
                .groupByKey(Grouped.with(TEXT, Serdes.ByteArray()))
                .aggregate(
                        () -> new byte[2],
                        (key, bytes, sum) -> {
                            bytes[0]++;
                            sum[0]++;
                            sum[1] = bytes[0];
                            return sum;
                        },
                        Materialized.with(TEXT, Serdes.ByteArray()))
                .toStream()
                .mapValues(sum -> {
                    sum[1]++;
                    return sum;
                })
                .to(at.out(), Produced.with(TEXT, Serdes.ByteArray()));
    }

    // ---- headers

    /** Forwards to children that write headers before, between and after. */
    private static Topology siblings(Scene at) {
        return new Topology()
                .addSource("source", TEXT.deserializer(), TEXT.deserializer(), at.in())
                .addProcessor("first", () -> new Marking("first"), "source")
                .addSink(
                        "early",
                        at.out(),
                        TEXT.serializer(),
                        TextSerdes.tracing("early").serializer(),
                        "source")
                .addProcessor("second", () -> new Marking("second"), "source")
                .addSink(
                        "a",
                        at.out(),
                        TEXT.serializer(),
                        TextSerdes.tracing("a").serializer(),
                        "first",
                        "second")
                .addSink(
                        "b",
                        at.out(),
                        TEXT.serializer(),
                        TextSerdes.tracing("b").serializer(),
                        "first",
                        "second");
    }

    private static final class Marking extends ContextualProcessor<String, String, String, String> {
        private final String name;

        Marking(String name) {
            this.name = name;
        }

        @Override
        public void process(Record<String, String> record) {
            Record<String, String> derived = record.withValue(record.value() + " by " + name);
            record.headers().add(name, bytes("given")).add("null", null);
            derived.headers().add(name, bytes("derived"));
            context().forward(derived);
            derived.headers().remove("trace").add(name, bytes("again"));
            context().forward(derived);
            for (Iterator<Header> each = record.headers().iterator(); each.hasNext(); ) {
                if (each.next().key().equals("null")) {
                    each.remove();
                }
            }
            context().forward(record);
        }
    }

    private static void inStores(StreamsBuilder builder, Scene at) {
        builder.addStateStore(Stores.keyValueStoreBuilder(
                Stores.persistentKeyValueStore("rows"), TextSerdes.tracing("k"), TextSerdes.tracing("v")));
        KStream<String, String> lines = builder.stream(at.in(), Consumed.with(TEXT, TextSerdes.tracing("source")));
        lines.filter((key, line) -> key != null)
                .process(Storing::new, "rows")
                .repartition(Repartitioned.with(TEXT, TextSerdes.tracing("hop")))
                .processValues(Passing::new)
                .to(
                        (key, value, context) -> {
                            context.headers()
                                    .add(
                                            "extractor",
                                            bytes(String.valueOf(
                                                    context.headers().toArray().length)));
                            return at.out();
                        },
                        Produced.with(TEXT, TextSerdes.tracing("sink")));
    }

    private static final class Storing extends ContextualProcessor<String, String, String, String> {
        private KeyValueStore<String, String> rows;

        @Override
        public void init(ProcessorContext<String, String> context) {
            super.init(context);
            rows = context.getStateStore("rows");
            rows.get("nothing");
        }

        @Override
        public void process(Record<String, String> record) {
            Record<String, String> before = record.withValue("before " + record.value());
            String last = rows.get(record.key());
            rows.put(record.key(), record.value());
            context().forward(before);
            context().forward(record.withValue("after " + last));
            rows.delete(record.key() + " unknown");
            rows.putIfAbsent(record.key() + " once", record.value());
            context().forward(record);
        }
    }

    private static final class Passing extends ContextualFixedKeyProcessor<String, String, String> {
        @Override
        public void process(FixedKeyRecord<String, String> record) {
            FixedKeyRecord<String, String> derived = record.withValue(record.value() + "'");
            record.headers().add("fixed", bytes("given"));
            context().forward(derived);
            context().forward(record.withHeaders(new RecordHeaders(new Header[] {new RecordHeader("fixed", null)})));
            context().forward(record);
        }
    }

    private static void inPunctuations(StreamsBuilder builder, Scene at) {
        builder.addStateStore(
                Stores.keyValueStoreBuilder(Stores.persistentKeyValueStore("rows"), TEXT, TextSerdes.tracing("v")));
        builder.stream(at.in(), Consumed.with(TEXT, TEXT))
                .process(Ticking::new, "rows")
                .to(at.out(), Produced.with(TEXT, TextSerdes.tracing("sink")));
    }

    private static final class Ticking extends ContextualProcessor<String, String, String, String> {
        private KeyValueStore<String, String> rows;
        private long ticks;

        @Override
        public void init(ProcessorContext<String, String> context) {
            super.init(context);
            rows = context.getStateStore("rows");
            context.schedule(Duration.ofSeconds(5), PunctuationType.STREAM_TIME, this::tick);
        }

        private void tick(long timestamp) {
            rows.put("tick", "at " + timestamp);
            rows.get("tick");
            Record<String, String> record = new Record<>("tick " + context().taskId(), "n" + ticks++, timestamp);
            record.headers().add("tick", bytes("1"));
            context().forward(record);
        }

        @Override
        public void process(Record<String, String> record) {
            rows.put("line", record.value());
            context().forward(record.withKey("line " + context().taskId()));
        }
    }

    private static void traced(Scene scene) {
        traced(scene, 1000);
    }

    /** All at one time: Kafka Streams punctuates between polls, not after each record. */
    private static void tracedAtOnce(Scene scene) {
        traced(scene, 0);
    }

    private static void traced(Scene scene, long stepMs) {
        scene.create("in", 2);
        for (int i = 0; i < 24; i++) {
            scene.send(
                    "in",
                    i % 2,
                    Feeds.BEGIN + i * stepMs,
                    "k" + i % 6,
                    "in w" + i % 4 + " " + i,
                    new RecordHeader("trace", bytes("t" + i)),
                    new RecordHeader("trace", bytes("u" + i)),
                    new RecordHeader("empty", new byte[0]));
        }
    }

    static List<Row> rows() {
        return List.of(
                Row.dsl("one object for two keys", SharedObjectRows::twoKeys),
                Row.dsl("one object for two keys with exactly once", SharedObjectRows::twoKeys)
                        .exactlyOnce(),
                Row.dsl("an object kept in a field", SharedObjectRows::keptInAField),
                Row.dsl("an object changed in several branches", SharedObjectRows::changedInBranches),
                Row.dsl(
                        "an object emitted twice",
                        (builder, at) -> boxes(builder, at)
                                .flatMapValues(box -> List.of(box, box))
                                .mapValues(box -> box.append("!"))
                                .to(at.out(), Produced.with(TEXT, BOX))),
                Row.dsl("bytes that functions change", SharedObjectRows::changedBytes),
                Row.topology("headers of siblings", SharedObjectRows::siblings).fed(SharedObjectRows::traced),
                Row.dsl("headers in stores and hops", SharedObjectRows::inStores)
                        .fed(SharedObjectRows::traced),
                Row.dsl("headers in punctuations", SharedObjectRows::inPunctuations)
                        .fed(SharedObjectRows::tracedAtOnce));
    }
}
