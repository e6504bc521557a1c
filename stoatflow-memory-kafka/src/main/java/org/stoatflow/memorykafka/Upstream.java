package org.stoatflow.memorykafka;

import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * Somebody else's transactional writer: fills input topics with transactions that commit, abort, or stay open. The only
 * fault that strikes it are slow markers, under its transactional id.
 */
public final class Upstream {
    private static final Header[] NO_HEADERS = {};
    private static final long TIMEOUT_MS = 60_000;

    private final Broker broker;
    private final TransactionalId id;
    private int epoch;

    Upstream(Broker broker, String transactionalId) {
        this.broker = broker;
        this.id = broker.transactions.init(transactionalId, TIMEOUT_MS);
        this.epoch = id.epoch;
    }

    /** Writes within the open transaction, which the first write opens; returns the offset. */
    public long write(TopicPartition partition, byte @Nullable [] key, byte @Nullable [] value, long timestamp) {
        broker.catchUp();
        PartitionLog log = broker.log(partition);
        // After a timeout the writer begins anew.
        epoch = id.epoch;
        broker.transactions.join(id, epoch, log);
        return log.append(timestamp, key, value, NO_HEADERS, id.producerId);
    }

    /** Writes outside any transaction; returns the offset. */
    public long writePlain(TopicPartition partition, byte @Nullable [] key, byte @Nullable [] value, long timestamp) {
        broker.catchUp();
        return broker.log(partition).append(timestamp, key, value, NO_HEADERS);
    }

    /** Whether what was written since the last end was aborted, since it took too long; the next write begins anew. */
    public boolean hasTimedOut() {
        broker.catchUp();
        return epoch != id.epoch;
    }

    /** Commits what was written. False: it had timed out, and was aborted. */
    public boolean commit() {
        return end(true);
    }

    /** Aborts what was written. False: it had timed out, and was aborted before. */
    public boolean abort() {
        return end(false);
    }

    private boolean end(boolean commit) {
        broker.catchUp();
        if (epoch != id.epoch) {
            epoch = id.epoch;
            return false;
        }
        epoch = broker.transactions.end(id, epoch, commit);
        return true;
    }
}
