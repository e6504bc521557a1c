package org.stoatflow.memorykafka;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;

/**
 * Log compaction up to the last stable offset: the last committed record of each key stays, aborted records go, markers
 * stay, tombstones go once their retention is over ({@code LogCleaner}).
 */
final class Compaction {
    private static final long NO_OFFSET = -1;

    private final PartitionLog log;
    private final boolean dropTombstones;
    private final Map<ByteBuffer, Long> lastOffsets = new HashMap<>();

    private Compaction(PartitionLog log, boolean dropTombstones) {
        this.log = log;
        this.dropTombstones = dropTombstones;
    }

    static void run(PartitionLog log, boolean dropTombstones) {
        Compaction compaction = new Compaction(log, dropTombstones);
        compaction.indexKeys();
        compaction.rewrite();
    }

    private void indexKeys() {
        int bound = log.indexFrom(log.lastStableOffset());
        for (int i = 0; i < bound; i++) {
            LogEntry entry = log.entryAt(i);
            if (entry.isDelivered(true) && entry.key != null) {
                lastOffsets.put(ByteBuffer.wrap(entry.key), entry.offset);
            }
        }
    }

    private void rewrite() {
        LogEntry[] kept = new LogEntry[Math.max(1, log.size())];
        int size = 0;
        for (int i = 0; i < log.size(); i++) {
            LogEntry entry = log.entryAt(i);
            if (entry.offset >= log.lastStableOffset() || stays(entry)) {
                kept[size++] = entry;
            }
        }
        log.keepOnly(kept, size);
    }

    private boolean stays(LogEntry entry) {
        if (entry.isMarker) {
            return true;
        }
        boolean isLast = entry.key != null
                && !entry.transaction.isAborted()
                && lastOffsets.getOrDefault(ByteBuffer.wrap(entry.key), NO_OFFSET) == entry.offset;
        return isLast && !(dropTombstones && entry.value == null);
    }
}
