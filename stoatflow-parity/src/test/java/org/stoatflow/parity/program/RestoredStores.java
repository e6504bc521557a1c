package org.stoatflow.parity.program;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.streams.processor.StateRestoreListener;

/** What was read for the stores of one start. Told by the library's threads, asked by that of the test. */
final class RestoredStores implements StateRestoreListener {
    private final Set<String> fromBegin = ConcurrentHashMap.newKeySet(); // partition and store
    private final Set<String> read = ConcurrentHashMap.newKeySet(); // stores
    private final Set<String> rebuilt = ConcurrentHashMap.newKeySet(); // stores

    @Override
    public void onRestoreStart(TopicPartition partition, String store, long startingOffset, long endingOffset) {
        if (startingOffset == 0) {
            fromBegin.add(partition + " " + store);
        }
    }

    @Override
    public void onBatchRestored(TopicPartition partition, String store, long batchEndOffset, long numRestored) {
        // how many there are in a batch is nobody's promise
    }

    @Override
    public void onRestoreEnd(TopicPartition partition, String store, long totalRestored) {
        if (totalRestored > 0) {
            read.add(store);
            if (fromBegin.contains(partition + " " + store)) {
                rebuilt.add(store);
            }
        }
    }

    /** Where the rows come from that are those of before. */
    String origin(String store) {
        if (rebuilt.contains(store)) {
            return "rebuilt from its topic";
        }
        return read.contains(store) ? "kept, and read on" : "kept";
    }
}
