package org.stoatflow.runtime.source;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.restore.PolledRecords;

/**
 * Polls the source partitions, and publishes after each poll in whose name the committer may commit.
 *
 * <p>Threads: the dispatcher polls and measures, and writes {@code rights}; any thread may {@link #wake} and read
 * {@link #rights}.
 */
final class SourcePoll {
    private final SourceConsumer source;
    private final SourceCounters counters;
    private final Dispatcher.Signals signals;
    private final Clock clock;
    private boolean positionsDue; // the dispatcher's

    /**
     * Shared. Written by: dispatcher, after each poll, unless partitions were lost, and where a log has changed. Read
     * by: committer. Safe: volatile, one immutable object, one writer. Proof: CommitterWakeProof.
     */
    private volatile CommitRights rights;

    SourcePoll(Dispatcher.Sources sources, Dispatcher.Signals signals, Clock clock) {
        this.source = sources.source();
        this.counters = sources.learned().counters();
        this.signals = signals;
        this.clock = clock;
        this.rights = CommitRights.of(source.consumer().groupMetadata());
    }

    /**
     * Polls for at most {@code waitNs}.
     *
     * @return the records; empty where partitions were lost: the run is over then, and the consumer answers no
     *     question about partitions that it has lost
     */
    Optional<PolledRecords> poll(long waitNs) {
        long polledNs = clock.nanos();
        ConsumerRecords<byte[], byte[]> polled = source.poll(waitNs);
        counters.onPoll(clock.nanos() - polledNs, polled.count());
        boolean lost = signals.lost().getAsBoolean();
        if (!lost) { // work of the former member must not be committed with the metadata of a later one
            Revoked revoked = signals.revoked().get();
            rights = new CommitRights(
                    source.consumer().groupMetadata(), revoked.gone(), revoked.undecided(), rights.logs());
        }
        signals.onPolled().run();
        return lost ? Optional.empty() : Optional.of(new PolledRecords(source.positions(), polled));
    }

    void wake() {
        source.wake();
    }

    void onKeptBack() {
        source.onKeptBack();
    }

    CommitRights rights() {
        return rights;
    }

    /** Publishes that partitions have other logs than they had, all at once; see {@link CommitRights#changed}. */
    void onLogsChanged(Map<TopicPartition, Optional<LogCut>> changes) {
        rights = rights.changed(changes);
    }

    /** Whether the partition was begun anew since its topic was made anew. */
    boolean isBegunAnew(TopicPartition partition) {
        return source.isBegunAnew(partition);
    }

    /** The partitions that were taken back since the run began. */
    Set<TopicPartition> revoked() {
        return signals.revoked().get().all();
    }

    Consumer<byte[], byte[]> consumer() {
        return source.consumer();
    }

    /** Whether the broker has more of the partition for us than was polled, or nobody knows. */
    boolean mayHaveMore(TopicPartition partition) {
        if (revoked().contains(partition)) { // the consumer would not answer
            return false;
        }
        OptionalLong lag = source.consumer().currentLag(partition);
        return lag.isEmpty() || lag.getAsLong() > 0;
    }

    /**
     * Notes how far each queue is behind its partition's end, and where the consumer stands; the consumer knows both
     * from its last poll. Where it stands is believed once a poll has brought nothing.
     */
    void measure(SourceQueues queues) {
        if (signals.lost().getAsBoolean()) {
            return;
        }
        Set<TopicPartition> revoked = revoked();
        for (PartitionQueue queue : queues.all()) {
            if (revoked.contains(queue.partition())) {
                queue.counters().lag(queue.size());
                continue;
            }
            OptionalLong behind = source.consumer().currentLag(queue.partition());
            if (behind.isPresent()) {
                queue.counters().lag(behind.getAsLong() + queue.size());
            }
        }
        positionsDue = true;
        takePositions(queues);
    }

    /** Notes where the consumer stands, if that is due and the last poll has brought nothing. After each poll. */
    void takePositions(SourceQueues queues) {
        if (positionsDue && source.hasNothing()) {
            positionsDue = false;
            queues.takePositions(source.positions()::ifKnown);
        }
    }
}
