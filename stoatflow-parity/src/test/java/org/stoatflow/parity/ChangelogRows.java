package org.stoatflow.parity;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.localkafka.Patience;
import org.stoatflow.restore.BatchRows;
import org.stoatflow.state.RowRestorer;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.state.kind.StoreFormats;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.topology.InternalTopics;

/** The rows that the committed records of an application's changelogs make, up to offsets that only rise. */
final class ChangelogRows implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final Map<TopicPartition, Log> logs = new HashMap<>();
    private final KafkaConsumer<byte[], byte[]> consumer = Cluster.consumer();
    private final StateEngine rows;

    /** A changelog partition. */
    private static final class Log {
        final int store;
        final RowRestorer restorer;
        final Queue<ConsumerRecord<byte[], byte[]>> unread = new ArrayDeque<>();
        long position;

        Log(int store, RowRestorer restorer) {
            this.store = store;
            this.restorer = restorer;
        }
    }

    /** The changelogs must exist, and must not be compacted. */
    ChangelogRows(String application, List<StoreDescription> stores, int partitions) {
        rows = StateEngines.inMemory(stores);
        for (StoreDescription store : stores) {
            String topic = new InternalTopics(application).changelog(store.name());
            for (int partition = 0; partition < partitions; partition++) {
                logs.put(
                        new TopicPartition(topic, partition),
                        new Log(
                                rows.storeId(store.name()),
                                StoreFormats.of(store).restorer()));
            }
        }
        consumer.assign(logs.keySet());
        consumer.seekToBeginning(logs.keySet());
    }

    /**
     * The rows of all committed records before these offsets.
     *
     * @param positions of the changelog partitions; none is less than it was before, and none is missing that was there
     */
    StateEngine upTo(Map<TopicPartition, Long> positions) {
        logs.forEach((partition, log) -> {
            if (positions.getOrDefault(partition, 0L) < log.position) {
                throw new AssertionError(
                        partition + " was at " + log.position + " and is at " + positions.get(partition));
            }
        });
        readTo(positions);
        positions.forEach(this::restore);
        return rows;
    }

    /** A busy machine may take long for all of it, but not for some. */
    private void readTo(Map<TopicPartition, Long> positions) {
        long progressNs = System.nanoTime();
        while (isBehind(positions)) {
            ConsumerRecords<byte[], byte[]> records = consumer.poll(Cluster.POLL);
            records.forEach(record -> logs.get(of(record)).unread.add(record));
            if (!records.isEmpty()) {
                progressNs = System.nanoTime();
            } else if (Patience.isOver(progressNs, LIMIT)) {
                throw new AssertionError(
                        "no committed record comes before the stored positions " + positions + " are reached");
            }
        }
    }

    private boolean isBehind(Map<TopicPartition, Long> positions) {
        return positions.entrySet().stream().anyMatch(to -> consumer.position(to.getKey()) < to.getValue());
    }

    private static TopicPartition of(ConsumerRecord<byte[], byte[]> record) {
        return new TopicPartition(record.topic(), record.partition());
    }

    private void restore(TopicPartition partition, long position) {
        Log log = logs.get(partition);
        log.position = position;
        StateBatch batch = new StateBatch(0);
        batch.restores();
        BatchRows restored = new BatchRows(batch, rows, log.store, partition.partition());
        while (!log.unread.isEmpty() && log.unread.peek().offset() < position) {
            ConsumerRecord<byte[], byte[]> record = log.unread.remove();
            log.restorer.restore(record.key(), record.value(), record.timestamp(), record.headers(), restored);
        }
        rows.apply(batch);
    }

    @Override
    public void close() {
        rows.close();
        consumer.close();
    }
}
