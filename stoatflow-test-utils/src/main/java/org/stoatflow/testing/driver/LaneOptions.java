package org.stoatflow.testing.driver;

import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a test chooses for an application with lanes. It goes to the driver among the configuration's properties, since
 * the driver's constructors are Kafka Streams'. Thread: the driver's.
 */
public final class LaneOptions {
    /** The property that holds the options. */
    static final String KEY = "stoatflow.testing.lane.options";

    private final Map<String, Integer> partitions;
    private final int otherPartitions;
    private final int lanes;
    private final @Nullable Duration commitInterval;
    private final @Nullable Long seed;
    private @Nullable LaneDrive opened;

    /**
     * Makes options.
     *
     * @param partitions numbers of partitions, by topic
     * @param otherPartitions the number of partitions of all other topics
     * @param lanes the number of lanes of a stage by key
     * @param commitInterval between two cuts, on the wall clock; null for what the configuration says
     * @param seed chooses the order in which lanes are stepped; null for the order of their numbers
     */
    public LaneOptions(
            Map<String, Integer> partitions,
            int otherPartitions,
            int lanes,
            @Nullable Duration commitInterval,
            @Nullable Long seed) {
        this.partitions = Map.copyOf(partitions);
        this.otherPartitions = otherPartitions;
        this.lanes = lanes;
        this.commitInterval = commitInterval;
        this.seed = seed;
    }

    /**
     * The configuration with these options.
     *
     * @param config the test's, which stays as it is
     */
    public Properties in(Map<?, ?> config) {
        Properties properties = new Properties();
        properties.putAll(config);
        properties.put(KEY, this);
        return properties;
    }

    static @Nullable LaneOptions from(Properties properties) {
        return (LaneOptions) properties.get(KEY);
    }

    void onOpened(LaneDrive drive) {
        opened = drive;
    }

    /** The application that was opened with these options. */
    public LaneDrive opened() {
        LaneDrive drive = opened;
        if (drive == null) {
            throw new IllegalStateException("no driver was made with these options");
        }
        return drive;
    }

    int partitionsOf(String topic) {
        return partitions.getOrDefault(topic, otherPartitions);
    }

    /** The topics that are named. */
    Set<String> topics() {
        return partitions.keySet();
    }

    int lanes() {
        return lanes;
    }

    @Nullable
    Duration commitInterval() {
        return commitInterval;
    }

    @Nullable
    Long seed() {
        return seed;
    }
}
