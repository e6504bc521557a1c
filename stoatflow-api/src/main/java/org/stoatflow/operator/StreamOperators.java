package org.stoatflow.operator;

import java.util.List;
import java.util.Objects;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.kstream.ForeachAction;
import org.stoatflow.streams.kstream.KeyValueMapper;
import org.stoatflow.streams.kstream.Predicate;
import org.stoatflow.streams.kstream.ValueMapperWithKey;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.ProcessorSupplier;
import org.stoatflow.streams.processor.api.Record;

/** The operators of streams that keep no state. Each is a class of its own, so that its calls can be inlined. */
public final class StreamOperators {
    private StreamOperators() {}

    /**
     * Passes on some records.
     *
     * @param predicate tells records apart
     * @param wanted what the predicate says of records that pass
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return makes the operators
     */
    public static <K, V> ProcessorSupplier<K, V, K, V> filter(
            Predicate<? super K, ? super V> predicate, boolean wanted) {
        return new KeyKeeping<>(() -> new Filter<>(predicate, wanted));
    }

    /**
     * Makes another record of each.
     *
     * @param mapper makes key and value
     * @param <K> the type of keys
     * @param <V> the type of values
     * @param <KOut> the type of new keys
     * @param <VOut> the type of new values
     * @return makes the operators
     */
    public static <K, V, KOut, VOut> ProcessorSupplier<K, V, KOut, VOut> map(
            KeyValueMapper<? super K, ? super V, ? extends KeyValue<? extends KOut, ? extends VOut>> mapper) {
        return () -> new Mapping<K, V, KOut, VOut>(mapper);
    }

    /**
     * Gives each record another key.
     *
     * @param mapper makes the key
     * @param <K> the type of keys
     * @param <V> the type of values
     * @param <KOut> the type of new keys
     * @return makes the operators
     */
    public static <K, V, KOut> ProcessorSupplier<K, V, KOut, V> selectKey(
            KeyValueMapper<? super K, ? super V, ? extends KOut> mapper) {
        return () -> new KeySelection<K, V, KOut>(mapper);
    }

    /**
     * Gives each record another value.
     *
     * @param mapper makes the value
     * @param <K> the type of keys
     * @param <V> the type of values
     * @param <VOut> the type of new values
     * @return makes the operators
     */
    public static <K, V, VOut> ProcessorSupplier<K, V, K, VOut> mapValues(
            ValueMapperWithKey<? super K, ? super V, ? extends VOut> mapper) {
        return new KeyKeeping<>(() -> new ValueMapping<K, V, VOut>(mapper));
    }

    /**
     * Makes any number of records of each.
     *
     * @param mapper makes keys and values
     * @param <K> the type of keys
     * @param <V> the type of values
     * @param <KOut> the type of new keys
     * @param <VOut> the type of new values
     * @return makes the operators
     */
    public static <K, V, KOut, VOut> ProcessorSupplier<K, V, KOut, VOut> flatMap(
            KeyValueMapper<? super K, ? super V, ? extends Iterable<? extends KeyValue<? extends KOut, ? extends VOut>>>
                    mapper) {
        return () -> new FlatMapping<K, V, KOut, VOut>(mapper);
    }

    /**
     * Makes any number of records of each, with its key.
     *
     * @param mapper makes the values
     * @param <K> the type of keys
     * @param <V> the type of values
     * @param <VOut> the type of new values
     * @return makes the operators
     */
    public static <K, V, VOut> ProcessorSupplier<K, V, K, VOut> flatMapValues(
            ValueMapperWithKey<? super K, ? super V, ? extends Iterable<? extends VOut>> mapper) {
        return new KeyKeeping<>(() -> new FlatValueMapping<K, V, VOut>(mapper));
    }

    /**
     * Calls an action and passes the record on.
     *
     * @param action what to do
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return makes the operators
     */
    public static <K, V> ProcessorSupplier<K, V, K, V> peek(ForeachAction<? super K, ? super V> action) {
        return new KeyKeeping<>(() -> new Peek<>(action));
    }

    /**
     * Calls an action for each record.
     *
     * @param action what to do
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return makes the operators
     */
    public static <K, V> ProcessorSupplier<K, V, Void, Void> foreach(ForeachAction<? super K, ? super V> action) {
        return () -> new Foreach<K, V>(action);
    }

    /**
     * Passes all records on.
     *
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return makes the operators
     */
    public static <K, V> ProcessorSupplier<K, V, K, V> passThrough() {
        return PassThrough::new;
    }

    /**
     * Passes each record to the child of the first predicate that is true for it. The lists may grow until the topology
     * is built.
     *
     * @param predicates one for each of the first children
     * @param children names of nodes; one more than predicates, for the rest, or as many
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return makes the operators
     */
    public static <K, V> ProcessorSupplier<K, V, K, V> branch(
            List<Predicate<? super K, ? super V>> predicates, List<String> children) {
        return () -> new Branch<>(predicates, children);
    }

    private static final class Filter<K, V> extends ContextualProcessor<K, V, K, V> {
        private final Predicate<? super K, ? super V> predicate;
        private final boolean wanted;

        Filter(Predicate<? super K, ? super V> predicate, boolean wanted) {
            this.predicate = predicate;
            this.wanted = wanted;
        }

        @Override
        public void process(Record<K, V> record) {
            if (predicate.test(record.key(), record.value()) == wanted) {
                context().forward(record);
            }
        }
    }

    private static final class Mapping<K, V, KOut, VOut> extends DerivingProcessor<K, V, KOut, VOut> {
        private final KeyValueMapper<? super K, ? super V, ? extends KeyValue<? extends KOut, ? extends VOut>> mapper;

        Mapping(KeyValueMapper<? super K, ? super V, ? extends KeyValue<? extends KOut, ? extends VOut>> mapper) {
            this.mapper = mapper;
        }

        @Override
        public void process(Record<K, V> record) {
            KeyValue<? extends KOut, ? extends VOut> mapped = Objects.requireNonNull(
                    mapper.apply(record.key(), record.value()), "The function given to map returned null");
            forward(record, mapped.key, mapped.value);
        }
    }

    private static final class KeySelection<K, V, KOut> extends DerivingProcessor<K, V, KOut, V> {
        private final KeyValueMapper<? super K, ? super V, ? extends KOut> mapper;

        KeySelection(KeyValueMapper<? super K, ? super V, ? extends KOut> mapper) {
            this.mapper = mapper;
        }

        @Override
        public void process(Record<K, V> record) {
            forward(record, mapper.apply(record.key(), record.value()), record.value());
        }
    }

    private static final class ValueMapping<K, V, VOut> extends DerivingProcessor<K, V, K, VOut> {
        private final ValueMapperWithKey<? super K, ? super V, ? extends VOut> mapper;

        ValueMapping(ValueMapperWithKey<? super K, ? super V, ? extends VOut> mapper) {
            this.mapper = mapper;
        }

        @Override
        public void process(Record<K, V> record) {
            forward(record, record.key(), mapper.apply(record.key(), record.value()));
        }
    }

    private static final class FlatMapping<K, V, KOut, VOut> extends DerivingProcessor<K, V, KOut, VOut> {
        private final KeyValueMapper<
                        ? super K, ? super V, ? extends Iterable<? extends KeyValue<? extends KOut, ? extends VOut>>>
                mapper;

        FlatMapping(
                KeyValueMapper<
                                ? super K,
                                ? super V,
                                ? extends Iterable<? extends KeyValue<? extends KOut, ? extends VOut>>>
                        mapper) {
            this.mapper = mapper;
        }

        @Override
        public void process(Record<K, V> record) {
            Iterable<? extends KeyValue<? extends KOut, ? extends VOut>> mapped = Objects.requireNonNull(
                    mapper.apply(record.key(), record.value()), "The function given to flatMap returned null");
            for (KeyValue<? extends KOut, ? extends VOut> pair : mapped) {
                forward(record, pair.key, pair.value);
            }
        }
    }

    private static final class FlatValueMapping<K, V, VOut> extends DerivingProcessor<K, V, K, VOut> {
        private final ValueMapperWithKey<? super K, ? super V, ? extends Iterable<? extends VOut>> mapper;

        FlatValueMapping(ValueMapperWithKey<? super K, ? super V, ? extends Iterable<? extends VOut>> mapper) {
            this.mapper = mapper;
        }

        @Override
        public void process(Record<K, V> record) {
            for (VOut value : mapper.apply(record.key(), record.value())) {
                forward(record, record.key(), value);
            }
        }
    }

    private static final class Peek<K, V> extends ContextualProcessor<K, V, K, V> {
        private final ForeachAction<? super K, ? super V> action;

        Peek(ForeachAction<? super K, ? super V> action) {
            this.action = action;
        }

        @Override
        public void process(Record<K, V> record) {
            action.apply(record.key(), record.value());
            context().forward(record);
        }
    }

    private static final class Foreach<K, V> extends ContextualProcessor<K, V, Void, Void> {
        private final ForeachAction<? super K, ? super V> action;

        Foreach(ForeachAction<? super K, ? super V> action) {
            this.action = action;
        }

        @Override
        public void process(Record<K, V> record) {
            action.apply(record.key(), record.value());
        }
    }

    private static final class PassThrough<K, V> extends ContextualProcessor<K, V, K, V> {
        @Override
        public void process(Record<K, V> record) {
            context().forward(record);
        }
    }

    private static final class Branch<K, V> extends ContextualProcessor<K, V, K, V> {
        private final List<Predicate<? super K, ? super V>> predicates;
        private final List<String> children;

        Branch(List<Predicate<? super K, ? super V>> predicates, List<String> children) {
            this.predicates = predicates;
            this.children = children;
        }

        @Override
        public void process(Record<K, V> record) {
            int branch = 0;
            while (branch < predicates.size() && !predicates.get(branch).test(record.key(), record.value())) {
                branch++;
            }
            if (branch < children.size()) {
                context().forward(record, children.get(branch));
            }
        }
    }
}
