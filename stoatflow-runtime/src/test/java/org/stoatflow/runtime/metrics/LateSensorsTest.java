package org.stoatflow.runtime.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.MeasurableStat;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.common.metrics.stats.Avg;
import org.apache.kafka.common.metrics.stats.Max;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LateSensorsTest {
    private final Metrics metrics = new Metrics();
    private final MetricName average = metrics.metricName("average", "group");
    private final MetricName most = metrics.metricName("most", "group");
    private final AtomicLong records = new AtomicLong(100); // of the run before
    private final AtomicLong sumMs = new AtomicLong(7);
    private final AtomicLong mostMs = new AtomicLong();
    private final LateSensors sensors = new LateSensors(
            sensor(average, new Avg()),
            sensor(most, new Max()),
            new LateSensors.Late(records::get, sumMs::get, () -> mostMs.getAndSet(0)));

    private Sensor sensor(MetricName name, MeasurableStat stat) {
        Sensor sensor = metrics.sensor(name.name());
        sensor.add(name, stat);
        return sensor;
    }

    @AfterEach
    void close() {
        metrics.close();
    }

    private void assertSeen(double averageMs, double greatestMs) {
        assertEquals(averageMs, metrics.metric(average).metricValue());
        assertEquals(greatestMs, metrics.metric(most).metricValue());
    }

    @Test
    void shouldHaveNothingBeforeARecord() {
        sensors.sample();
        assertSeen(Double.NaN, Double.NaN);
    }

    @Test
    void shouldCountRecordsThatAreNotLate() {
        records.addAndGet(4);
        sensors.sample();
        assertSeen(0, 0);
    }

    /** The records of a batch count when it has ended; what is late counts at once. */
    @Test
    void shouldKeepWhatIsLateUntilItsRecordsCount() {
        sumMs.addAndGet(40);
        mostMs.set(30);
        sensors.sample();
        assertSeen(Double.NaN, Double.NaN);
        records.addAndGet(4);
        sensors.sample();
        assertSeen(10, 30);
    }
}
