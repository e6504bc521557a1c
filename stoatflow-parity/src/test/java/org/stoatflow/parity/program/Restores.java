package org.stoatflow.parity.program;

import java.util.List;
import java.util.TreeSet;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.streams.processor.StateRestoreListener;

/** What the restore listener was told. */
final class Restores implements StateRestoreListener {
    private final TreeSet<String> seen = new TreeSet<>();

    @Override
    public synchronized void onRestoreStart(
            TopicPartition partition, String store, long startingOffset, long endingOffset) {
        seen.add(partition + " " + store + " 1 start " + startingOffset + " to " + endingOffset);
    }

    @Override
    public void onBatchRestored(TopicPartition partition, String store, long batchEndOffset, long numRestored) {
        // how many there are in a batch is nobody's promise
    }

    @Override
    public synchronized void onRestoreEnd(TopicPartition partition, String store, long totalRestored) {
        seen.add(partition + " " + store + " 2 end " + totalRestored);
    }

    synchronized void clear() {
        seen.clear();
    }

    synchronized List<String> seen() {
        return List.copyOf(seen);
    }
}
