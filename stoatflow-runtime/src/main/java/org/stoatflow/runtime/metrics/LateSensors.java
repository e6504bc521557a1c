package org.stoatflow.runtime.metrics;

import java.util.function.LongSupplier;
import org.apache.kafka.common.metrics.Sensor;

/**
 * Records how late records were since the last sample, if there were any: those that were not late count, too. Owner:
 * the dispatcher's thread.
 */
final class LateSensors implements GrowthSensor {
    private final Sensor average;
    private final Sensor most;
    private final Late late;
    private long lastRecords;
    private long lastSumMs;
    private long mostMs;

    LateSensors(Sensor average, Sensor most, Late late) {
        this.average = average;
        this.most = most;
        this.late = late;
        this.lastRecords = late.records().getAsLong();
        this.lastSumMs = late.sumMs().getAsLong();
    }

    /**
     * Counters of a task.
     *
     * @param records its records
     * @param sumMs by how much they were late, all together
     * @param takenMostMs by how much the latest of them was, since the last call
     */
    record Late(LongSupplier records, LongSupplier sumMs, LongSupplier takenMostMs) {}

    @Override
    public void sample() {
        mostMs = Math.max(mostMs, late.takenMostMs().getAsLong());
        long sumMs = late.sumMs().getAsLong();
        long records = late.records().getAsLong(); // behind the sum: a batch's records count when it ends
        if (records > lastRecords) {
            average.record((double) (sumMs - lastSumMs) / (records - lastRecords));
            most.record((double) mostMs);
            lastRecords = records;
            lastSumMs = sumMs;
            mostMs = 0;
        }
    }
}
