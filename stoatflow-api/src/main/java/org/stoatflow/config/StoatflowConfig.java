package org.stoatflow.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigException;

/**
 * The configuration keys that are ours and not Kafka Streams'. {@code docs/CONFIGURATION.md} says more of each; a test
 * compares that page with these keys.
 */
public final class StoatflowConfig {
    /** The prefix of all our keys. */
    public static final String PREFIX = "stoatflow.";

    /** The most lanes that a stage may be given. */
    public static final int LANES_MAX = 100_000;

    private static final List<ConfigKey<?>> KEYS = new ArrayList<>(); // filled while the class is initialised

    /**
     * {@code stoatflow.affinity}: how a stage shares its records among lanes. KEY runs records of different keys at
     * once; AUTO does so only where the results are provably those of one thread for each partition. PARTITION restores
     * one lane for each partition. A node's name stands for its stage.
     */
    public static final NodeConfigKey<String> AFFINITY =
            node("stoatflow.affinity", "AUTO", "", ValueForm.oneOf("AUTO", "KEY", "PARTITION"));

    /**
     * {@code stoatflow.lanes}: how many lanes a stage with affinity KEY has, 1 to 100,000; -1 for four for each
     * processor. More help where functions block.
     */
    public static final NodeConfigKey<Integer> LANES =
            node("stoatflow.lanes", -1, "lanes", ValueForm.countTo(LANES_MAX, "four for each processor"));

    /**
     * {@code stoatflow.commit.interval.factor}: how many times as long as a commit an epoch is. The interval between
     * commits is this many times the median of what the last five commits cost whatever their size: with 5, that takes
     * at most a fifth of the time.
     */
    public static final ConfigKey<Double> COMMIT_FACTOR =
            key("stoatflow.commit.interval.factor", 5.0, "", ValueForm.aboveZero());

    /**
     * {@code stoatflow.commit.interval.min.ms}: shortest interval between commits under exactly_once_v2. Under
     * exactly_once_v2 output is seen when its epoch is committed, and a commit of a dozen partitions takes about 4 ms.
     */
    public static final ConfigKey<Duration> COMMIT_MIN_EOS =
            key("stoatflow.commit.interval.min.ms", 10L, "ms", ValueForm.millis());

    /**
     * {@code stoatflow.commit.interval.min.alos.ms}: shortest interval between commits under at_least_once. Under
     * at_least_once output does not wait for the commit, and longer epochs write fewer changelog records.
     */
    public static final ConfigKey<Duration> COMMIT_MIN_ALOS =
            key("stoatflow.commit.interval.min.alos.ms", 100L, "ms", ValueForm.millis());

    /**
     * {@code stoatflow.commit.interval.max.ms}: longest interval between commits under exactly_once_v2. Under
     * exactly_once_v2 output is seen when its epoch is committed: where commits are slow, they come as often as one
     * thread of Kafka Streams commits by default. commit.interval.ms, where set, bounds it too.
     */
    public static final ConfigKey<Duration> COMMIT_MAX_EOS =
            key("stoatflow.commit.interval.max.ms", 100L, "ms", ValueForm.millis());

    /**
     * {@code stoatflow.commit.interval.max.alos.ms}: longest interval between commits under at_least_once. Bounds what
     * is done again after a crash under at_least_once. commit.interval.ms, where set, bounds it too.
     */
    public static final ConfigKey<Duration> COMMIT_MAX_ALOS =
            key("stoatflow.commit.interval.max.alos.ms", 5_000L, "ms", ValueForm.millis());

    /**
     * {@code stoatflow.uncommitted.bytes.max}: uncommitted output and state at which a commit comes early. Output and
     * state of an epoch are kept in memory until it is committed; at this size it is cut early.
     */
    public static final ConfigKey<Long> UNCOMMITTED_BYTES_MAX =
            key("stoatflow.uncommitted.bytes.max", 4L << 20, "bytes", ValueForm.sizeFrom(1));

    /**
     * {@code stoatflow.epoch.heap.share}: share of the heap that one epoch may take. Under exactly_once_v2 all that
     * comes of an epoch's records is kept until it is committed. An epoch that takes more is aborted and done again
     * with fewer records; where a single record makes more than this, the uncaught-exception handler decides.
     */
    public static final ConfigKey<Double> EPOCH_HEAP_SHARE =
            key("stoatflow.epoch.heap.share", 0.25, "", ValueForm.aboveZero());

    /**
     * {@code stoatflow.in.flight.bytes.max}: memory that records under way may take. Batches between threads, outboxes
     * and overlays together; beyond it nothing more is taken from the sources.
     */
    public static final ConfigKey<Long> IN_FLIGHT_BYTES_MAX =
            key("stoatflow.in.flight.bytes.max", 8L << 20, "bytes", ValueForm.sizeFrom(1));

    /**
     * {@code stoatflow.memory.bytes.max}: memory of state and of records under way together. RocksDB's blocks, indexes,
     * filters and write buffers have what {@code stoatflow.in.flight.bytes.max} and {@code statestore.cache.max.bytes}
     * leave. Rows of stores in memory come on top.
     */
    public static final ConfigKey<Long> MEMORY_BYTES_MAX =
            key("stoatflow.memory.bytes.max", 256L << 20, "bytes", ValueForm.sizeFrom(16 << 20));

    /**
     * {@code stoatflow.open.epochs.max}: epochs that may wait for a slow record under at_least_once. Under
     * at_least_once a slow record keeps its epoch open while later ones are cut; at this many none is cut until it
     * ends.
     */
    public static final ConfigKey<Integer> OPEN_EPOCHS_MAX =
            key("stoatflow.open.epochs.max", 1_000, "epochs", ValueForm.countFrom(0));

    /**
     * {@code stoatflow.commit.attempts.max}: how often an unanswered commit is asked for. A commit that times out
     * (producer max.block.ms) is asked for again; after the last attempt its outcome is found out by a restart in
     * place.
     */
    public static final ConfigKey<Integer> COMMIT_ATTEMPTS_MAX =
            key("stoatflow.commit.attempts.max", 3, "attempts", ValueForm.countFrom(0));

    /**
     * {@code stoatflow.restarts.max}: restarts in place before the uncaught-exception handler is asked. After a failure
     * the application starts again in place, from its last commit; after this many in stoatflow.restart.period.ms, or
     * three in a row without a commit, the uncaught exception handler decides.
     */
    public static final ConfigKey<Integer> RESTARTS_MAX =
            key("stoatflow.restarts.max", 5, "restarts", ValueForm.countFrom(0));

    /**
     * {@code stoatflow.restart.period.ms}: period in which restarts are counted. Failures that are further apart than
     * this are not taken for one.
     */
    public static final ConfigKey<Duration> RESTART_PERIOD =
            key("stoatflow.restart.period.ms", 300_000L, "ms", ValueForm.millis());

    /**
     * {@code stoatflow.send.attempts.max}: how often unchanged output is sent again. Under exactly_once_v2, where the
     * production exception handler says RETRY for a record that timed out, the epoch's output is sent again; after the
     * last attempt the application restarts in place.
     */
    public static final ConfigKey<Integer> SEND_ATTEMPTS_MAX =
            key("stoatflow.send.attempts.max", 10, "attempts", ValueForm.countFrom(0));

    /**
     * {@code stoatflow.retry.max.attempts}: how often a failed record is run again. A record whose processing threw
     * something that may pass (stoatflow.retry.on) is taken back, state and output included, and run again after a
     * back-off, this often at most; then its exception handler is asked. Later records of its key wait, other keys
     * pass. 0: never.
     */
    public static final ConfigKey<Integer> RETRY_ATTEMPTS_MAX =
            key("stoatflow.retry.max.attempts", 0, "attempts", ValueForm.countFrom(0));

    /**
     * {@code stoatflow.retry.backoff.ms}: wait before a failed record is run again for the first time; it doubles each
     * time.
     */
    public static final ConfigKey<Duration> RETRY_BACKOFF =
            key("stoatflow.retry.backoff.ms", 100L, "ms", ValueForm.millis());

    /**
     * {@code stoatflow.retry.backoff.max.ms}: longest wait before a failed record is run again. Bounds the back-off.
     * Under exactly_once_v2 the epoch waits for the record, and so do its results.
     */
    public static final ConfigKey<Duration> RETRY_BACKOFF_MAX =
            key("stoatflow.retry.backoff.max.ms", 10_000L, "ms", ValueForm.millis());

    /**
     * {@code stoatflow.retry.held.records.max}: records that may wait in a lane for a failed one. Failed records, and
     * those of their keys that wait behind them, in one lane; with this many it takes in nothing more until one is
     * done.
     */
    public static final ConfigKey<Integer> RETRY_HELD_MAX =
            key("stoatflow.retry.held.records.max", 1_000, "records", ValueForm.countFrom(0));

    /**
     * {@code stoatflow.retry.on}: which exceptions may pass. A {@code java.util.function.Predicate} of exceptions with
     * a public constructor without arguments, asked by many threads; the default says yes to Kafka's
     * RetriableException, as cause too.
     */
    public static final ConfigKey<Class<?>> RETRY_ON =
            key("stoatflow.retry.on", "org.stoatflow.spi.RetriableErrors", "", ValueForm.className());

    /**
     * {@code stoatflow.keys.shown}: how keys of records are shown in messages, in the log and in metrics. {@code
     * hash} shows which are equal, for as long as the application lives; {@code text} shows them; {@code none} shows
     * nothing of them.
     */
    public static final ConfigKey<String> KEYS_SHOWN =
            key("stoatflow.keys.shown", "hash", "", ValueForm.oneOf("none", "hash", "text"));

    /**
     * {@code stoatflow.restore.mode}: how rows that are restored from changelogs reach the disk. {@code write-batch}
     * writes them as committed rows are written; {@code sst} loads them as files of sorted rows, which costs less where
     * they are many; {@code auto} chooses by their size.
     */
    public static final ConfigKey<String> RESTORE_MODE =
            key("stoatflow.restore.mode", "auto", "", ValueForm.oneOf("auto", "write-batch", "sst"));

    /**
     * {@code stoatflow.request.timeout.ms}: how long the cluster may take to answer a question about topics, offsets
     * or transactions at start.
     */
    public static final ConfigKey<Duration> REQUEST_TIMEOUT =
            key("stoatflow.request.timeout.ms", 30_000L, "ms", ValueForm.millis());

    /**
     * {@code stoatflow.join.wait.ms}: how long to try to join a group whose members do not fit. Members of the group
     * that are not StoatFlow's, or whose owner has another topology or guarantee, may be dead: Kafka Streams, closed,
     * stays a member for its session of 45 s by default, counted from its end. So joining is tried on for this long
     * before it is an error.
     */
    public static final ConfigKey<Duration> JOIN_WAIT =
            key("stoatflow.join.wait.ms", 90_000L, "ms", ValueForm.millis());

    /**
     * {@code stoatflow.state.removed.stores.keep.ms}: for how long the rows of a store are kept that the topology does
     * not have any more. The first start after that deletes them; a store that comes back later is restored from its
     * changelog. Rows of a store without a changelog are never deleted.
     */
    public static final ConfigKey<Duration> REMOVED_STORES_KEEP =
            key("stoatflow.state.removed.stores.keep.ms", 86_400_000L, "ms", ValueForm.millis());

    /**
     * {@code stoatflow.epoch.stalled.after.ms}: when an epoch that is not complete is reported. An epoch that is cut
     * and not committed after this time is reported in one line of the log that names lane, record and key it waits
     * for, and again each time it has taken twice as long.
     */
    public static final ConfigKey<Duration> STALLED_AFTER =
            key("stoatflow.epoch.stalled.after.ms", 10_000L, "ms", ValueForm.millis());

    /**
     * {@code stoatflow.meter.registry}: where meters are registered. A MeterRegistry of Micrometer, or the name of a
     * class of that type with a public constructor without arguments; global is Micrometer's global registry.
     */
    public static final ConfigKey<Object> METER_REGISTRY =
            key("stoatflow.meter.registry", "global", "", ValueForm.textOrObject());

    /**
     * {@code stoatflow.meter.lanes.max}: up to how many lanes there are meters for each. Where the application has more
     * lanes than this there are meters for stages only; 0: always.
     */
    public static final ConfigKey<Integer> METER_LANES_MAX =
            key("stoatflow.meter.lanes.max", 64, "lanes", ValueForm.countFrom(0));

    /**
     * {@code stoatflow.http.port}: where health, metrics, topology and status are served, for which stoatflow-http is
     * needed; 0 for any free port, which the log names; -1: nowhere.
     */
    public static final ConfigKey<Integer> HTTP_PORT = key("stoatflow.http.port", -1, "", ValueForm.portOrNone());

    /**
     * {@code stoatflow.http.address}: the address at which they are served. The default is seen from this machine only;
     * 0.0.0.0 is all of the machine's addresses.
     */
    public static final ConfigKey<String> HTTP_ADDRESS =
            key("stoatflow.http.address", "127.0.0.1", "", ValueForm.text());

    /**
     * {@code stoatflow.close.timeout.ms}: bound of a close without one of its own. How long a close waits for records
     * under way to be committed; what is not committed by then is processed again after the next start.
     */
    public static final ConfigKey<Duration> CLOSE_TIMEOUT =
            key("stoatflow.close.timeout.ms", 60_000L, "ms", ValueForm.millis());

    private StoatflowConfig() {}

    /**
     * All keys.
     *
     * @return the keys, in the order in which they stand here
     */
    public static List<ConfigKey<?>> keys() {
        return List.copyOf(KEYS);
    }

    /**
     * Checks every key of a configuration that starts with our prefix.
     *
     * @param config the application's configuration
     * @throws ConfigException naming the key, if there is no such key or its value is not allowed
     */
    public static void requireValid(AbstractConfig config) {
        for (String candidate : config.originals().keySet()) {
            if (candidate.startsWith(PREFIX)) {
                ConfigKey<?> key = known(candidate);
                key.read(candidate, config, key.defaultValue());
            }
        }
    }

    private static ConfigKey<?> known(String candidate) {
        return KEYS.stream()
                .filter(key -> key.matches(candidate))
                .findFirst()
                .orElseThrow(() -> new ConfigException("Unknown configuration key '" + candidate
                        + "': StoatFlow has none of that name. " + advice(candidate)
                        + " docs/CONFIGURATION.md lists the keys."));
    }

    private static String advice(String candidate) {
        return NearestName.to(candidate, KEYS.stream().map(ConfigKey::key).toList())
                .map(meant -> "Did you mean " + meant + "?")
                .orElse("Remove it, or correct its name.");
    }

    private static <T> ConfigKey<T> key(String key, Object defaultValue, String unit, ValueForm<T> form) {
        return listed(new ConfigKey<>(key, defaultValue, unit, form));
    }

    private static <T> NodeConfigKey<T> node(String key, Object defaultValue, String unit, ValueForm<T> form) {
        return listed(new NodeConfigKey<>(key, defaultValue, unit, form));
    }

    private static <K extends ConfigKey<?>> K listed(K key) {
        KEYS.add(key);
        return key;
    }
}
