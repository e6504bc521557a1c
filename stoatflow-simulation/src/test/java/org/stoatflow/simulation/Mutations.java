package org.stoatflow.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.stoatflow.state.ChangelogPosition;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;

/** Mutants outside of the engine: clients and state that do not do what the engine asks of them. */
final class Mutations {
    private Mutations() {}

    static Variation of(Mutant mutant) {
        return switch (mutant) {
            case READ_UNCOMMITTED ->
                new Variation() {
                    @Override
                    public Map<String, Object> consumerConfig(Map<String, Object> config) {
                        return with(config, ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_uncommitted");
                    }
                };
            case RESTORE_UNCOMMITTED -> restoring("read_uncommitted");
            case RESTORE_WHAT_IS_STABLE -> restoring("read_committed");
            case NO_FENCING -> new OwnIds();
            case COMMIT_WITHOUT_OFFSETS -> producing(WithoutOffsets::new);
            case COMMIT_BEFORE_FLUSH -> producing(SendingLate::new);
            case OFFSETS_BEFORE_TRANSACTION -> producing(OffsetsApart::new);
            case REVOKED_IS_LOST -> consuming(LosingConsumer::of);
            case APPLY_NOT_ALWAYS -> keeping(LosingState::new);
            case POSITION_AHEAD -> keeping(HastyState::new);
            case OWN_END_AHEAD -> keeping(FarEnds::new);
            default -> Variation.NONE;
        };
    }

    private static Variation producing(UnaryOperator<Producer<byte[], byte[]>> change) {
        return new Variation() {
            @Override
            public Producer<byte[], byte[]> producer(Producer<byte[], byte[]> producer) {
                return change.apply(producer);
            }
        };
    }

    private static Variation consuming(UnaryOperator<Consumer<byte[], byte[]>> change) {
        return new Variation() {
            @Override
            public Consumer<byte[], byte[]> consumer(Consumer<byte[], byte[]> consumer) {
                return change.apply(consumer);
            }
        };
    }

    private static Variation keeping(UnaryOperator<StateEngine> change) {
        return new Variation() {
            @Override
            public StateEngine state(StateEngine state) {
                return change.apply(state);
            }
        };
    }

    private static Variation restoring(String isolation) {
        return new Variation() {
            @Override
            public Map<String, Object> restoreConsumerConfig(Map<String, Object> config) {
                return with(config, ConsumerConfig.ISOLATION_LEVEL_CONFIG, isolation);
            }
        };
    }

    private static Map<String, Object> with(Map<String, Object> config, String key, Object value) {
        Map<String, Object> changed = new HashMap<>(config);
        changed.put(key, value);
        return changed;
    }

    private static final class OwnIds implements Variation {
        private int made;

        @Override
        public Map<String, Object> producerConfig(Map<String, Object> config) {
            Object id = config.get(ProducerConfig.TRANSACTIONAL_ID_CONFIG);
            return id == null ? config : with(config, ProducerConfig.TRANSACTIONAL_ID_CONFIG, id + "-" + made++);
        }
    }

    private static final class WithoutOffsets extends DelegatingProducer {
        WithoutOffsets(Producer<byte[], byte[]> delegate) {
            super(delegate);
        }

        @Override
        public void sendOffsetsToTransaction(
                Map<TopicPartition, OffsetAndMetadata> offsets, ConsumerGroupMetadata metadata) {}
    }

    /** Ends the transaction after the offsets, and goes on with another one for the records. */
    private static final class OffsetsApart extends DelegatingProducer {
        private final List<ProducerRecord<byte[], byte[]>> sent = new ArrayList<>();

        OffsetsApart(Producer<byte[], byte[]> delegate) {
            super(delegate);
        }

        @Override
        public Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record, @Nullable Callback callback) {
            sent.add(record);
            return super.send(record, callback);
        }

        @Override
        public void sendOffsetsToTransaction(
                Map<TopicPartition, OffsetAndMetadata> offsets, ConsumerGroupMetadata metadata) {
            super.abortTransaction();
            super.beginTransaction();
            super.sendOffsetsToTransaction(offsets, metadata);
            super.commitTransaction();
            super.beginTransaction();
            sent.forEach(record -> super.send(record, null));
            super.flush();
        }

        @Override
        public void beginTransaction() {
            sent.clear();
            super.beginTransaction();
        }
    }

    /** Answers for output at once, and sends it in the next transaction. */
    private static final class SendingLate extends DelegatingProducer {
        private final List<ProducerRecord<byte[], byte[]>> late = new ArrayList<>();

        SendingLate(Producer<byte[], byte[]> delegate) {
            super(delegate);
        }

        @Override
        public Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record, @Nullable Callback callback) {
            if (callback == null || record.topic().endsWith("-changelog")) {
                return super.send(record, callback);
            }
            late.add(record);
            callback.onCompletion(new RecordMetadata(new TopicPartition(record.topic(), 0), 0, 0, 0, 0, 0), null);
            return new CompletableFuture<>();
        }

        @Override
        public void beginTransaction() {
            super.beginTransaction();
            late.forEach(record -> super.send(record, null));
            late.clear();
        }
    }

    /** Does not apply every fifth batch. */
    private static final class LosingState extends DelegatingState {
        private int batches;

        LosingState(StateEngine delegate) {
            super(delegate);
        }

        @Override
        public void apply(StateBatch batch) {
            if (++batches % 5 != 0) {
                super.apply(batch);
            }
        }
    }

    /** Stores the position of the next batch with this one. */
    private static final class HastyState extends DelegatingState {
        HastyState(StateEngine delegate) {
            super(delegate);
        }

        @Override
        public void apply(StateBatch batch) {
            super.apply(batch);
            StateBatch ahead = new StateBatch(0);
            ChangelogPosition position = changelogPosition(0, 0);
            if (position != null) {
                ahead.position(0, 0, position.nextOffset() + 1);
                super.apply(ahead);
            }
        }
    }

    /** Stores an end that is one too large. */
    private static final class FarEnds extends DelegatingState {
        FarEnds(StateEngine delegate) {
            super(delegate);
        }

        @Override
        public @Nullable ChangelogPosition changelogPosition(int storeId, int partition) {
            ChangelogPosition stored = super.changelogPosition(storeId, partition);
            return stored == null || stored.ownEnd() == stored.nextOffset()
                    ? stored
                    : new ChangelogPosition(stored.nextOffset(), stored.ownEnd() + 1, stored.appliedAtMs());
        }
    }
}
