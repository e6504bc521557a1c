package org.stoatflow.runtime.lifecycle;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Assignment;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.stoatflow.runtime.cluster.AssignmentExchange;
import org.stoatflow.runtime.cluster.AssignmentInfo;
import org.stoatflow.runtime.cluster.SingleOwnerAssignor;
import org.stoatflow.runtime.lifecycle.LifecycleRig.Place;
import org.stoatflow.streams.KafkaClientSupplier;

/** Clients that do what a test tells them; it also acts as the group of its one member. */
final class RigClients implements KafkaClientSupplier {
    static final String CHANGELOG = "app-table-changelog";

    private static final int PARTITIONS_MAX = 2;

    private final PlannedFailures failures;
    private final SingleOwnerAssignor assignor = new SingleOwnerAssignor();
    private final List<RigProducer> producers = new ArrayList<>();
    private MockConsumer<byte[], byte[]> consumer;
    private AssignmentExchange notes;

    RigClients(PlannedFailures failures) {
        this.failures = failures;
    }

    /** Makes the group give all partitions to its member, and tells the member. */
    void assignAll(int partitions) {
        Set<TopicPartition> all = new HashSet<>();
        for (int partition = 0; partition < partitions; partition++) {
            all.add(new TopicPartition("in", partition));
        }
        rebalance(all, new AssignmentInfo("app-me", notes.own(), Map.of("in", partitions)));
    }

    /** Makes the group give all partitions to another member. */
    void assignNone() {
        rebalance(Set.of(), new AssignmentInfo("app-another", notes.own(), Map.of("in", 1)));
    }

    /** Makes the group take all partitions back, before it has told anything. */
    void revoke() {
        consumer.rebalance(Set.of());
    }

    private void rebalance(Set<TopicPartition> ours, AssignmentInfo note) {
        assignor.onAssignment(new Assignment(List.copyOf(ours), note.encode()), null);
        consumer.rebalance(new HashSet<>(ours));
    }

    void failPoll(RuntimeException why) {
        consumer.schedulePollTask(() -> {
            throw why;
        });
    }

    Consumer<byte[], byte[]> consumer() {
        return consumer;
    }

    /** Makes the next poll bring a record. */
    void arrive(byte[] bytes) {
        consumer.addRecord(new ConsumerRecord<>("in", 0, consumer.position(new TopicPartition("in", 0)), bytes, bytes));
    }

    /** Where the consumer goes on in the first partition. */
    long position() {
        return consumer.position(new TopicPartition("in", 0));
    }

    boolean isConsumerOpen() {
        return consumer != null && !consumer.closed();
    }

    boolean isAnyProducerOpen() {
        return !producers.stream().allMatch(MockProducer::closed);
    }

    /** Makes the producers that there are now refuse each record. */
    void refuse(RuntimeException why) {
        producers.forEach(producer -> producer.refusal = why);
    }

    /** How many producers have initialised their ids. */
    long initialisedIds() {
        return producers.stream().filter(MockProducer::transactionInitialized).count();
    }

    int madeProducers() {
        return producers.size();
    }

    @Override
    public Producer<byte[], byte[]> getProducer(Map<String, Object> config) {
        failures.call(Place.PRODUCER);
        RigProducer made = new RigProducer();
        producers.add(made);
        return made;
    }

    @Override
    public Consumer<byte[], byte[]> getConsumer(Map<String, Object> config) {
        failures.call(Place.CONSUMER);
        assignor.configure(config);
        notes = (AssignmentExchange) config.get(SingleOwnerAssignor.NOTES);
        consumer = newConsumer();
        return consumer;
    }

    @Override
    public Consumer<byte[], byte[]> getRestoreConsumer(Map<String, Object> config) {
        return newConsumer();
    }

    @Override
    public Consumer<byte[], byte[]> getGlobalConsumer(Map<String, Object> config) {
        failures.call(Place.CONSUMER);
        consumer = newConsumer();
        Node broker = new Node(0, "localhost", 1);
        consumer.updatePartitions("in", List.of(new PartitionInfo("in", 0, broker, new Node[0], new Node[0])));
        return consumer;
    }

    private MockConsumer<byte[], byte[]> newConsumer() {
        MockConsumer<byte[], byte[]> made = new MockConsumer<>("none") {
            @Override
            public synchronized void pause(Collection<TopicPartition> partitions) {
                failures.call(Place.PAUSE);
                super.pause(partitions);
            }
        };
        for (int partition = 0; partition < PARTITIONS_MAX; partition++) {
            TopicPartition in = new TopicPartition("in", partition);
            TopicPartition changelog = new TopicPartition(CHANGELOG, partition);
            made.updateBeginningOffsets(Map.of(in, 0L, changelog, 0L));
            made.updateEndOffsets(Map.of(in, 0L, changelog, 5L));
        }
        return made;
    }

    /** Takes each record, until a test has it refuse them. */
    private static final class RigProducer extends MockProducer<byte[], byte[]> {
        private volatile RuntimeException refusal;

        RigProducer() {
            super(true, null, new ByteArraySerializer(), new ByteArraySerializer());
        }

        @Override
        public Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record, Callback callback) {
            RuntimeException why = refusal;
            if (why == null) {
                return super.send(record, callback);
            }
            callback.onCompletion(null, why);
            return CompletableFuture.failedFuture(why);
        }
    }
}
