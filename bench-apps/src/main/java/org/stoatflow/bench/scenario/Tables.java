package org.stoatflow.bench.scenario;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.apache.avro.generic.GenericRecord;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.common.utils.Utils;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Produced;
import org.stoatflow.streams.state.KeyValueStore;

/**
 * Five tables of Avro records, customers : products : orders : shipments : reviews as 2 : 3 : 20 : 15 : 10, and their
 * joins: shipments with orders by the primary key; orders and reviews with customers and products by foreign keys. Each
 * join keeps its result, which makes more than ten stores.
 *
 * @param things how many customers there are, and products
 * @param sales how many orders there are before the first comes again, and shipments and reviews
 */
record Tables(String name, int standardRate, int things, int sales) implements Scenario {
    private static final int CYCLE = 50;

    /** The inputs, in the order of a cycle. */
    private enum Table {
        CUSTOMERS("customers", Avro.CUSTOMER, 2, 2_000, 5_000),
        PRODUCTS("products", Avro.PRODUCT, 3, 2_000, 5_000),
        ORDERS("orders", Avro.ORDER, 20, 10_000, 50_000),
        SHIPMENTS("shipments", Avro.SHIPMENT, 15, 5_500, 27_000),
        REVIEWS("reviews", Avro.REVIEW, 10, 5_500, 20_000);

        private final String topic;
        private final Avro type;
        private final int share;
        private final int fromBytes;
        private final int toBytes;

        Table(String topic, Avro type, int share, int fromBytes, int toBytes) {
            this.topic = topic;
            this.type = type;
            this.share = share;
            this.fromBytes = fromBytes;
            this.toBytes = toBytes;
        }

        boolean isThings() {
            return this == CUSTOMERS || this == PRODUCTS;
        }
    }

    /**
     * What a record says, without the bytes that only make it large. Who has no customer and product has empty ones.
     */
    private record Content(Table table, String key, String customer, String product, long number) {}

    private Content content(long number, SplittableRandom random) {
        long cycle = number / CYCLE;
        int place = (int) (number % CYCLE);
        for (Table table : Table.values()) {
            if (place < table.share) {
                // A shipment has the key of an order of its cycle.
                long turn = cycle * (table == Table.SHIPMENTS ? Table.ORDERS.share : table.share) + place;
                boolean refers = table == Table.ORDERS || table == Table.REVIEWS;
                return new Content(
                        table,
                        "key-" + turn % (table.isThings() ? things : sales),
                        refers ? known(Table.CUSTOMERS, cycle, random) : "",
                        refers ? known(Table.PRODUCTS, cycle, random) : "",
                        number);
            }
            place -= table.share;
        }
        throw new IllegalStateException("the shares are fewer than " + CYCLE);
    }

    /** Key of a record that has been sent before. */
    private String known(Table table, long cycle, SplittableRandom random) {
        return "key-" + random.nextLong(Math.min(things, (cycle + 1) * table.share));
    }

    @Override
    public List<String> inputs() {
        return Stream.of(Table.values()).map(table -> table.topic).toList();
    }

    @Override
    public List<String> outputs() {
        return List.of("shipped", "order-customers", "order-products", "review-customers", "review-products");
    }

    @Override
    public Topology topology(Topics topics) {
        StreamsBuilder builder = new StreamsBuilder();
        KTable<String, GenericRecord> customers = read(builder, topics, Table.CUSTOMERS);
        KTable<String, GenericRecord> products = read(builder, topics, Table.PRODUCTS);
        KTable<String, GenericRecord> orders = read(builder, topics, Table.ORDERS);
        KTable<String, GenericRecord> reviews = read(builder, topics, Table.REVIEWS);
        KTable<String, GenericRecord> shipped =
                read(builder, topics, Table.SHIPMENTS).join(orders, Tables::joined, kept());
        write(shipped, topics.name("shipped"));
        write(byCustomer(orders, customers), topics.name("order-customers"));
        write(byProduct(orders, products), topics.name("order-products"));
        write(byCustomer(reviews, customers), topics.name("review-customers"));
        write(byProduct(reviews, products), topics.name("review-products"));
        return builder.build();
    }

    private static KTable<String, GenericRecord> read(StreamsBuilder builder, Topics topics, Table table) {
        return builder.table(topics.name(table.topic), Consumed.with(Serdes.String(), table.type.serde()));
    }

    private static KTable<String, GenericRecord> byCustomer(
            KTable<String, GenericRecord> table, KTable<String, GenericRecord> customers) {
        return table.join(customers, record -> Avro.text(record, "customer"), Tables::joined, kept());
    }

    private static KTable<String, GenericRecord> byProduct(
            KTable<String, GenericRecord> table, KTable<String, GenericRecord> products) {
        return table.join(products, record -> Avro.text(record, "product"), Tables::joined, kept());
    }

    private static Materialized<String, GenericRecord, KeyValueStore<Bytes, byte[]>> kept() {
        return Materialized.with(Serdes.String(), Avro.JOINED.serde());
    }

    private static void write(KTable<String, GenericRecord> table, String topic) {
        table.toStream().to(topic, Produced.with(Serdes.String(), Avro.JOINED.serde()));
    }

    private static GenericRecord joined(GenericRecord left, GenericRecord right) {
        return Avro.JOINED.record(0, new byte[0], Avro.text(left, "number"), Avro.text(right, "number"));
    }

    @Override
    public Input input(long number) {
        SplittableRandom random = new SplittableRandom(number);
        Content content = content(number, random);
        Table table = content.table();
        byte[] payload = new byte[random.nextInt(table.fromBytes, table.toBytes)];
        random.nextBytes(payload);
        String[] texts = table.type.texts() == 1
                ? new String[] {content.key()}
                : new String[] {content.customer(), content.product()};
        byte[] key = Input.bytes(content.key());
        // As producers do it, since joins by a foreign key look for their rows there.
        int spread = Utils.toPositive(Utils.murmur2(key));
        byte[] value = table.type.bytes(table.type.record(number, payload, texts));
        return new Input(inputs().indexOf(table.topic), spread, key, value, Input.WHEN_SENT);
    }

    @Override
    public OutputCheck newCheck(long inputs) {
        Map<Table, Map<String, Content>> last = new HashMap<>();
        for (Table table : Table.values()) {
            last.put(table, new HashMap<>());
        }
        for (long number = 0; number < inputs; number++) {
            Content content = content(number, new SplittableRandom(number));
            last.getOrDefault(content.table(), Map.of()).put(content.key(), content);
        }
        Reference reference = new Reference((topic, bytes) -> text(Avro.JOINED.parse(bytes)));
        for (Table table : Table.values()) {
            for (Content content : last.getOrDefault(table, Map.of()).values()) {
                switch (table) {
                    case SHIPMENTS -> expect(reference, "shipped", content, last, Table.ORDERS, content.key());
                    case ORDERS -> expectBoth(reference, "order", content, last);
                    case REVIEWS -> expectBoth(reference, "review", content, last);
                    case CUSTOMERS, PRODUCTS -> {}
                }
            }
        }
        return reference;
    }

    private static void expectBoth(
            Reference reference, String what, Content content, Map<Table, Map<String, Content>> last) {
        expect(reference, what + "-customers", content, last, Table.CUSTOMERS, content.customer());
        expect(reference, what + "-products", content, last, Table.PRODUCTS, content.product());
    }

    private static void expect(
            Reference reference,
            String topic,
            Content left,
            Map<Table, Map<String, Content>> last,
            Table right,
            String key) {
        Content found = last.getOrDefault(right, Map.of()).get(key);
        if (found != null) {
            reference.expectLast(topic, left.key(), left.number() + "+" + found.number());
        }
    }

    private static String text(GenericRecord joined) {
        return Avro.text(joined, "left") + "+" + Avro.text(joined, "right");
    }
}
