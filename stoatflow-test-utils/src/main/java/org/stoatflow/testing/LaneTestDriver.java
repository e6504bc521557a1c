package org.stoatflow.testing;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.TopologyTestDriver;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.testing.driver.LaneDrive;
import org.stoatflow.testing.driver.LaneOptions;

/**
 * Runs a topology in a unit test as production runs it: topics have several partitions, stages have several lanes, and
 * many records are committed at once. So a test meets what {@link TopologyTestDriver} hides: record caches that merge
 * updates, output that waits for its commit, records of different keys in another order, a store's partitions.
 *
 * <p>What was piped is processed before the call returns. It is committed when the wall clock has gone on by the commit
 * interval, when a processor asks for it, or by {@link #commit()}. Under {@code exactly_once_v2} output is seen once it
 * is committed; under {@code at_least_once} it is seen at once, except for what caches hold back.
 *
 * <p>Hops are in memory, as in production, so repartition topics cannot be read. After a failure only {@link
 * #restart()} and {@link #close()} can be called. All calls are made by one thread, which also runs the processors.
 */
public final class LaneTestDriver extends TopologyTestDriver {
    private final LaneDrive drive;

    private LaneTestDriver(Topology topology, Map<?, ?> config, LaneOptions options, @Nullable Instant now) {
        super(topology, options.in(config), now);
        drive = options.opened();
    }

    /**
     * Begins to describe a driver.
     *
     * @param topology the topology
     * @return the description, of one partition for each topic and one lane for each stage by key
     */
    public static Builder of(Topology topology) {
        return new Builder(topology);
    }

    /** Describes a driver. */
    public static final class Builder {
        private final Topology topology;
        private final Map<Object, Object> config = new HashMap<>();
        private final Map<String, Integer> partitions = new HashMap<>();
        private int otherPartitions = 1;
        private int lanes = 1;
        private @Nullable Duration commitInterval;
        private @Nullable Long seed;
        private @Nullable Instant now;

        private Builder(Topology topology) {
            this.topology = Objects.requireNonNull(topology, "topology");
        }

        /**
         * Adds configuration, that of the application. {@code application.id} and {@code bootstrap.servers} need not be
         * in it.
         *
         * @param properties keys and values
         * @return this
         */
        public Builder config(Properties properties) {
            config.putAll(properties);
            return this;
        }

        /**
         * Sets the number of partitions of all topics that are not named.
         *
         * @param count the number, at least 1
         * @return this
         */
        public Builder partitions(int count) {
            otherPartitions = positive("partitions", count);
            return this;
        }

        /**
         * Sets the number of partitions of a topic. A pattern reads only topics that are named here.
         *
         * @param topic the topic
         * @param count the number, at least 1
         * @return this
         */
        public Builder partitions(String topic, int count) {
            partitions.put(topic, positive("partitions of " + topic, count));
            return this;
        }

        /**
         * Sets the number of lanes of stages by key. Stages by partition have a lane for each partition.
         *
         * @param count the number, at least 1
         * @return this
         */
        public Builder lanes(int count) {
            lanes = positive("lanes", count);
            return this;
        }

        /**
         * Sets the time between two commits, on the wall clock. Without this it is {@code commit.interval.ms} where
         * that is configured, or else the longest interval that production has.
         *
         * @param interval a millisecond or more
         * @return this
         */
        public Builder commitInterval(Duration interval) {
            positive("milliseconds of the commit interval", interval.toMillis());
            commitInterval = interval;
            return this;
        }

        /**
         * Has the lanes stepped in a random order, so that a test can try many of the orders that production may have.
         * Without this, lanes are stepped by their numbers.
         *
         * @param seed chooses the order; the same seed gives the same order
         * @return this
         */
        public Builder seed(long seed) {
            this.seed = seed;
            return this;
        }

        /**
         * Sets what the wall clock shows at the start. Without this it shows the present time.
         *
         * @param start the time
         * @return this
         */
        public Builder wallClock(Instant start) {
            now = start;
            return this;
        }

        /**
         * Starts the topology.
         *
         * @return the driver, to be closed
         */
        public LaneTestDriver build() {
            return new LaneTestDriver(
                    topology, config, new LaneOptions(partitions, otherPartitions, lanes, commitInterval, seed), now);
        }

        private static int positive(String what, int count) {
            positive(what, (long) count);
            return count;
        }

        private static void positive(String what, long count) {
            if (count < 1) {
                throw new IllegalArgumentException(what + "=" + count + " is less than 1");
            }
        }
    }

    /**
     * Pipes a record into a partition. Records that a test topic pipes go to the partition that Kafka's default
     * partitioner chooses for their key, or take turns.
     *
     * @param topic the topic
     * @param partition its partition
     * @param key the key, or null
     * @param keySerializer writes it
     * @param value the value, or null
     * @param valueSerializer writes it
     * @param timestamp the record's time
     * @param <K> type of the key
     * @param <V> type of the value
     * @throws IllegalArgumentException if no source reads the topic, or it has no such partition
     */
    public <K, V> void pipe(
            String topic,
            int partition,
            @Nullable K key,
            Serializer<K> keySerializer,
            @Nullable V value,
            Serializer<V> valueSerializer,
            Instant timestamp) {
        RecordHeaders headers = new RecordHeaders();
        drive.pipe(
                topic,
                partition,
                timestamp.toEpochMilli(),
                keySerializer.serialize(topic, headers, key),
                valueSerializer.serialize(topic, headers, value),
                headers);
    }

    /** Commits what was piped so far, as if the commit interval were over. */
    public void commit() {
        drive.commit();
    }

    /**
     * Ends processing as a crash does, and begins again: processors are new, stores show what is committed, and what
     * was piped and is not committed is processed once more.
     */
    public void restart() {
        drive.restart();
    }

    /**
     * A store partition as it is committed. Writing to it is an error.
     *
     * @param name the store's name
     * @param partition the partition, that of a task of Kafka Streams
     * @param <S> the type that the store's processors have
     * @return the store
     * @throws IllegalArgumentException if there is no such store, or it has no such partition
     */
    @SuppressWarnings("unchecked") // the caller names the type, as with a processor's context
    public <S extends StateStore> S committedStore(String name, int partition) {
        return (S) drive.committed(name, partition);
    }

    /**
     * The number of partitions of a store.
     *
     * @param name the store's name
     * @return the number
     * @throws IllegalArgumentException if there is no such store
     */
    public int partitionsOfStore(String name) {
        return drive.partitionsOfStore(name);
    }
}
