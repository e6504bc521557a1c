package org.stoatflow.config;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/**
 * The configuration keys that are ours and not Kafka Streams', one row for each. {@code docs/CONFIGURATION.md} is
 * checked against this table.
 */
public enum StoatflowConfig {
    /** How a stage shares its records among lanes. */
    AFFINITY(
            "stoatflow.affinity",
            ConfigDef.Type.STRING,
            "AUTO",
            "",
            List.of("AUTO", "KEY", "PARTITION"),
            Scope.APPLICATION_OR_NODE,
            "KEY runs records of different keys at once; AUTO does so only where the results are provably those of one"
                    + " thread for each partition. PARTITION restores one lane for each partition. A node's name stands"
                    + " for its stage."),
    /** How many lanes a stage with affinity KEY has. */
    LANES(
            "stoatflow.lanes",
            ConfigDef.Type.INT,
            -1,
            "lanes",
            List.of(),
            Scope.APPLICATION_OR_NODE,
            "Lanes of a stage with affinity KEY, 1 to 100,000; -1 for four for each processor. More help where"
                    + " functions block."),
    /** How many times as long as a commit an epoch is. */
    COMMIT_FACTOR(
            "stoatflow.commit.interval.factor",
            ConfigDef.Type.DOUBLE,
            5.0,
            "",
            List.of(),
            Scope.APPLICATION,
            "The interval between commits is this many times the median of what the last five commits cost whatever"
                    + " their size: with 5, that takes at most a fifth of the time."),
    /** Shortest interval between commits under exactly_once_v2. */
    COMMIT_MIN_EOS(
            "stoatflow.commit.interval.min.ms",
            ConfigDef.Type.LONG,
            10L,
            "ms",
            List.of(),
            Scope.APPLICATION,
            "Under exactly_once_v2 output is seen when its epoch is committed, and a commit of a dozen partitions takes"
                    + " about 4 ms."),
    /** Shortest interval between commits under at_least_once. */
    COMMIT_MIN_ALOS(
            "stoatflow.commit.interval.min.alos.ms",
            ConfigDef.Type.LONG,
            100L,
            "ms",
            List.of(),
            Scope.APPLICATION,
            "Under at_least_once output does not wait for the commit, and longer epochs write fewer changelog"
                    + " records."),
    /** Longest interval between commits under exactly_once_v2. */
    COMMIT_MAX_EOS(
            "stoatflow.commit.interval.max.ms",
            ConfigDef.Type.LONG,
            100L,
            "ms",
            List.of(),
            Scope.APPLICATION,
            "Under exactly_once_v2 output is seen when its epoch is committed: where commits are slow, they come as"
                    + " often as one thread of Kafka Streams commits by default. commit.interval.ms, where set, bounds"
                    + " it too."),
    /** Longest interval between commits under at_least_once. */
    COMMIT_MAX_ALOS(
            "stoatflow.commit.interval.max.alos.ms",
            ConfigDef.Type.LONG,
            5_000L,
            "ms",
            List.of(),
            Scope.APPLICATION,
            "Bounds what is done again after a crash under at_least_once. commit.interval.ms, where set, bounds it"
                    + " too."),
    /** Uncommitted output and state at which a commit comes early. */
    UNCOMMITTED_BYTES_MAX(
            "stoatflow.uncommitted.bytes.max",
            ConfigDef.Type.LONG,
            4L << 20,
            "bytes",
            List.of(),
            Scope.APPLICATION,
            "Output and state of an epoch are kept in memory until it is committed; at this size it is cut early."),
    /** Memory that records under way may take. */
    IN_FLIGHT_BYTES_MAX(
            "stoatflow.in.flight.bytes.max",
            ConfigDef.Type.LONG,
            8L << 20,
            "bytes",
            List.of(),
            Scope.APPLICATION,
            "Batches between threads, outboxes and overlays together; beyond it nothing more is taken from the"
                    + " sources."),
    /** Epochs that may wait for a slow record under at_least_once. */
    OPEN_EPOCHS_MAX(
            "stoatflow.open.epochs.max",
            ConfigDef.Type.INT,
            1_000,
            "epochs",
            List.of(),
            Scope.APPLICATION,
            "Under at_least_once a slow record keeps its epoch open while later ones are cut; at this many none is cut"
                    + " until it ends."),
    /** How often an unanswered commit is asked for. */
    COMMIT_ATTEMPTS_MAX(
            "stoatflow.commit.attempts.max",
            ConfigDef.Type.INT,
            3,
            "attempts",
            List.of(),
            Scope.APPLICATION,
            "A commit that times out (producer max.block.ms) is asked for again; after the last attempt its outcome"
                    + " is found out by a restart in place."),
    /** Restarts in place before the uncaught-exception handler is asked. */
    RESTARTS_MAX(
            "stoatflow.restarts.max",
            ConfigDef.Type.INT,
            5,
            "restarts",
            List.of(),
            Scope.APPLICATION,
            "After a failure the application starts again in place, from its last commit; after this many in"
                    + " stoatflow.restart.period.ms, or three in a row without a commit, the uncaught exception handler"
                    + " decides."),
    /** Period in which restarts are counted. */
    RESTART_PERIOD(
            "stoatflow.restart.period.ms",
            ConfigDef.Type.LONG,
            300_000L,
            "ms",
            List.of(),
            Scope.APPLICATION,
            "Failures that are further apart than this are not taken for one."),
    /** How often unchanged output is sent again. */
    SEND_ATTEMPTS_MAX(
            "stoatflow.send.attempts.max",
            ConfigDef.Type.INT,
            10,
            "attempts",
            List.of(),
            Scope.APPLICATION,
            "Under exactly_once_v2, where the production exception handler says RETRY for a record that timed out, the"
                    + " epoch's output is sent again; after the last attempt the application restarts in place."),
    /** How often a failed record is run again. */
    RETRY_ATTEMPTS_MAX(
            "stoatflow.retry.max.attempts",
            ConfigDef.Type.INT,
            0,
            "attempts",
            List.of(),
            Scope.APPLICATION,
            "A record whose processing threw something that may pass (stoatflow.retry.on) is taken back, state and"
                    + " output included, and run again after a back-off, this often at most; then its exception handler"
                    + " is asked. Later records of its key wait, other keys pass. 0: never."),
    /** Wait before a failed record is run again. */
    RETRY_BACKOFF(
            "stoatflow.retry.backoff.ms",
            ConfigDef.Type.LONG,
            100L,
            "ms",
            List.of(),
            Scope.APPLICATION,
            "Wait before a failed record is run again for the first time; it doubles each time."),
    /** Longest wait before a failed record is run again. */
    RETRY_BACKOFF_MAX(
            "stoatflow.retry.backoff.max.ms",
            ConfigDef.Type.LONG,
            10_000L,
            "ms",
            List.of(),
            Scope.APPLICATION,
            "Bounds the back-off. Under exactly_once_v2 the epoch waits for the record, and so do its results."),
    /** Records that may wait in a lane for a failed one. */
    RETRY_HELD_MAX(
            "stoatflow.retry.held.records.max",
            ConfigDef.Type.INT,
            1_000,
            "records",
            List.of(),
            Scope.APPLICATION,
            "Failed records, and those of their keys that wait behind them, in one lane; with this many it takes in"
                    + " nothing more until one is done."),
    /** Which exceptions may pass. */
    RETRY_ON(
            "stoatflow.retry.on",
            ConfigDef.Type.CLASS,
            "org.stoatflow.spi.RetriableErrors",
            "",
            List.of(),
            Scope.APPLICATION,
            "A java.util.function.Predicate<Exception> with a public constructor without arguments, asked by many"
                    + " threads; the default says yes to Kafka's RetriableException, as cause too."),
    /** Bound of a request to the cluster at start. */
    REQUEST_TIMEOUT(
            "stoatflow.request.timeout.ms",
            ConfigDef.Type.LONG,
            30_000L,
            "ms",
            List.of(),
            Scope.APPLICATION,
            "How long the cluster may take to answer a question about topics, offsets or transactions at start."),
    /** How long to try to join a group whose members do not fit. */
    JOIN_WAIT(
            "stoatflow.join.wait.ms",
            ConfigDef.Type.LONG,
            60_000L,
            "ms",
            List.of(),
            Scope.APPLICATION,
            "Members of the group that are not StoatFlow's, or whose owner has another topology or guarantee, may be"
                    + " dead: Kafka Streams, closed, stays a member for its session of 45 s by default. So joining is"
                    + " tried on for this long before it is an error."),
    /** When an epoch that is not complete is reported. */
    STALLED_AFTER(
            "stoatflow.epoch.stalled.after.ms",
            ConfigDef.Type.LONG,
            10_000L,
            "ms",
            List.of(),
            Scope.APPLICATION,
            "An epoch that is cut and not committed after this time is reported in one line of the log that names lane,"
                    + " record and key it waits for, and again each time it has taken twice as long."),
    /** Where meters are registered. */
    METER_REGISTRY(
            "stoatflow.meter.registry",
            ConfigDef.Type.STRING,
            "global",
            "",
            List.of(),
            Scope.APPLICATION,
            "A MeterRegistry of Micrometer, or the name of a class of that type with a public constructor without"
                    + " arguments; global is Micrometer's global registry."),
    /** Up to how many lanes there are meters for each. */
    METER_LANES_MAX(
            "stoatflow.meter.lanes.max",
            ConfigDef.Type.INT,
            64,
            "lanes",
            List.of(),
            Scope.APPLICATION,
            "Where the application has more lanes than this there are meters for stages only; 0: always."),
    /** Bound of a close without one of its own. */
    CLOSE_TIMEOUT(
            "stoatflow.close.timeout.ms",
            ConfigDef.Type.LONG,
            60_000L,
            "ms",
            List.of(),
            Scope.APPLICATION,
            "How long a close waits for records under way to be committed; what is not committed by then is processed"
                    + " again after the next start.");

    /** What all of our keys start with. */
    public static final String PREFIX = "stoatflow.";

    /** The most lanes that a stage may be given. */
    public static final int LANES_MAX = 100_000;

    /** Where a key may be set. */
    public enum Scope {
        /** Once, for the application. */
        APPLICATION,
        /** For the application, and with {@code .<node name>} appended for one source or processor. */
        APPLICATION_OR_NODE
    }

    private final String key;
    private final ConfigDef.Type type;
    private final Object defaultValue;
    private final String unit;
    private final List<String> allowed;
    private final Scope scope;
    private final String why;

    StoatflowConfig(
            final String key,
            final ConfigDef.Type type,
            final Object defaultValue,
            final String unit,
            final List<String> allowed,
            final Scope scope,
            final String why) {
        this.key = key;
        this.type = type;
        this.defaultValue = defaultValue;
        this.unit = unit;
        this.allowed = allowed;
        this.scope = scope;
        this.why = why;
    }

    /**
     * The key as it stands in the configuration.
     *
     * @return the key
     */
    public String key() {
        return key;
    }

    /**
     * The type of the value.
     *
     * @return the type
     */
    public ConfigDef.Type type() {
        return type;
    }

    /**
     * The value where the key is not set.
     *
     * @return the default
     */
    public Object defaultValue() {
        return defaultValue;
    }

    /**
     * The unit of the value.
     *
     * @return the unit; empty where it has none
     */
    public String unit() {
        return unit;
    }

    /**
     * Where the key may be set.
     *
     * @return the scope
     */
    public Scope scope() {
        return scope;
    }

    /**
     * What the key is good for.
     *
     * @return a sentence or two
     */
    public String why() {
        return why;
    }

    /**
     * The value for the application.
     *
     * @param config the application's configuration
     * @return the value, of the type that {@link #type()} names
     */
    public Object of(final AbstractConfig config) {
        return parsed(key, config.originals().get(key), defaultValue);
    }

    /**
     * The value for one node: its own, else the application's.
     *
     * @param config the application's configuration
     * @param node the name of a source or processor
     * @return the value, of the type that {@link #type()} names
     */
    public Object of(final AbstractConfig config, final String node) {
        final String nodeKey = key + "." + node;
        return parsed(nodeKey, config.originals().get(nodeKey), of(config));
    }

    /**
     * The nodes for which the key is set by name.
     *
     * @param config the application's configuration
     * @return the names, sorted, whether or not there are such nodes
     */
    public SortedSet<String> nodes(final AbstractConfig config) {
        final SortedSet<String> nodes = new TreeSet<>();
        if (scope == Scope.APPLICATION_OR_NODE) {
            for (final String candidate : config.originals().keySet()) {
                if (candidate.startsWith(key + ".")) {
                    nodes.add(candidate.substring(key.length() + 1));
                }
            }
        }
        return nodes;
    }

    /**
     * Checks every key of a configuration that starts with our prefix.
     *
     * @param config the application's configuration
     * @throws ConfigException naming the key, if there is no such key or its value is not allowed
     */
    public static void requireValid(final AbstractConfig config) {
        requireValid(config, config.originals().keySet());
    }

    private static void requireValid(final AbstractConfig config, final Collection<String> keys) {
        for (final String candidate : keys) {
            if (candidate.startsWith(PREFIX)) {
                final StoatflowConfig row = Arrays.stream(values())
                        .filter(known -> known.governs(candidate))
                        .findFirst()
                        .orElseThrow(() -> new ConfigException(
                                "Unknown configuration key '" + candidate + "': StoatFlow has none of that name."));
                row.parsed(candidate, config.originals().get(candidate), row.defaultValue);
            }
        }
    }

    private boolean governs(final String candidate) {
        return candidate.equals(key) || (scope == Scope.APPLICATION_OR_NODE && candidate.startsWith(key + "."));
    }

    private Object parsed(final String fullKey, final @Nullable Object raw, final Object otherwise) {
        if (raw == null) {
            return ConfigDef.parseType(fullKey, otherwise, type);
        }
        if (this == METER_REGISTRY && !(raw instanceof String)) {
            return raw; // an object; what it must be is not known here
        }
        final Object value = ConfigDef.parseType(fullKey, raw, type);
        if (!allowed.isEmpty() && !allowed.contains(value)) {
            throw new ConfigException(fullKey, raw, "must be one of " + allowed);
        }
        if (this == LANES && (int) value != -1 && ((int) value < 1 || (int) value > LANES_MAX)) {
            throw new ConfigException(
                    fullKey, raw, "must be 1 to " + LANES_MAX + ", or -1 for four for each processor");
        }
        return value;
    }
}
