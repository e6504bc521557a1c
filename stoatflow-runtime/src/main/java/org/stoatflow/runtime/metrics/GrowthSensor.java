package org.stoatflow.runtime.metrics;

import java.util.function.LongSupplier;
import org.apache.kafka.common.metrics.Sensor;

/**
 * Records in a sensor of Kafka's by how much counters have grown since the last sample. Owner: the dispatcher's thread.
 */
interface GrowthSensor {
    void sample(long nowMs);

    /** Records the growth of one counter. */
    static GrowthSensor of(Sensor sensor, LongSupplier counter) {
        return new GrowthSensor() {
            private long last = counter.getAsLong();

            @Override
            public void sample(long nowMs) {
                long now = counter.getAsLong();
                if (now > last) {
                    sensor.record((double) (now - last), nowMs);
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
            public void sample(long nowMs) {
                long now = counter.getAsLong();
                long nowEach = each.getAsLong();
                if (nowEach > lastEach) {
                    sensor.record((now - last) / unit / (nowEach - lastEach), nowMs);
                }
                last = now;
                lastEach = nowEach;
            }
        };
    }

    /** Records the maximum since the last sample, if it is above zero. */
    static GrowthSensor ofMost(Sensor sensor, LongSupplier taken, double unit) {
        return nowMs -> {
            long most = taken.getAsLong();
            if (most > 0) {
                sensor.record(most / unit, nowMs);
            }
        };
    }
}
