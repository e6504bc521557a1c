package org.stoatflow.simulation;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.operator.CachedStore;
import org.stoatflow.operator.Change;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.TimestampedKeyValueStore;
import org.stoatflow.streams.state.ValueAndTimestamp;
import org.stoatflow.topology.LogicalTopology;

/**
 * Two stages that reach each other, as a foreign-key join makes them. A question says in which partition the answer is
 * waited for, which is not that of the key's hash, and the answer goes there.
 *
 * <pre>
 * L: keyed -> subscribe -> hop;  response -> join [by-key] -> answers
 * R: hop -> answer [by-bucket] -> subscriptions;  answer -> response
 * </pre>
 */
final class Circle {
    private Circle() {}

    static LogicalTopology topology(UserCode code, int partitions) {
        return new HandMade()
                .source("keyed", "keyed", Serdes.String())
                .processor("subscribe", () -> new Subscribing(code, partitions), HandMade.OPERATOR, List.of(), "keyed")
                .sink("to-hop", "hop", Serdes.String(), "subscribe")
                .source("response", "response", Serdes.String())
                .processor("join", () -> new Joining(code), HandMade.OPERATOR, List.of("by-key"), "response")
                .counts("by-key", "join")
                .sink("to-answers", "answers", Serdes.Long(), "join")
                .source("hop", "hop", Serdes.String())
                .processor("answer", Answering::new, HandMade.OPERATOR, List.of("by-bucket"), "hop")
                .processor("count", Counting::new, HandMade.OPERATOR, List.of("by-bucket"), "answer")
                .counts("by-bucket", "count")
                .sink(
                        "to-response",
                        "response",
                        Serdes.String(),
                        (topic, key, value, count) -> Optional.of(Set.of(askedFrom(value))),
                        "answer")
                .sink("to-subscriptions", "subscriptions", Serdes.Long(), "count")
                .hop("hop", partitions)
                .hop("response", partitions)
                .build();
    }

    /** The partition before the bar of an answer. */
    private static int askedFrom(String answer) {
        return Integer.parseInt(answer.substring(0, answer.indexOf('|')));
    }

    /** Sends a question to the bucket of the key: the key, the partition for the answer, and the value. */
    private static final class Subscribing extends ContextualProcessor<String, String, String, String> {
        private final UserCode code;
        private final int partitions;

        Subscribing(UserCode code, int partitions) {
            this.code = code;
            this.partitions = partitions;
        }

        @Override
        public void process(Record<String, String> record) {
            String value = code.pass(record.value());
            context()
                    .forward(record.withKey(UserCode.bucket(record.key()))
                            .withValue(record.key() + "|"
                                    + Math.floorMod(record.key().hashCode(), partitions) + "|" + value));
        }
    }

    /** Sends the answer back to the key, and passes the question on to be counted. */
    private static final class Answering extends ContextualProcessor<String, String, String, String> {
        @Override
        public void process(Record<String, String> record) {
            int bar = record.value().indexOf('|');
            String key = record.value().substring(0, bar);
            context().forward(record.withKey(key).withValue(record.value().substring(bar + 1)), "to-response");
            context().forward(record, "count");
        }
    }

    /** Counts records by key, through the cache if there is one. */
    @SuppressWarnings("NullAway.Init")
    private static class Counting extends ContextualProcessor<String, String, String, Long> {
        private final String storeName;
        private TimestampedKeyValueStore<String, Long> store;
        private boolean cached;

        Counting() {
            this("by-bucket");
        }

        Counting(String storeName) {
            this.storeName = storeName;
        }

        @Override
        @SuppressWarnings("unchecked")
        public void init(ProcessorContext<String, Long> context) {
            super.init(context);
            store = context.getStateStore(storeName);
            cached = store instanceof CachedStore<?, ?>
                    && ((CachedStore<String, Long>) store)
                            .setFlushListener(
                                    update -> {
                                        Change<ValueAndTimestamp<Long>> change = update.value();
                                        context.forward(
                                                update.withValue(ValueAndTimestamp.getValueOrNull(change.newValue())));
                                    },
                                    false);
        }

        @Override
        public void process(Record<String, String> record) {
            ValueAndTimestamp<Long> before = store.get(record.key());
            long count = before == null ? 1 : before.value() + 1;
            store.put(record.key(), ValueAndTimestamp.make(count, record.timestamp()));
            if (!cached) {
                context().forward(record.withValue(count));
            }
        }
    }

    private static final class Joining extends Counting {
        private final UserCode code;

        Joining(UserCode code) {
            super("by-key");
            this.code = code;
        }

        @Override
        public void process(Record<String, String> record) {
            code.ends(record.value().substring(record.value().indexOf('|') + 1));
            super.process(record);
        }
    }
}
