package org.stoatflow.runtime.metrics;

import java.util.function.LongSupplier;
import org.apache.kafka.common.metrics.Sensor;

/** Records in a sensor of Kafka's what counters have grown by since the last time. Owner: the dispatcher's thread. */
interface GrowthSensor {
    void sample(long nowMs);

    /** Records how much one counter has grown. */
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
     * Records by how much a counter has grown for each by which another has.
     *
     * @param unit how many of the counter make one of what is recorded
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

    /** Records a maximum since the last time, if there was any. */
    static GrowthSensor ofMost(Sensor sensor, LongSupplier taken, double unit) {
        return nowMs -> {
            long most = taken.getAsLong();
            if (most > 0) {
                sensor.record(most / unit, nowMs);
            }
        };
    }
}
