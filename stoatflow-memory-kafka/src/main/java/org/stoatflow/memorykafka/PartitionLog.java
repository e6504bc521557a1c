package org.stoatflow.memorykafka;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * The log of one partition: records and markers by offset, the open transactions, and the two ends.
 *
 * <p>The last stable offset is the first offset of the oldest open transaction (KIP-98, {@code ProducerStateManager}).
 * A transaction is open here until its marker is written, so the map's insertion order is the order of first offsets.
 */
final class PartitionLog {
    private static final int INITIAL_ENTRIES = 64;

    final TopicPartition id;
    final Topic topic;
    final LeaderEpochs leaderEpochs = new LeaderEpochs();
    private final Journal journal;
    private final Map<Long, LogTransaction> open = new LinkedHashMap<>();
    private LogEntry[] entries = new LogEntry[INITIAL_ENTRIES];
    private int size;
    private long startOffset;
    private long nextOffset;
    private long recordsEnd;
    private boolean hasAborts;
    private HeldBack heldBack = HeldBack.NOTHING;

    PartitionLog(TopicPartition id, Topic topic, Journal journal) {
        this.id = id;
        this.topic = topic;
        this.journal = journal;
    }

    /** Appends a record outside any transaction and returns its offset. */
    long append(long timestamp, byte @Nullable [] key, byte @Nullable [] value, Header[] headers) {
        return appendRecord(timestamp, key, value, headers, LogTransaction.NONE, -1);
    }

    /** Appends a record of the producer's transaction, which opens here with its first record. */
    long append(long timestamp, byte @Nullable [] key, byte @Nullable [] value, Header[] headers, long producerId) {
        LogTransaction transaction = open.get(producerId);
        if (transaction == null) {
            transaction = LogTransaction.startingAt(nextOffset);
            open.put(producerId, transaction);
        }
        return appendRecord(timestamp, key, value, headers, transaction, producerId);
    }

    private long appendRecord(
            long timestamp,
            byte @Nullable [] key,
            byte @Nullable [] value,
            Header[] headers,
            LogTransaction transaction,
            long producerId) {
        long offset = nextOffset++;
        add(new LogEntry(offset, leaderEpochs.current(), timestamp, key, value, headers, transaction));
        recordsEnd = nextOffset;
        journal.note(JournalEvent.APPENDED, id, offset, producerId);
        return offset;
    }

    /** Ends the producer's transaction here. The marker is written even where no record of it arrived, as in Kafka. */
    void appendMarker(long producerId, boolean commit, long nowMs) {
        LogTransaction ended = open.remove(producerId);
        LogTransaction transaction = ended == null ? LogTransaction.startingAt(nextOffset) : ended;
        hasAborts |= !commit;
        transaction.outcome = commit ? LogTransaction.Outcome.COMMITTED : LogTransaction.Outcome.ABORTED;
        long offset = nextOffset++;
        add(LogEntry.marker(offset, leaderEpochs.current(), nowMs, transaction));
        journal.note(commit ? JournalEvent.COMMIT_MARKER : JournalEvent.ABORT_MARKER, id, offset, producerId);
    }

    long startOffset() {
        return startOffset;
    }

    long endOffset() {
        return nextOffset;
    }

    /** After the last record that was ever written, whatever became of it. */
    long recordsEnd() {
        return recordsEnd;
    }

    /** Whether a transaction was ever aborted here. */
    boolean hasAborts() {
        return hasAborts;
    }

    long lastStableOffset() {
        return open.isEmpty() ? nextOffset : open.values().iterator().next().firstOffset;
    }

    /** The end as a consumer of the isolation level sees it. */
    long endOffset(boolean readCommitted) {
        return readCommitted ? lastStableOffset() : nextOffset;
    }

    /** Where a fetch must stop: the end of the isolation level, or earlier while new data is held back. */
    long fetchBound(boolean readCommitted, long nowMs) {
        return heldBack.bound(endOffset(readCommitted), nowMs);
    }

    /** Hides from fetches, until the given time, what is appended from now on. */
    void holdBack(long untilMs) {
        heldBack = new HeldBack(nextOffset, untilMs);
    }

    int size() {
        return size;
    }

    LogEntry entryAt(int index) {
        return entries[index];
    }

    /** The index of the first entry at or after the offset; {@link #size()} if there is none. */
    int indexFrom(long offset) {
        if (size == 0 || offset <= entries[0].offset) {
            return 0;
        }
        long guess = offset - entries[0].offset;
        if (guess < size && entries[(int) guess].offset == offset) {
            return (int) guess;
        }
        int low = 0;
        int high = size;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (entries[middle].offset < offset) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** The index of the first entry whose timestamp is the given one or later; {@link #size()} if there is none. */
    int indexFromTime(long timestamp) {
        int index = 0;
        while (index < size && entries[index].timestamp < timestamp) {
            index++;
        }
        return index;
    }

    /** Deletes what lies before the offset (DeleteRecords, retention). */
    void truncateBefore(long offset) {
        if (offset <= startOffset || offset > nextOffset) {
            return;
        }
        int cut = indexFrom(offset);
        System.arraycopy(entries, cut, entries, 0, size - cut);
        Arrays.fill(entries, size - cut, size, null);
        size -= cut;
        startOffset = offset;
        journal.note(JournalEvent.TRUNCATED, id, startOffset, nextOffset);
    }

    /**
     * An unclean election: the new leader has nothing at the offset or after it, and goes on from there in an epoch of
     * its own.
     */
    void loseFrom(long offset) {
        if (offset < startOffset || offset >= nextOffset) {
            return;
        }
        int cut = indexFrom(offset);
        Arrays.fill(entries, cut, size, null);
        size = cut;
        nextOffset = offset;
        recordsEnd = Math.min(recordsEnd, offset);
        open.values().removeIf(transaction -> transaction.firstOffset >= offset);
        leaderEpochs.elect(offset);
        journal.note(JournalEvent.LOG_LOST, id, nextOffset, leaderEpochs.current());
    }

    /** Replaces the entries by those that compaction kept; offsets and ends stay. */
    void keepOnly(LogEntry[] kept, int keptSize) {
        entries = kept;
        size = keptSize;
        journal.note(JournalEvent.COMPACTED, id, keptSize, nextOffset);
    }

    private void add(LogEntry entry) {
        if (size == entries.length) {
            entries = Arrays.copyOf(entries, size * 2);
        }
        entries[size++] = entry;
    }
}
