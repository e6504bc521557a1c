package org.stoatflow.bench.scenario;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.DynamicMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.kstream.Branched;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.Produced;
import org.stoatflow.streams.kstream.Repartitioned;

/**
 * Four inputs of Protobuf, of 2 to 30 KB, as 3 : 2 : 1 : 4. User events and product updates go through a repartition by
 * tag to three topics by priority; orders and clicks through one by customer to one topic. No state.
 */
record Shop(String name, int standardRate) implements Scenario {
    private static final int TURN = 10;
    private static final int USER_EVENTS = 3;
    private static final int PRODUCT_UPDATES = 5; // up to this one
    private static final int ORDERS = 6;
    private static final int THINGS = 1_000;
    private static final int TAGS = 50;
    private static final int PRIORITIES = 10;
    private static final int HIGH = 7;
    private static final int MEDIUM = 4;
    private static final int KEPT_CENTS = 1_000;
    private static final int KB = 1_000;

    /** The inputs: what they are of, and the span of their sizes. */
    private enum Kind {
        USER_EVENT("user-events", Protobuf.USER_EVENT, 2, 5),
        PRODUCT_UPDATE("product-updates", Protobuf.PRODUCT_UPDATE, 2, 5),
        ORDER("orders", Protobuf.ORDER, 8, 15),
        CLICKS("click-streams", Protobuf.CLICK_STREAM, 15, 30);

        private final String topic;
        private final Descriptor type;
        private final int fromKb;
        private final int toKb;

        Kind(String topic, Descriptor type, int fromKb, int toKb) {
            this.topic = topic;
            this.type = type;
            this.fromKb = fromKb;
            this.toKb = toKb;
        }

        static Kind of(long number) {
            int place = (int) (number % TURN);
            if (place < USER_EVENTS) {
                return USER_EVENT;
            }
            if (place < PRODUCT_UPDATES) {
                return PRODUCT_UPDATE;
            }
            return place < ORDERS ? ORDER : CLICKS;
        }
    }

    /**
     * What a record says, without the bytes that only make it large.
     *
     * @param grade priority of the first two, cents of an order, whether clicks are a robot's
     */
    private record Content(Kind kind, String thing, List<String> names, long grade) {
        static Content of(long number, SplittableRandom random) {
            Kind kind = Kind.of(number);
            List<String> names = new ArrayList<>();
            for (int i = random.nextInt(1, 4); i > 0; i--) {
                names.add("tag-" + random.nextInt(TAGS));
            }
            int grade = switch (kind) {
                case USER_EVENT, PRODUCT_UPDATE -> random.nextInt(PRIORITIES);
                case ORDER -> random.nextInt(TURN * KEPT_CENTS);
                case CLICKS -> random.nextInt(TURN) == 0 ? 1 : 0;
            };
            return new Content(kind, "thing-" + random.nextInt(THINGS), names, grade);
        }
    }

    @Override
    public List<String> inputs() {
        return Stream.of(Kind.values()).map(kind -> kind.topic).toList();
    }

    @Override
    public List<String> outputs() {
        return List.of("high", "medium", "low", "activities");
    }

    @Override
    public Topology topology(Topics topics) {
        StreamsBuilder builder = new StreamsBuilder();
        tags(builder, topics);
        activities(builder, topics);
        return builder.build();
    }

    private static void tags(StreamsBuilder builder, Topics topics) {
        Serde<DynamicMessage> tagged = Protobuf.serde(Protobuf.TAGGED);
        Produced<String, DynamicMessage> produced = Produced.with(Serdes.String(), tagged);
        read(builder, topics, Kind.USER_EVENT)
                .mapValues(event -> item("user", event))
                .merge(read(builder, topics, Kind.PRODUCT_UPDATE).mapValues(event -> item("product", event)))
                .flatMap((key, item) -> Protobuf.texts(item, "tags").stream()
                        .map(tag -> KeyValue.pair(tag, tagged(tag, item)))
                        .toList())
                .repartition(Repartitioned.with(Serdes.String(), tagged).withName("tags"))
                .split()
                .branch(
                        (tag, item) -> Protobuf.number(item, "priority") >= HIGH,
                        Branched.withConsumer(high -> high.to(topics.name("high"), produced)))
                .branch(
                        (tag, item) -> Protobuf.number(item, "priority") >= MEDIUM,
                        Branched.withConsumer(medium -> medium.to(topics.name("medium"), produced)))
                .defaultBranch(Branched.withConsumer(low -> low.to(topics.name("low"), produced)));
    }

    private static void activities(StreamsBuilder builder, Topics topics) {
        Serde<DynamicMessage> activity = Protobuf.serde(Protobuf.ACTIVITY);
        read(builder, topics, Kind.ORDER)
                .filter((key, order) -> Protobuf.number(order, "cents") >= KEPT_CENTS)
                .mapValues(order -> activity("order", Protobuf.number(order, "cents"), order))
                .merge(read(builder, topics, Kind.CLICKS)
                        .filter((key, clicks) -> Protobuf.number(clicks, "robot") == 0)
                        .mapValues(clicks -> activity(
                                "clicks", Protobuf.texts(clicks, "pages").size(), clicks)))
                .selectKey((key, value) -> Protobuf.text(value, "customer"))
                .repartition(Repartitioned.with(Serdes.String(), activity).withName("customers"))
                .to(topics.name("activities"), Produced.with(Serdes.String(), activity));
    }

    private static KStream<String, DynamicMessage> read(StreamsBuilder builder, Topics topics, Kind kind) {
        return builder.stream(topics.name(kind.topic), Consumed.with(Serdes.String(), Protobuf.serde(kind.type)));
    }

    private static DynamicMessage item(String source, DynamicMessage event) {
        return Protobuf.of(
                Protobuf.ITEM,
                source,
                Protobuf.texts(event, "tags"),
                Protobuf.number(event, "priority"),
                Protobuf.number(event, "number"));
    }

    private static DynamicMessage tagged(String tag, DynamicMessage item) {
        return Protobuf.of(
                Protobuf.TAGGED,
                Protobuf.text(item, "source"),
                tag,
                Protobuf.number(item, "priority"),
                Protobuf.number(item, "number"));
    }

    private static DynamicMessage activity(String kind, long amount, DynamicMessage message) {
        return Protobuf.of(
                Protobuf.ACTIVITY,
                Protobuf.text(message, "customer"),
                kind,
                amount,
                Protobuf.number(message, "number"));
    }

    @Override
    public Input input(long number) {
        SplittableRandom random = new SplittableRandom(number);
        Content content = Content.of(number, random);
        Kind kind = content.kind();
        byte[] payload = new byte[random.nextInt(kind.fromKb * KB, kind.toKb * KB)];
        random.nextBytes(payload);
        DynamicMessage message =
                Protobuf.of(kind.type, content.thing(), content.names(), content.grade(), number, payload);
        return new Input(
                inputs().indexOf(kind.topic),
                number,
                Input.bytes(content.thing()),
                message.toByteArray(),
                Input.WHEN_SENT);
    }

    @Override
    public OutputCheck newCheck(long inputs) {
        Reference reference = new Reference(Shop::text);
        for (long number = 0; number < inputs; number++) {
            Content content = Content.of(number, new SplittableRandom(number));
            switch (content.kind()) {
                case USER_EVENT -> expectTags(reference, "user", content, number);
                case PRODUCT_UPDATE -> expectTags(reference, "product", content, number);
                case ORDER -> {
                    if (content.grade() >= KEPT_CENTS) {
                        expectActivity(reference, "order", content.grade(), content, number);
                    }
                }
                case CLICKS -> {
                    if (content.grade() == 0) {
                        expectActivity(reference, "clicks", content.names().size(), content, number);
                    }
                }
            }
        }
        return reference;
    }

    private static void expectTags(Reference reference, String source, Content content, long number) {
        String topic = content.grade() >= HIGH ? "high" : content.grade() >= MEDIUM ? "medium" : "low";
        for (String tag : content.names()) {
            reference.expect(topic, tag, source + " " + content.grade() + " " + number);
        }
    }

    private static void expectActivity(Reference reference, String kind, long amount, Content content, long number) {
        reference.expect("activities", content.thing(), kind + " " + amount + " " + number);
    }

    /** What an output says. */
    private static String text(String topic, byte[] bytes) {
        if (topic.equals("activities")) {
            DynamicMessage activity = Protobuf.parse(Protobuf.ACTIVITY, bytes);
            return Protobuf.text(activity, "kind") + " " + Protobuf.number(activity, "amount") + " "
                    + Protobuf.number(activity, "number");
        }
        DynamicMessage tagged = Protobuf.parse(Protobuf.TAGGED, bytes);
        return Protobuf.text(tagged, "source") + " " + Protobuf.number(tagged, "priority") + " "
                + Protobuf.number(tagged, "number");
    }
}
