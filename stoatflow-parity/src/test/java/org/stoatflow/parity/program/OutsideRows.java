package org.stoatflow.parity.program;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import java.util.List;
import java.util.stream.Stream;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.springframework.kafka.support.serializer.JsonSerde;
import org.stoatflow.parity.outside.Account;
import org.stoatflow.parity.outside.AvroSerde;
import org.stoatflow.parity.outside.SchemaRegistry;
import org.stoatflow.parity.outside.TextSerdes;
import org.stoatflow.parity.outside.Trade;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.Grouped;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Produced;
import org.stoatflow.streams.kstream.Repartitioned;

/** Serdes from outside, and those that people write themselves. */
@SuppressWarnings("removal") // spring-kafka's JsonSerde, which applications have
final class OutsideRows {
    private static final Serde<String> TEXT = Serdes.String();

    private OutsideRows() {}

    private static KStream<String, String> lines(StreamsBuilder builder, Scene at) {
        return builder.stream(at.in(), Consumed.with(TEXT, TEXT));
    }

    private static String word(String line) {
        return line.split(" ")[1];
    }

    private static <T> Serde<T> json(Class<T> type) {
        return new JsonSerde<>(type);
    }

    private static void accounts(StreamsBuilder builder, Scene at) {
        lines(builder, at)
                .mapValues(line -> new Trade(line))
                .groupBy((key, trade) -> trade.getBuyer(), Grouped.with(TEXT, json(Trade.class)))
                .aggregate(
                        Account::new,
                        (buyer, trade, account) -> account.add(trade),
                        Materialized.with(TEXT, json(Account.class)))
                .toStream()
                .to(at.out(), Produced.with(TEXT, json(Account.class)));
    }

    /** Each line's number as its key, so that no key comes twice. */
    private static void distinct(StreamsBuilder builder, Scene at, Serde<String> keys, Serde<String> values) {
        lines(builder, at)
                .selectKey((key, line) -> line.split(" ")[2])
                .repartition(Repartitioned.with(keys, values))
                .groupByKey(Grouped.with(keys, values))
                .reduce((one, other) -> one + other, Materialized.with(keys, values))
                .toStream()
                .to(at.out(), Produced.with(keys, values));
    }

    /** Counts and joins the lines of each word as text, through hop, store and sink. */
    private static void joined(StreamsBuilder builder, Scene at, Serde<String> serde) {
        lines(builder, at)
                .groupBy((key, line) -> word(line), Grouped.with(TEXT, serde))
                .aggregate(
                        () -> "",
                        (key, line, sum) -> sum.length() > 20 ? "" : sum + line.split(" ")[2] + ",",
                        Materialized.with(TEXT, serde))
                .toStream()
                .to(at.out(), Produced.with(TEXT, serde));
    }

    private static Serde<Struct> protobuf() {
        return Serdes.serdeFrom((topic, message) -> message == null ? null : message.toByteArray(), (topic, bytes) -> {
            try {
                return bytes == null ? null : Struct.parseFrom(bytes);
            } catch (InvalidProtocolBufferException unreadable) {
                throw new SerializationException(unreadable);
            }
        });
    }

    private static Struct sum(Struct one, Struct other) {
        double total = one.getFieldsOrDefault("n", Value.getDefaultInstance()).getNumberValue()
                + other.getFieldsOrThrow("n").getNumberValue();
        return one.toBuilder()
                .putFields("n", Value.newBuilder().setNumberValue(total).build())
                .build();
    }

    private static void messages(StreamsBuilder builder, Scene at) {
        lines(builder, at)
                .map((key, line) -> KeyValue.pair(
                        word(line),
                        Struct.newBuilder()
                                .putFields(
                                        "n",
                                        Value.newBuilder()
                                                .setNumberValue(Double.parseDouble(line.split(" ")[2]))
                                                .build())
                                .build()))
                .groupByKey(Grouped.with(TEXT, protobuf()))
                .aggregate(
                        Struct::getDefaultInstance,
                        (key, message, total) -> sum(total, message),
                        Materialized.with(TEXT, protobuf()))
                .toStream()
                .to(at.out(), Produced.with(TEXT, protobuf()));
    }

    private static GenericRecord total(String word) {
        GenericRecord record = new GenericData.Record(SchemaBuilder.record("Total")
                .namespace("outside")
                .fields()
                .requiredString("word")
                .requiredLong("lines")
                .endRecord());
        record.put("word", word);
        record.put("lines", 0L);
        return record;
    }

    private static void registered(StreamsBuilder builder, Scene at) {
        Serde<GenericRecord> avro = new AvroSerde(SchemaRegistry.shared().address());
        lines(builder, at)
                .mapValues(line -> total(word(line)))
                .groupBy((key, record) -> record.get("word").toString(), Grouped.with(TEXT, avro))
                .aggregate(
                        () -> total(""),
                        (word, record, sum) -> {
                            sum.put("word", record.get("word"));
                            sum.put("lines", (long) sum.get("lines") + 1);
                            return sum;
                        },
                        Materialized.with(TEXT, avro))
                .toStream()
                .to(at.out(), Produced.with(TEXT, avro));
    }

    private static void bytes(StreamsBuilder builder, Scene at) {
        Serde<byte[]> serde = TextSerdes.inPlace();
        builder.stream(at.in(), Consumed.with(TEXT, serde))
                .filter((key, bytes) -> key != null)
                .selectKey((key, bytes) -> key + "'")
                .groupByKey(Grouped.with(TEXT, serde))
                .reduce(
                        (sum, bytes) -> {
                            sum[0]++;
                            return sum;
                        },
                        Materialized.with(TEXT, serde))
                .toStream()
                .to(at.out(), Produced.with(TEXT, serde));
    }

    private static void typed(Scene scene) {
        scene.create("in", 2);
        for (int i = 0; i < 20; i++) {
            String json = "{\"buyer\":\"b" + i % 5 + "\",\"seller\":\"s\",\"amount\":" + i + "}";
            scene.send(
                    "in",
                    i % 2,
                    Feeds.BEGIN + i,
                    "k" + i % 4,
                    json,
                    new RecordHeader(
                            "__TypeId__", Trade.class.getName().getBytes(java.nio.charset.StandardCharsets.UTF_8)),
                    new RecordHeader("trace", new byte[] {'a'}));
        }
    }

    static List<Row> rows() {
        return Stream.of(withOthersSerdes(), withSerdesOfItsOwn(), withSerdesThatThrow())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Row> withOthersSerdes() {
        return List.of(
                Row.dsl("spring json aggregate", OutsideRows::accounts),
                Row.dsl("spring json aggregate with exactly once", OutsideRows::accounts)
                        .exactlyOnce(),
                Row.dsl(
                                "spring json read and written",
                                (builder, at) -> builder.stream(at.in(), Consumed.with(TEXT, json(Trade.class)))
                                        .filter((key, trade) -> trade.getAmount() % 3 != 0)
                                        .to(at.out(), Produced.with(TEXT, json(Trade.class))))
                        .fed(OutsideRows::typed),
                Row.dsl(
                                "spring json table",
                                (builder, at) -> builder.stream(at.in(), Consumed.with(TEXT, json(Trade.class)))
                                        .toTable(Materialized.with(TEXT, json(Trade.class)))
                                        .filter((key, trade) -> trade.getAmount() > 10)
                                        .toStream()
                                        .to(at.out(), Produced.with(TEXT, json(Trade.class))))
                        .fed(OutsideRows::typed),
                Row.dsl("protobuf aggregate", OutsideRows::messages),
                Row.script("avro with a registry", scene -> {
                    scene.runToEnd(at -> {
                        StreamsBuilder builder = new StreamsBuilder();
                        registered(builder, at);
                        return builder.build();
                    });
                    SchemaRegistry.shared()
                            .subjects(scene.place.applicationId())
                            .forEach(subject -> scene.note("subject", subject));
                }));
    }

    private static List<Row> withSerdesOfItsOwn() {
        return List.of(
                Row.dsl("serde with state for each thread", (b, at) -> joined(b, at, TextSerdes.threadState())),
                Row.dsl("serde that fills one buffer again", (b, at) -> joined(b, at, TextSerdes.oneBuffer())),
                Row.dsl("serde that gives null for empty", (b, at) -> joined(b, at, TextSerdes.nullForEmpty())),
                Row.dsl("serde that changes bytes in place", OutsideRows::bytes),
                Row.dsl(
                                "serde that fills one buffer again below a cache",
                                (b, at) -> distinct(b, at, TEXT, TextSerdes.oneBuffer()))
                        .with("statestore.cache.max.bytes", 1 << 20),
                Row.dsl("serdes that write headers", (b, at) -> joined(b, at, TextSerdes.tracing("v"))),
                Row.dsl(
                        "serdes that write headers of keys too",
                        (b, at) -> distinct(b, at, TextSerdes.tracing("k"), TextSerdes.tracing("v"))),
                Row.dsl(
                                "serdes that write headers below a cache",
                                (b, at) -> distinct(b, at, TextSerdes.tracing("k"), TextSerdes.tracing("v")))
                        .with("statestore.cache.max.bytes", 1 << 20));
    }

    private static List<Row> withSerdesThatThrow() {
        return List.of(
                Row.dsl(
                                "sink serde that throws",
                                (b, at) ->
                                        lines(b, at).to(at.out(), Produced.with(TEXT, TextSerdes.failingToWrite("w3"))))
                        .fed(OutsideRows::oneBad)
                        .untilEnded(),
                Row.dsl(
                                "sink serde that throws and is left out",
                                (b, at) ->
                                        lines(b, at).to(at.out(), Produced.with(TEXT, TextSerdes.failingToWrite("w3"))))
                        .with("production.exception.handler", Dropping.class),
                Row.dsl(
                                "hop serde that throws and is left out",
                                (b, at) -> joined(b, at, TextSerdes.failingToWrite("w3")))
                        .with("production.exception.handler", Dropping.class),
                Row.dsl(
                                "source serde that throws and is left out",
                                (b, at) -> b.stream(at.in(), Consumed.with(TEXT, TextSerdes.failingToRead("w3")))
                                        .to(at.out(), Produced.with(TEXT, TEXT)))
                        .with(
                                "deserialization.exception.handler",
                                org.stoatflow.streams.errors.LogAndContinueExceptionHandler.class)
                        .fed(OutsideRows::keyed), // its last records can be read
                Row.dsl(
                                "hop serde that throws when read and is left out",
                                (b, at) -> lines(b, at)
                                        .repartition(Repartitioned.with(TEXT, TextSerdes.failingToRead("w3")))
                                        .to(at.out(), Produced.with(TEXT, TEXT)))
                        .with(
                                "deserialization.exception.handler",
                                org.stoatflow.streams.errors.LogAndContinueExceptionHandler.class)
                        .fed(OutsideRows::keyed),
                Row.dsl(
                                "store serde that throws and is left out",
                                (b, at) -> lines(b, at)
                                        .filter((key, line) -> key != null)
                                        .groupByKey(Grouped.with(TEXT, TEXT))
                                        .reduce(
                                                (one, other) -> other,
                                                Materialized.with(TEXT, TextSerdes.failingToWrite("w3")))
                                        .toStream()
                                        .to(at.out(), Produced.with(TEXT, TEXT)))
                        .with(
                                "processing.exception.handler",
                                org.stoatflow.streams.errors.LogAndContinueProcessingExceptionHandler.class));
    }

    private static void oneBad(Scene scene) {
        scene.create("in", 1);
        scene.send("in", 0, Feeds.BEGIN, "k", "in w3 1");
    }

    private static void keyed(Scene scene) {
        scene.create("in", 1);
        for (int i = 0; i < 20; i++) {
            scene.send("in", 0, Feeds.BEGIN + i, "k" + i % 5, "in w" + i % 6 + " " + i);
        }
    }
}
