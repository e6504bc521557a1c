package org.stoatflow.runtime.source;

import java.util.Optional;
import java.util.OptionalLong;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.restore.PolledRecords;

/**
 * Polls the source partitions, and keeps the group metadata of the last poll for the committer.
 *
 * <p>Threads: the dispatcher polls and measures; any thread may {@link #wake} and read {@link #groupMetadata}.
 */
final class SourcePoll {
    private final SourceConsumer source;
    private final SourceCounters counters;
    private final Dispatcher.Signals signals;
    private final Clock clock;
    private volatile ConsumerGroupMetadata groupMetadata;

    SourcePoll(Dispatcher.Sources sources, Dispatcher.Signals signals, Clock clock) {
        this.source = sources.source();
        this.counters = sources.counters();
        this.signals = signals;
        this.clock = clock;
        this.groupMetadata = source.consumer().groupMetadata();
    }

    /**
     * Polls for at most {@code waitNs}.
     *
     * @return the records; empty where partitions were taken away: the run is over then, and the consumer answers no
     *     question about partitions that it has lost
     */
    Optional<PolledRecords> poll(long waitNs) {
        long polledNs = clock.nanos();
        ConsumerRecords<byte[], byte[]> polled = source.poll(waitNs);
        counters.onPoll(clock.nanos() - polledNs, polled.count());
        boolean lost = signals.lost().getAsBoolean();
        if (!lost) { // work of the former member must not be committed with the metadata of a later one
            groupMetadata = source.consumer().groupMetadata();
        }
        signals.onPolled().run();
        return lost ? Optional.empty() : Optional.of(new PolledRecords(consumer(), polled));
    }

    void wake() {
        source.wake();
    }

    ConsumerGroupMetadata groupMetadata() {
        return groupMetadata;
    }

    Consumer<byte[], byte[]> consumer() {
        return source.consumer();
    }

    /** Whether the broker has more of the partition than was polled, or nobody knows. */
    boolean mayHaveMore(TopicPartition partition) {
        OptionalLong lag = source.consumer().currentLag(partition);
        return lag.isEmpty() || lag.getAsLong() > 0;
    }

    /**
     * Notes how far each queue is behind its partition's end, and where the consumer stands; the consumer knows both
     * from its last poll.
     */
    void measure(SourceQueues queues) {
        if (signals.lost().getAsBoolean()) {
            return;
        }
        for (PartitionQueue queue : queues.all()) {
            OptionalLong behind = source.consumer().currentLag(queue.partition());
            if (behind.isPresent()) {
                queue.counters().lag(behind.getAsLong() + queue.size());
            }
        }
        queues.takePositions(partition -> PolledRecords.position(source.consumer(), partition));
    }
}
