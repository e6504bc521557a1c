package org.stoatflow.kernel.global;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.chain.Application;
import org.stoatflow.kernel.error.ErrorDrop;
import org.stoatflow.kernel.error.InitFailedException;
import org.stoatflow.kernel.error.UserCodeError;
import org.stoatflow.state.StateDiskException;
import org.stoatflow.streams.errors.StreamsException;
import org.stoatflow.streams.processor.api.Processor;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.topology.GlobalStore;

/** The source and the processor of one global store. Owner: the thread of the {@link GlobalTask}. */
final class GlobalNode {
    private final String source;
    private final String name;
    private final Deserializer<?> keys;
    private final Deserializer<?> values;
    private final Processor<Object, Object, Object, Object> processor;
    private final GlobalContext context;
    private final GlobalErrors errors;

    @SuppressWarnings("unchecked") // the topology's types are the user's word
    GlobalNode(GlobalStore store, Application application, GlobalContext context, GlobalErrors errors) {
        this.source = store.source().name();
        this.name = store.processor().name();
        this.keys = orDefault(store.source().keyDeserializer(), application::defaultKeySerde);
        this.values = orDefault(store.source().valueDeserializer(), application::defaultValueSerde);
        this.context = context;
        this.errors = errors;
        Processor<?, ?, ?, ?> made = store.processor().supplier().get();
        if (made == null) {
            throw new StreamsException("The supplier of processor " + name + " gave null");
        }
        this.processor = (Processor<Object, Object, Object, Object>) made;
    }

    private interface Default {
        Serde<?> serde();
    }

    private static Deserializer<?> orDefault(@Nullable Deserializer<?> own, Default otherwise) {
        return own == null ? otherwise.serde().deserializer() : own;
    }

    void init() {
        try {
            processor.init(context);
        } catch (Exception failure) { // checked exceptions too: other languages throw them undeclared
            throw InitFailedException.ofInit(name, failure);
        }
    }

    /** Gives the processor a record, which has the timestamp that it has in the topic. */
    void process(ConsumerRecord<byte[], byte[]> raw) {
        context.enter(raw);
        Record<Object, Object> record = read(raw);
        if (record == null) {
            return;
        }
        try {
            processor.process(record);
        } catch (ClassCastException misfit) {
            throw new StreamsException(
                    "ClassCastException invoking processor: " + name + " at " + GlobalErrors.place(raw)
                            + ". Do its input types match what it is given? Check the serdes of the global store, and"
                            + " the default serdes. The cause may also be a cast in user code",
                    misfit);
        } catch (Exception | StackOverflowError | LinkageError thrown) { // of all languages, and of any record
            Exception failure = UserCodeError.asException(thrown);
            StateDiskException.passOn(failure);
            errors.onProcessing(name, raw, record, failure);
            context.onFault(ErrorDrop.PROCESSING, raw, failure);
        }
    }

    private @Nullable Record<Object, Object> read(ConsumerRecord<byte[], byte[]> raw) {
        Object key;
        Object value;
        try {
            key = keys.deserialize(raw.topic(), raw.headers(), raw.key());
            value = values.deserialize(raw.topic(), raw.headers(), raw.value());
        } catch (Exception | StackOverflowError | LinkageError thrown) { // of all languages, and of any record
            Exception unreadable = UserCodeError.asException(thrown);
            errors.onUnreadable(source, raw, unreadable);
            context.onFault(ErrorDrop.UNREADABLE, raw, unreadable);
            return null;
        }
        if (raw.timestamp() < 0) { // as its producer wrote it; Record refuses to carry it
            context.onFault(ErrorDrop.NO_TIMESTAMP, raw, "the record has timestamp " + raw.timestamp());
            return null;
        }
        return new Record<>(key, value, raw.timestamp(), raw.headers());
    }

    void close() {
        processor.close();
    }
}
