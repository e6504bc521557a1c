package org.stoatflow.runtime.it;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.kstream.Branched;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Named;
import org.stoatflow.streams.kstream.Produced;
import org.stoatflow.streams.kstream.Repartitioned;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.kstream.internals.SessionWindow;
import org.stoatflow.streams.processor.api.ContextualFixedKeyProcessor;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.FixedKeyRecord;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.SessionStore;
import org.stoatflow.streams.state.Stores;
import org.stoatflow.streams.state.WindowStore;
import org.stoatflow.streams.state.WindowStoreIterator;

/** One small program for each operator; {@link KafkaPrograms} is the same text with Kafka Streams' imports. */
final class OurPrograms {
    private static final String STORE = "plain-store";
    private static final Duration RETENTION = Duration.ofSeconds(90);
    private static final Duration WINDOW = Duration.ofSeconds(1);

    private OurPrograms() {}

    static void add(String operator, StreamsBuilder builder, Places at) {
        if (operator.equals("table")) {
            builder.<String, String>table(at.in(), Materialized.as("table-store"))
                    .toStream()
                    .to(at.out());
            return;
        }
        KStream<String, String> in = builder.stream(at.in());
        switch (operator) {
            case "filter" -> in.filter((key, value) -> isOdd(value)).to(at.out());
            case "filterNot" -> in.filterNot((key, value) -> isOdd(value)).to(at.out());
            case "map" ->
                in.map((key, value) -> KeyValue.pair(keyOf(value), value + "!")).to(at.out());
            case "mapValues" -> in.mapValues((key, value) -> value + "!" + key).to(at.out());
            case "flatMap" ->
                in.flatMap((key, value) -> List.of(KeyValue.pair(keyOf(value), value), KeyValue.pair(key, value + "'")))
                        .to(at.out());
            case "flatMapValues" ->
                in.flatMapValues(value -> List.of(value + "a", value + "b")).to(at.out());
            case "selectKey" -> in.selectKey((key, value) -> keyOf(value)).to(at.out());
            case "peek" -> in.peek((key, value) -> at.seen().accept(key, value)).to(at.out());
            case "foreach" -> in.foreach((key, value) -> at.seen().accept(key, value));
            case "merge" -> in.merge(builder.stream(at.more())).to(at.out());
            case "split" ->
                in.split(Named.as("by-"))
                        .branch((key, value) -> isOdd(value), Branched.withConsumer(odd -> odd.to(at.out())))
                        .defaultBranch(Branched.withConsumer(even -> even.to(at.rest())));
            case "toExtractor" -> in.to((key, value, context) -> isOdd(value) ? at.out() : at.rest());
            case "repartition" ->
                in.repartition(Repartitioned.numberOfPartitions(3)).to(at.out());
            case "process" -> {
                builder.addStateStore(Stores.keyValueStoreBuilder(
                        Stores.persistentKeyValueStore(STORE), Serdes.String(), Serdes.String()));
                in.<String, String>process(LastTwo::new, STORE).to(at.out());
            }
            case "windows", "duplicates" -> {
                builder.addStateStore(Stores.windowStoreBuilder(
                        Stores.persistentWindowStore(
                                operator + "-store", RETENTION, WINDOW, operator.equals("duplicates")),
                        Serdes.String(),
                        Serdes.String()));
                in.<String, String>process(() -> new Windows(operator + "-store"), operator + "-store")
                        .to(at.out());
            }
            case "sessions" -> {
                builder.addStateStore(Stores.sessionStoreBuilder(
                        Stores.inMemorySessionStore("sessions-store", RETENTION), Serdes.String(), Serdes.String()));
                in.<String, String>process(Sessions::new, "sessions-store").to(at.out());
            }
            case "processValues" -> in.<String>processValues(Place::new).to(at.out());
            default -> addGrouped(operator, in, at);
        }
    }

    private static void addGrouped(String operator, KStream<String, String> in, Places at) {
        switch (operator) {
            case "groupBy" ->
                in.groupBy((key, value) -> keyOf(value))
                        .reduce((older, newer) -> newer)
                        .toStream()
                        .to(at.out());
            case "groupByKey" ->
                in.groupByKey().reduce((older, newer) -> newer).toStream().to(at.out());
            case "count" ->
                in.groupBy((key, value) -> keyOf(value))
                        .count(Materialized.as("count-store"))
                        .toStream()
                        .to(at.out(), Produced.valueSerde(Serdes.Long()));
            case "reduce" ->
                in.groupByKey()
                        .reduce(
                                (older, newer) -> number(newer) % 5 == 0 ? null : older + "," + number(newer),
                                Materialized.<String, String, KeyValueStore<Bytes, byte[]>>as("reduce-store")
                                        .withLoggingEnabled(Map.of("delete.retention.ms", "7200000")))
                        .toStream()
                        .to(at.out());
            case "aggregate" ->
                in.groupByKey()
                        .aggregate(
                                () -> "start",
                                (key, value, so) -> number(value) % 7 == 0 ? null : so + "," + number(value),
                                Materialized.as("aggregate-store"))
                        .toStream()
                        .to(at.out());
            default -> throw new IllegalArgumentException("no program for operator " + operator);
        }
    }

    private static int number(String value) {
        return Integer.parseInt(value.substring(value.indexOf(':') + 1));
    }

    private static boolean isOdd(String value) {
        return number(value) % 2 == 1;
    }

    /** A key that values of one source partition share with no other partition. */
    private static String keyOf(String value) {
        return value.substring(0, value.indexOf(':')) + "/" + number(value) % 5;
    }

    /** Keeps each key's last value, forwards it with the one before, and deletes it now and then. */
    private static final class LastTwo extends ContextualProcessor<String, String, String, String> {
        private KeyValueStore<String, String> store;

        @Override
        public void init(ProcessorContext<String, String> context) {
            super.init(context);
            store = context.getStateStore(STORE);
        }

        @Override
        public void process(Record<String, String> record) {
            String before = store.get(record.key());
            if (number(record.value()) % 9 == 0) {
                store.delete(record.key());
            } else {
                store.put(record.key(), record.value());
            }
            context().forward(record.withValue(record.value() + " after " + before));
        }
    }

    /** Keeps values by second, and forwards each with how many the last seconds have. */
    private static final class Windows extends ContextualProcessor<String, String, String, String> {
        private final String name;

        Windows(String name) {
            this.name = name;
        }

        @Override
        public void process(Record<String, String> record) {
            WindowStore<String, String> store = context().getStateStore(name);
            long start = record.timestamp() / WINDOW.toMillis() * WINDOW.toMillis();
            store.put(record.key(), number(record.value()) % 9 == 0 ? null : record.value(), start);
            int found = 0;
            try (WindowStoreIterator<String> last = store.fetch(record.key(), start - RETENTION.toMillis(), start)) {
                for (; last.hasNext(); last.next()) {
                    found++;
                }
            }
            context().forward(record.withValue(record.value() + " of " + found));
        }
    }

    /** Keeps the last value of sessions, which end with it, and forwards it with the sessions that were before. */
    private static final class Sessions extends ContextualProcessor<String, String, String, String> {
        @Override
        public void process(Record<String, String> record) {
            SessionStore<String, String> store = context().getStateStore("sessions-store");
            long end = record.timestamp();
            long start = end - number(record.value()) % 3 * 1_000;
            StringBuilder before = new StringBuilder();
            try (KeyValueIterator<Windowed<String>, String> met = store.findSessions(record.key(), start, end)) {
                met.forEachRemaining(
                        session -> before.append(' ').append(session.key).append(session.value));
            }
            if (number(record.value()) % 9 == 0) {
                store.remove(new Windowed<>(record.key(), new SessionWindow(start, end)));
            }
            store.put(new Windowed<>(record.key(), new SessionWindow(start, end)), record.value());
            context().forward(record.withValue(record.value() + before));
        }
    }

    /** Says where a record is from. */
    private static final class Place extends ContextualFixedKeyProcessor<String, String, String> {
        @Override
        public void process(FixedKeyRecord<String, String> record) {
            String place = context()
                    .recordMetadata()
                    .map(from -> from.partition() + "@" + from.offset())
                    .orElse("nowhere");
            context().forward(record.withValue(record.value() + " from " + place));
        }
    }
}
