package org.stoatflow.operator;

import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;
import org.stoatflow.record.RecordAccess;
import org.stoatflow.streams.processor.CommitCallback;
import org.stoatflow.streams.processor.StateRestoreCallback;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.processor.StateStoreContext;
import org.stoatflow.streams.processor.To;
import org.stoatflow.streams.processor.api.FixedKeyProcessorContext;
import org.stoatflow.streams.processor.api.FixedKeyRecord;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.processor.api.RecordMetadata;

/**
 * What a processor is initialised with. As in Kafka Streams it is each of the four kinds of contexts at once, since
 * libraries cast it to another kind, or look for the methods of another kind by reflection: expressions of
 * spring-kafka's {@code HeaderEnricherProcessor} call {@code timestamp()}. Called in the lane.
 */
public interface EngineContext
        extends ProcessorContext<Object, Object>,
                FixedKeyProcessorContext<Object, Object>,
                org.stoatflow.streams.processor.ProcessorContext,
                StateStoreContext,
                OperatorHooks {
    @Override
    Headers headers();

    @Override
    long timestamp();

    @Override
    default @Nullable String topic() {
        return recordMetadata().map(RecordMetadata::topic).orElse(null);
    }

    @Override
    default int partition() {
        return recordMetadata().map(RecordMetadata::partition).orElse(-1);
    }

    @Override
    default long offset() {
        return recordMetadata().map(RecordMetadata::offset).orElse(-1L);
    }

    @Override
    default <K, V> void forward(K key, V value) {
        forward(new Record<Object, Object>(key, value, timestamp(), headers()));
    }

    @Override
    default <K, V> void forward(K key, V value, To to) {
        Target target = new Target(to);
        forward(new Record<Object, Object>(key, value, target.timeOr(timestamp()), headers()), target.child());
    }

    @Override
    default <K, V> void forward(FixedKeyRecord<K, V> record) {
        forward(RecordAccess.free(record));
    }

    @Override
    default <K, V> void forward(FixedKeyRecord<K, V> record, @Nullable String childName) {
        forward(RecordAccess.free(record), childName);
    }

    @Override
    default void register(StateStore store, StateRestoreCallback stateRestoreCallback) {
        throw new UnsupportedOperationException("A processor registers no store, here " + store.name()
                + ": add it to the topology, and connect it to the processor");
    }

    @Override
    default void register(StateStore store, StateRestoreCallback stateRestoreCallback, CommitCallback commitCallback) {
        register(store, stateRestoreCallback);
    }

    /** Reads what a {@link To} says. */
    final class Target extends To {
        private Target(To to) {
            super(to);
        }

        private long timeOr(long other) {
            return timestamp < 0 ? other : timestamp;
        }

        private @Nullable String child() {
            return childName;
        }
    }
}
