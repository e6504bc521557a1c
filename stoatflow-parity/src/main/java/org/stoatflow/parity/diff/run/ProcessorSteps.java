package org.stoatflow.parity.diff.run;

import java.time.Duration;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.parity.diff.program.Step;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.processor.Cancellable;
import org.stoatflow.streams.processor.PunctuationType;
import org.stoatflow.streams.processor.api.ContextualFixedKeyProcessor;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.FixedKeyProcessorContext;
import org.stoatflow.streams.processor.api.FixedKeyRecord;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.Stores;

/** Steps with processors of users. */
final class ProcessorSteps {
    private static final Duration EVERY = Duration.ofMillis(50);

    private ProcessorSteps() {}

    private static String[] stores(int number, Step step, Nodes nodes) {
        if (step.get("use") == 0) {
            return new String[0];
        }
        String name = "own-" + number;
        nodes.builder.addStateStore(
                Stores.keyValueStoreBuilder(Stores.persistentKeyValueStore(name), Serdes.String(), new TallySerde()));
        return new String[] {name};
    }

    static KStream<String, Tally> process(int number, Step step, Nodes nodes) {
        String[] stores = stores(number, step, nodes);
        return nodes.stream(step).process(() -> new Summing(number, step.get("use")), stores);
    }

    static KStream<String, Tally> processValues(int number, Step step, Nodes nodes) {
        String[] stores = stores(number, step, nodes);
        return nodes.stream(step).processValues(() -> new SummingValues(number, step.get("use")), stores);
    }

    private static PunctuationType type(int use) {
        return use == 2 ? PunctuationType.STREAM_TIME : PunctuationType.WALL_CLOCK_TIME;
    }

    /** The sum of a key's numbers so far. */
    private static Tally sum(KeyValueStore<String, Tally> store, String key, Tally value) {
        Tally before = store.get(key);
        Tally now = value == null ? null : before == null ? value.plus(0, "n") : before.add(value.number, "+");
        store.put(key, now);
        return now;
    }

    private static final class Summing extends ContextualProcessor<String, Tally, String, Tally> {
        private final int number;
        private final int use;
        private KeyValueStore<String, Tally> store;

        Summing(int number, int use) {
            this.number = number;
            this.use = use;
        }

        @Override
        public void init(ProcessorContext<String, Tally> context) {
            super.init(context);
            if (use > 0) {
                store = context.getStateStore("own-" + number);
            }
            if (use > 1) {
                Cancellable schedule = context.schedule(EVERY, type(use), this::forwardAll);
                if (number % 4 == 3) {
                    schedule.cancel();
                }
            }
        }

        private void forwardAll(long timeMs) {
            try (KeyValueIterator<String, Tally> all = store.all()) {
                all.forEachRemaining(row -> context().forward(new Record<>(row.key, row.value, timeMs)));
            }
        }

        @Override
        public void process(Record<String, Tally> record) {
            if (store == null || record.key() == null) {
                context().forward(record);
            } else {
                context().forward(record.withValue(sum(store, record.key(), record.value())));
            }
        }
    }

    private static final class SummingValues extends ContextualFixedKeyProcessor<String, Tally, Tally> {
        private final int number;
        private final int use;
        private KeyValueStore<String, Tally> store;
        private long punctuations;

        SummingValues(int number, int use) {
            this.number = number;
            this.use = use;
        }

        @Override
        public void init(FixedKeyProcessorContext<String, Tally> context) {
            super.init(context);
            if (use > 0) {
                store = context.getStateStore("own-" + number);
            }
            if (use > 1) {
                context.schedule(EVERY, type(use), timeMs -> punctuations++);
            }
        }

        @Override
        public void process(FixedKeyRecord<String, Tally> record) {
            if (store == null || record.key() == null) {
                context().forward(record);
            } else {
                Tally sum = sum(store, record.key(), record.value());
                context().forward(record.withValue(sum == null ? null : sum.plus(punctuations, "t")));
            }
        }
    }
}
