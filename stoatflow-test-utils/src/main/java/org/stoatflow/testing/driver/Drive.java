package org.stoatflow.testing.driver;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;
import org.stoatflow.spi.TopologyAccess;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.processor.StateStore;

/**
 * An application that a test drives: it gives records and time, and reads what was written. All calls are made by one
 * thread, which also runs the processors.
 */
public interface Drive extends AutoCloseable {
    /**
     * Opens the application.
     *
     * @param properties the configuration; with {@link LaneOptions} in it, the application has lanes
     * @param nowMs what the wall clock shows
     */
    static Drive open(Topology topology, Properties properties, long nowMs) {
        StreamsConfig config = TopologyAccess.configured(topology, DriverConfig.of(properties));
        ManualClock clock = new ManualClock(nowMs);
        LaneOptions options = LaneOptions.from(properties);
        if (options == null) {
            return new RecordByRecord(TopologyAccess.logical(topology, config), config, clock);
        }
        LaneDrive lanes = new LaneDrive(TopologyAccess.logical(topology, config), config, clock, options);
        options.onOpened(lanes);
        return lanes;
    }

    /**
     * Gives the application a record of a topic.
     *
     * @throws IllegalArgumentException if no source reads the topic
     */
    void pipe(String topic, long timestamp, byte @Nullable [] key, byte @Nullable [] value, Headers headers);

    /** Lets the wall clock go on, and does what that makes due. */
    void advance(Duration by);

    /** What the wall clock shows, in milliseconds since 1970. */
    long nowMs();

    ProducedRecords produced();

    /** Whether a sink is declared for the topic. */
    boolean writes(String topic);

    /** The names of the stores that are declared. */
    Collection<String> storeNames();

    /** A store, for the test to read and write; null if nothing uses one of that name. */
    @Nullable
    StateStore store(String name);

    /** Whether what is put into a store becomes a record of a changelog at once, and is not held back by a cache. */
    boolean logsAtOnce(String store);

    /** The metrics of the application; their values go on to change. */
    Map<MetricName, ? extends Metric> metrics();

    @Override
    void close();
}
