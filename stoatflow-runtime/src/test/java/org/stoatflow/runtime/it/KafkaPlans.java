package org.stoatflow.runtime.it;

import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.processor.TimestampExtractor;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;

/**
 * Programs whose results depend on partitions, lanes and order; the same text as {@link OurPlans}, with Kafka Streams'
 * imports.
 */
final class KafkaPlans {
    private KafkaPlans() {}

    static void add(String program, StreamsBuilder builder, Places at) {
        switch (program) {
            case "hops" -> {
                builder.addStateStore(Stores.keyValueStoreBuilder(
                        Stores.inMemoryKeyValueStore("hops-store"), Serdes.String(), Serdes.Integer()));
                builder.<String, String>stream(at.in())
                        .repartition()
                        .merge(builder.stream(at.more()))
                        .<String, String>process(Counted::new, "hops-store")
                        .to(at.out());
            }
            case "ids" -> gather(builder, at, Serdes.UUID(), "ids-store");
            case "texts" -> gather(builder, at, Serdes.String(), "texts-store");
            case "doubles" -> gather(builder, at, Serdes.Double(), "doubles-store");
            case "stateless" ->
                builder.stream(at.in(), Consumed.with(Serdes.UUID(), Serdes.String()))
                        .mapValues(value -> value + "!")
                        .to(at.out(), Produced.with(Serdes.UUID(), Serdes.String()));
            case "order" ->
                builder.<String, String>stream(at.in())
                        .repartition()
                        .<String, String>process(Chained::new)
                        .to(at.out());
            case "times" ->
                builder.stream(
                                List.of(at.in(), at.more()),
                                Consumed.with(Serdes.String(), Serdes.String())
                                        .withTimestampExtractor(new FromPartition()))
                        .to(at.out());
            default -> throw new IllegalArgumentException("no program " + program);
        }
    }

    private static <K> void gather(StreamsBuilder builder, Places at, Serde<K> keys, String store) {
        builder.stream(at.in(), Consumed.with(keys, Serdes.String()))
                .groupByKey(Grouped.with(keys, Serdes.String()))
                .aggregate(
                        () -> "",
                        (key, value, so) -> so.isEmpty() ? value : so + "," + value,
                        Materialized.<K, String, KeyValueStore<Bytes, byte[]>>as(store)
                                .withKeySerde(keys)
                                .withValueSerde(Serdes.String()))
                .toStream()
                .to(at.out(), Produced.with(keys, Serdes.String()));
    }

    /** Says in which task and partition a key was seen how often. */
    private static final class Counted extends ContextualProcessor<String, String, String, String> {
        private KeyValueStore<String, Integer> store;

        @Override
        public void init(ProcessorContext<String, String> context) {
            super.init(context);
            store = context.getStateStore("hops-store");
        }

        @Override
        public void process(Record<String, String> record) {
            Integer before = store.get(record.key());
            int now = before == null ? 1 : before + 1;
            store.put(record.key(), now);
            String partition = context()
                    .recordMetadata()
                    .map(from -> "partition " + from.partition())
                    .orElse("nowhere");
            context()
                    .forward(record.withValue(
                            record.value() + " in " + context().taskId() + ", " + partition + ": " + now));
        }
    }

    /** Says after which record one came. */
    private static final class Chained extends ContextualProcessor<String, String, String, String> {
        private String before = "nothing";

        @Override
        public void process(Record<String, String> record) {
            context().forward(record.withValue(record.value() + " after " + before));
            before = record.value();
        }
    }

    /** Takes the time of the partition where a value asks for it. */
    private static final class FromPartition implements TimestampExtractor {
        @Override
        public long extract(ConsumerRecord<Object, Object> record, long partitionTime) {
            return record.value().toString().contains("?") ? partitionTime + 1 : record.timestamp();
        }
    }
}
