package org.stoatflow.operator;

import java.util.function.LongSupplier;

/**
 * Tells the engine what time a windowed aggregation has reached. None of its rows is due by itself: windows close when
 * a record comes.
 *
 * @param latest the highest record timestamp that the rows of the store show, or -1
 */
record RestoredTime(LongSupplier latest) implements DueRows {
    @Override
    public long latestMs(int partition) {
        return latest.getAsLong();
    }

    @Override
    public long earliestDueMs(int partition) {
        return Long.MAX_VALUE;
    }

    @Override
    public void onDue(int partition, long streamTimeMs) {
        throw new IllegalStateException("no row is due, partition=" + partition + " streamTimeMs=" + streamTimeMs);
    }
}
