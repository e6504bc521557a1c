package org.stoatflow.operator;

/** The clock of an operator that is given all records in their order. Nothing is complete before it is observed. */
public final class InOrderClock implements OperatorClock {
    private long timeMs = -1;

    @Override
    public void observe(long timestampMs) {
        timeMs = Math.max(timeMs, timestampMs);
    }

    @Override
    public long laneTimeMs() {
        return timeMs;
    }

    @Override
    public long completeTimeMs() {
        return timeMs;
    }

    @Override
    public boolean mayRemoveInProcess() {
        return true;
    }

    @Override
    public boolean owns(int partition, byte[] key) {
        return true;
    }
}
