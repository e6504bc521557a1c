package org.stoatflow.simulation.sendfailure;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.kernel.clock.StreamClocks;
import org.stoatflow.kernel.epoch.Budget;
import org.stoatflow.kernel.epoch.Cadence;
import org.stoatflow.kernel.epoch.EntryGraph;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.epoch.EpochListener;
import org.stoatflow.kernel.epoch.SourcePosition;
import org.stoatflow.kernel.error.ErrorHandling;
import org.stoatflow.kernel.error.RetryPolicy;
import org.stoatflow.kernel.outbox.LaneContribution;
import org.stoatflow.kernel.plan.ChangelogOrder;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.memorykafka.ClusterClock;
import org.stoatflow.memorykafka.MemoryKafka;
import org.stoatflow.runtime.sink.CommitContext;
import org.stoatflow.runtime.sink.CommitListener;
import org.stoatflow.runtime.sink.Committer;
import org.stoatflow.runtime.sink.FlowCommitter;
import org.stoatflow.runtime.sink.OutputTopics;
import org.stoatflow.runtime.sink.TransactionalCommitter;
import org.stoatflow.runtime.sink.TransactionalProducers;
import org.stoatflow.runtime.source.CommitRights;
import org.stoatflow.simulation.SimTopics;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.streams.errors.LogAndFailExceptionHandler;
import org.stoatflow.streams.errors.LogAndFailProcessingExceptionHandler;
import org.stoatflow.streams.errors.ProductionExceptionHandler;

/**
 * A committer over the modelled cluster, with one epoch at a time, and a production handler whose answers the test
 * sets.
 */
final class CommitterRig {
    static final String OUT = "out";
    static final String DEAD = "dead";
    static final String HOP = "app-hop-repartition";
    static final String CHANGELOG = "app-store-changelog";
    static final TopicPartition SOURCE = new TopicPartition("in", 0);
    static final int REQUEST_BYTES_MAX = 1_000;
    static final int SEND_ATTEMPTS_MAX = 3;
    private static final int STEPS_MAX = 10_000;

    final ClusterClock clock = new ClusterClock(1_000);
    final MemoryKafka kafka = new MemoryKafka(clock, new SplittableRandom(1));
    private final AskedHandler handler = new AskedHandler();
    private final LanesOutput output = new LanesOutput();
    private final boolean exactlyOnce;
    private final Epoch epoch;
    private final Committer committer;
    private final List<Map<TopicPartition, SourcePosition>> committed = new ArrayList<>();
    private java.util.function.Consumer<LaneContribution> taker;
    private Producer<byte[], byte[]> flushing;

    CommitterRig(boolean exactlyOnce) {
        this(exactlyOnce, producer -> producer);
    }

    /** @param changed wraps each producer, to make it misbehave */
    CommitterRig(boolean exactlyOnce, UnaryOperator<Producer<byte[], byte[]>> changed) {
        this.exactlyOnce = exactlyOnce;
        kafka.createTopic(SOURCE.topic(), 1);
        kafka.createTopic(OUT, 1);
        kafka.createTopic(DEAD, 1);
        kafka.createTopic(CHANGELOG, 1);
        epoch = Epoch.first(1, new EntryGraph(new int[] {0}, new int[][] {{}}), 1, 1, new NoOpEpochListener());
        committer = exactlyOnce ? transactional(changed) : flowing(changed);
    }

    private ErrorHandling errors() {
        return new ErrorHandling(
                LogAndFailExceptionHandler::new,
                LogAndFailProcessingExceptionHandler::new,
                () -> handler,
                RetryPolicy.NEVER,
                SEND_ATTEMPTS_MAX);
    }

    private Committer transactional(UnaryOperator<Producer<byte[], byte[]>> changed) {
        Consumer<byte[], byte[]> consumer = kafka.consumer(
                Map.of(ConsumerConfig.GROUP_ID_CONFIG, "app", ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false));
        List<Producer<byte[], byte[]>> producers = new ArrayList<>();
        for (String id : List.of("app-0", "app-1")) {
            Producer<byte[], byte[]> producer = changed.apply(kafka.producer(Map.of(
                    ProducerConfig.CLIENT_ID_CONFIG, id,
                    ProducerConfig.TRANSACTIONAL_ID_CONFIG, id,
                    ProducerConfig.MAX_REQUEST_SIZE_CONFIG, REQUEST_BYTES_MAX)));
            producer.initTransactions();
            producers.add(producer);
        }
        taker = epoch::contribute;
        return new TransactionalCommitter(
                context(),
                new TransactionalProducers(producers, old -> old, topics()),
                () -> CommitRights.of(consumer.groupMetadata()),
                3,
                () -> {},
                () -> {});
    }

    private Committer flowing(UnaryOperator<Producer<byte[], byte[]>> changed) {
        Producer<byte[], byte[]> producer = changed.apply(kafka.producer(Map.of(
                ProducerConfig.CLIENT_ID_CONFIG, "app-0", ProducerConfig.MAX_REQUEST_SIZE_CONFIG, REQUEST_BYTES_MAX)));
        flushing = producer;
        FlowCommitter made = new FlowCommitter(
                context(),
                new FlowCommitter.Broker(producer, topics(), Duration.ZERO, ChangelogOrder.NONE),
                epoch,
                committed::add,
                clock::nowMs,
                () -> {});
        taker = made::offer;
        return made;
    }

    private OutputTopics topics() {
        return new OutputTopics(new SimTopics(kafka.admin("admin"))::partitions, time());
    }

    private CommitContext context() {
        return new CommitContext(
                StateEngines.inMemory(List.of()),
                StreamClocks.none(),
                new Budget(Long.MAX_VALUE, () -> {}),
                new Cadence(1, 0, 0, Long.MAX_VALUE, 0),
                time(),
                errors(),
                CommitListener.NONE);
    }

    private Clock time() {
        return new Clock() {
            @Override
            public long nanos() {
                return clock.nowNs();
            }

            @Override
            public long millis() {
                return clock.nowMs();
            }
        };
    }

    /** Sets the answer that the production handler gives from now on. */
    void answerWith(
            BiFunction<ProducerRecord<byte[], byte[]>, Exception, ProductionExceptionHandler.Response> newAnswer) {
        handler.answerWith(newAnswer);
    }

    static ProductionExceptionHandler.Response resumeWithLetter(
            ProducerRecord<byte[], byte[]> record, Exception failure) {
        return ProductionExceptionHandler.Response.resume(
                List.of(new ProducerRecord<>(DEAD, null, 7L, record.key(), "letter".getBytes(StandardCharsets.UTF_8))));
    }

    /** The questions that the production handler was asked, in words. */
    List<String> asked() {
        return handler.asked();
    }

    /** Adds output of the next source record. */
    void send(String key, int valueBytes) {
        output.send(key, valueBytes);
    }

    /** Adds output of a record that came over a hop, of the next source record. */
    void sendBehindHop(String key, int valueBytes) {
        output.sendBehindHop(key, valueBytes);
    }

    /** Adds output of the next source record, by the other lane. */
    void sendByOther(String key, int valueBytes) {
        output.sendByOther(key, valueBytes);
    }

    void change(String key, int valueBytes) {
        output.change(key, valueBytes);
    }

    /** Ends the epoch with the records in the outboxes, and steps the committer until it has nothing to do. */
    void commit() {
        epoch.touch(0);
        output.contributions().forEach(taker);
        epoch.leave();
        epoch.cut(Map.of(SOURCE, new SourcePosition(output.offset(), Optional.empty(), 0)));
        committer.onComplete(epoch);
        for (int steps = 0; steps < STEPS_MAX; steps++) {
            boolean worked;
            try {
                worked = committer.step();
            } finally {
                if (flushing != null) {
                    flushing.flush(); // in production, the producer's own thread does this
                }
            }
            if (!worked && !committer.step()) {
                return;
            }
        }
        throw new AssertionError("the committer does not come to rest");
    }

    Epoch epoch() {
        return epoch;
    }

    Committer committer() {
        return committer;
    }

    boolean isCommitted() {
        return exactlyOnce ? kafka.view().committed("app", SOURCE).orElse(-1) == output.offset() : !committed.isEmpty();
    }

    /** The keys of a topic's committed records. */
    List<String> keys(String topic) {
        return committed(topic)
                .map(record -> new String(record.key(), StandardCharsets.UTF_8))
                .toList();
    }

    /** A topic's committed records. */
    List<org.apache.kafka.clients.consumer.ConsumerRecord<byte[], byte[]>> records(String topic) {
        return committed(topic).toList();
    }

    private Stream<org.apache.kafka.clients.consumer.ConsumerRecord<byte[], byte[]>> committed(String topic) {
        return kafka.view().records(new TopicPartition(topic, 0), IsolationLevel.READ_COMMITTED).stream();
    }

    private static final class NoOpEpochListener implements EpochListener {
        @Override
        public void onStageAdvanced(Epoch epoch, int stage) {}

        @Override
        public void onRelief(int entry) {}

        @Override
        public void onComplete(Epoch epoch) {}
    }
}
