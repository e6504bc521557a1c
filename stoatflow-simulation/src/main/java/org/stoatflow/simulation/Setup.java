package org.stoatflow.simulation;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.stoatflow.config.StoatflowConfig;
import org.stoatflow.runtime.settings.CommitSettings;
import org.stoatflow.runtime.settings.InFlightSettings;
import org.stoatflow.runtime.settings.RunSettings;
import org.stoatflow.runtime.settings.SendSettings;
import org.stoatflow.runtime.settings.SourceSettings;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.topology.LogicalTopology;

/**
 * What a seed chooses before its first step: program, sizes, guarantee, and bounds so small that the engine reaches
 * them.
 *
 * @param foreignOwner whether another owner runs the application at first, and again from time to time
 * @param partitions number of partitions of each source topic and each output topic
 * @param instances number of processes that want the partitions, one or two
 * @param steps steps after which the faults stop
 * @param records number of input records
 */
record Setup(
        SimulatedTopology program,
        boolean exactlyOnce,
        int partitions,
        int instances,
        int steps,
        int records,
        double commitFactor,
        Duration commitMin,
        Duration commitMax,
        long cacheBytesMax,
        long uncommittedBytesMax,
        long inFlightBytesMax,
        int queueRecordsMax,
        Duration taskIdle,
        int openEpochsMax,
        int stalledMarkBatches,
        int routedRecordsMax,
        int commitAttemptsMax,
        boolean foreignOwner) {
    static final String APPLICATION = "app";
    static final int LANES_MAX = 5;
    static final int STEPS_MIN = 1_000;
    /** What an epoch may hold where records become many: more than one of them makes, less than a few make. */
    static final long EPOCH_BYTES_MAX = 10_000;

    /** How many programs take the place of others in some seeds, so that the other seeds are what they were. */
    private static final int PLACED_BY_SHARE = 2;

    private static final int FAN_OUT_SHARE = 3;
    private static final int STANDBY_SHARE = 4;
    private static final int USERS_SHARE = 5;
    private static final int LINGER_SHARE = 7;
    private static final int PARTITIONS_MAX = 4;
    private static final long REQUEST_TIMEOUT_MS = 5_000;
    /** Short, so that the engine often looks whether an epoch is stuck. */
    private static final Duration STALLED_AFTER = Duration.ofMillis(200);

    private static final long DELIVERY_TIMEOUT_MS = 4_000;

    private static final Duration SEND_TIME = Duration.ofSeconds(15);

    /**
     * Some seeds of a program without state are of one that fans out, or of users' stores: so the other seeds are what
     * they were.
     */
    Setup {
        if (program == SimulatedTopology.STATELESS && records % FAN_OUT_SHARE == 0) {
            program = SimulatedTopology.FAN_OUT;
            uncommittedBytesMax = Math.min(uncommittedBytesMax, EPOCH_BYTES_MAX / 2); // as the engine's settings do
        } else if (program == SimulatedTopology.STATELESS && records % FAN_OUT_SHARE == 1) {
            program = SimulatedTopology.USERS_STORES;
        }
    }

    static Setup of(RandomGenerator random) {
        SimulatedTopology[] programs = SimulatedTopology.values();
        return new Setup(
                programs[random.nextInt(programs.length - PLACED_BY_SHARE)],
                random.nextInt(4) != 0,
                1 + random.nextInt(PARTITIONS_MAX),
                1 + random.nextInt(3) / 2,
                STEPS_MIN + random.nextInt(STEPS_MIN),
                40 + random.nextInt(160),
                0.5 + random.nextDouble() * 4,
                Duration.ofNanos(100_000 + random.nextInt(1_000_000)),
                Duration.ofMillis(2 + random.nextInt(8)),
                oneOf(random, 0, 0, 300, 100_000),
                oneOf(random, 400, 4_000, 1 << 20),
                oneOf(random, 1_000, 10_000, 1 << 20),
                1 + random.nextInt(40),
                Duration.ofMillis(oneOf(random, -1, 0, 2)),
                1 + random.nextInt(4),
                2 + random.nextInt(3),
                1 + random.nextInt(30),
                1 + random.nextInt(3),
                random.nextInt(4) == 0);
    }

    /** Whether user code takes long, and fails in each way, besides other faults. */
    boolean strikesUsers() {
        return program == SimulatedTopology.USERS_STORES || steps % USERS_SHARE == 0;
    }

    /** Whether records linger in producers, under at-least-once, until somebody flushes. */
    boolean lingers() {
        return !exactlyOnce && steps % LINGER_SHARE == 3;
    }

    /** Whether instances that wait follow the changelogs. */
    boolean standsBy() {
        return steps % STANDBY_SHARE == 1;
    }

    /** Bytes of cache: none if the program counts updates, since a cache changes their number. */
    long caches() {
        return program.countsUpdates() ? 0 : cacheBytesMax;
    }

    /** How many bytes an epoch may hold under exactly-once. */
    long epochBytesMax() {
        return program == SimulatedTopology.FAN_OUT ? EPOCH_BYTES_MAX : Long.MAX_VALUE;
    }

    private static long oneOf(RandomGenerator random, long... choices) {
        return choices[random.nextInt(choices.length)];
    }

    /** The number of sub-topologies. */
    int stages() {
        UserCode unused = new UserCode(
                id -> {
                    throw new IllegalStateException("nothing runs");
                },
                () -> {});
        return program.logical(unused, 1).subTopologies().size();
    }

    LogicalTopology logical(UserCode code) {
        return program.logical(code, partitions);
    }

    /**
     * @param owner owner of the process
     * @param clientId names the process's clients
     * @param lanes number of lanes of a stage by key
     * @param folder for the folders of users' stores
     * @param code what handlers tell of their calls
     */
    StreamsConfig config(Owner owner, String clientId, int lanes, Path folder, UserCode code) {
        Map<String, Object> values = new HashMap<>();
        values.put(StreamsConfig.APPLICATION_ID_CONFIG, APPLICATION);
        values.put(StoatflowConfig.KEYS_SHOWN.key(), "text"); // a hash has a salt, and a seed repeats all messages
        values.put(StreamsConfig.CLIENT_ID_CONFIG, clientId);
        values.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "simulated:9092");
        values.put(
                StreamsConfig.PROCESSING_GUARANTEE_CONFIG,
                owner.isExactlyOnce(this) ? StreamsConfig.EXACTLY_ONCE_V2 : StreamsConfig.AT_LEAST_ONCE);
        values.put(
                StreamsConfig.STATE_DIR_CONFIG,
                folder.resolve(clientId).resolve(owner.name()).toString());
        values.put(Handling.CODE, code);
        values.put(StreamsConfig.REPLICATION_FACTOR_CONFIG, 1);
        values.put(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG, standsBy() ? 1 : 0);
        values.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, caches());
        values.put(StoatflowConfig.LANES.key(), lanes);
        values.put(StoatflowConfig.RESTARTS_MAX.key(), 3);
        values.put(StoatflowConfig.REQUEST_TIMEOUT.key(), REQUEST_TIMEOUT_MS);
        values.put(StoatflowConfig.JOIN_WAIT.key(), REQUEST_TIMEOUT_MS);
        values.put(StoatflowConfig.CLOSE_TIMEOUT.key(), 20_000);
        values.put(StreamsConfig.mainConsumerPrefix(ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG), 8_000);
        values.put(StreamsConfig.mainConsumerPrefix(ConsumerConfig.MAX_POLL_RECORDS_CONFIG), 30);
        values.put(StreamsConfig.restoreConsumerPrefix(ConsumerConfig.MAX_POLL_RECORDS_CONFIG), 10);
        values.put(StreamsConfig.producerPrefix(ProducerConfig.MAX_BLOCK_MS_CONFIG), 2_000);
        values.put(StreamsConfig.producerPrefix(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG), DELIVERY_TIMEOUT_MS);
        values.put(StreamsConfig.producerPrefix(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG), 1_000);
        values.putAll(program.config());
        return new StreamsConfig(values);
    }

    RunSettings settings(Owner owner) {
        return new RunSettings(
                owner.isExactlyOnce(this),
                new CommitSettings(
                        commitFactor,
                        commitMin,
                        commitMax,
                        Optional.empty(),
                        uncommittedBytesMax,
                        exactlyOnce ? Optional.of(SEND_TIME) : Optional.empty(),
                        commitAttemptsMax),
                new SourceSettings(queueRecordsMax, routedRecordsMax, openEpochsMax, taskIdle),
                new InFlightSettings(inFlightBytesMax, epochBytesMax()),
                stalledMarkBatches,
                STALLED_AFTER,
                new SendSettings(
                        Duration.ZERO,
                        lingers() ? Optional.of(commitMax) : Optional.empty(),
                        Duration.ofMillis(DELIVERY_TIMEOUT_MS)));
    }
}
