package org.stoatflow.runtime.metrics;

import java.util.function.LongSupplier;
import org.apache.kafka.common.metrics.Sensor;

/**
 * Records in a sensor of Kafka's by how much counters have grown since the last sample. Not thread-safe: the
 * dispatcher's thread owns it, or its group guards it.
 */
interface GrowthSensor {
    void sample();

    /** Records the growth of one counter from now on. */
    static GrowthSensor of(Sensor sensor, LongSupplier counter) {
        return from(counter.getAsLong(), sensor, counter);
    }

    /**
     * Records what a counter has, and its growth. A counter that is lower than before has begun again: what it has had
     * was recorded.
     */
    static GrowthSensor ofAll(Sensor sensor, LongSupplier counter) {
        return from(0, sensor, counter);
    }

    private static GrowthSensor from(long start, Sensor sensor, LongSupplier counter) {
        return new GrowthSensor() {
            private long last = start;

            @Override
            public void sample() {
                long now = counter.getAsLong();
                if (now > last) {
                    sensor.record((double) (now - last));
                }
                last = now;
            }
        };
    }

    /**
     * Records the growth of one counter, divided by the growth of another.
     *
     * @param unit how many units of the counter make one unit of the recorded value
     */
    static GrowthSensor ofEach(Sensor sensor, LongSupplier counter, LongSupplier each, double unit) {
        return new GrowthSensor() {
            private long last = counter.getAsLong();
            private long lastEach = each.getAsLong();

            @Override
            public void sample() {
                long now = counter.getAsLong();
                long nowEach = each.getAsLong();
                if (nowEach > lastEach) {
                    sensor.record((now - last) / unit / (nowEach - lastEach));
                }
                last = now;
                lastEach = nowEach;
            }
        };
    }

    /** Records the maximum since the last sample, if it is above zero. */
    static GrowthSensor ofMost(Sensor sensor, LongSupplier taken, double unit) {
        return () -> {
            long most = taken.getAsLong();
            if (most > 0) {
                sensor.record(most / unit);
            }
        };
    }
}
