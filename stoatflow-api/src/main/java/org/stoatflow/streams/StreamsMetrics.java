package org.stoatflow.streams;

import java.util.Map;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.Sensor;

/**
 * Where a processor finds the application's metrics, and adds its own. Sensors belong to who added them: remove them
 * when the processor is closed. Safe for use by several threads.
 */
public interface StreamsMetrics {
    /**
     * All metrics of the application.
     *
     * @return name to metric, which cannot be changed
     */
    Map<MetricName, ? extends Metric> metrics();

    /**
     * Adds a sensor of how long an operation takes, and how often it happens: average and maximum of the values
     * recorded, their rate and their count.
     *
     * @param scopeName what kind of thing is measured; goes into the metrics' group
     * @param entityName the thing; goes into a tag
     * @param operationName the operation; goes into the metrics' names
     * @param recordingLevel at which level it is recorded
     * @param tags keys and values in turn
     * @return the sensor; record with it what the operation took
     */
    Sensor addLatencyRateTotalSensor(
            String scopeName,
            String entityName,
            String operationName,
            Sensor.RecordingLevel recordingLevel,
            String... tags);

    /**
     * Adds a sensor of how often an operation happens: rate and count.
     *
     * @param scopeName what kind of thing is measured; goes into the metrics' group
     * @param entityName the thing; goes into a tag
     * @param operationName the operation; goes into the metrics' names
     * @param recordingLevel at which level it is recorded
     * @param tags keys and values in turn
     * @return the sensor; record with it each time
     */
    Sensor addRateTotalSensor(
            String scopeName,
            String entityName,
            String operationName,
            Sensor.RecordingLevel recordingLevel,
            String... tags);

    /**
     * Adds a sensor without metrics.
     *
     * @param name the sensor's name
     * @param recordingLevel at which level it is recorded
     * @return the sensor
     */
    Sensor addSensor(String name, Sensor.RecordingLevel recordingLevel);

    /**
     * Adds a sensor without metrics that records for others, too.
     *
     * @param name the sensor's name
     * @param recordingLevel at which level it is recorded
     * @param parents those for which it records, too
     * @return the sensor
     */
    Sensor addSensor(String name, Sensor.RecordingLevel recordingLevel, Sensor... parents);

    /**
     * Removes a sensor and its metrics.
     *
     * @param sensor the sensor
     */
    void removeSensor(Sensor sensor);
}
