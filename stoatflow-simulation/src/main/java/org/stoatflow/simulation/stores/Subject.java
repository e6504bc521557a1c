package org.stoatflow.simulation.stores;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.function.IntToLongFunction;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.processor.StateStore;

/**
 * Stores of one kind: does the same to a store and to its model, and compares what both give.
 *
 * @param <K> what the model's rows are ordered by
 * @param <R> the model's rows
 */
abstract class Subject<K, R> {
    static final int PARTITIONS = 3;
    static final long UNTOLD = Long.MIN_VALUE;

    private final InProcess record = new InProcess();
    private final int numbers;
    private World<K, R> now;
    private @Nullable List<String> trace;
    private long expired;

    /** @param numbers how many numbers a lane remembers of each partition */
    Subject(int numbers) {
        this.numbers = numbers;
        now = new World<>(PARTITIONS, numbers);
        forget(partition -> 0);
    }

    // ---- what a kind does

    /** Writes something to both. */
    abstract void write(StateStore store, Draw draw);

    /** Reads something of both. It may write meanwhile. */
    abstract void read(StateStore store, Draw draw);

    /** Compares all rows of a partition with a view of the committed ones. */
    abstract void compareCommitted(StateStore view, NavigableMap<K, R> rows);

    /**
     * Those of the committed rows that are shown to who only reads.
     *
     * @param reachedMs the time that committed puts have reached
     */
    NavigableMap<K, R> shown(NavigableMap<K, R> rows, long reachedMs) {
        return rows;
    }

    /** The time that the lane's puts into a partition have reached; less than none where no reader is told. */
    long reachedMs(int partition) {
        return UNTOLD;
    }

    /**
     * A lane begins, and remembers nothing.
     *
     * @param written how many records the changelog of a partition has had
     */
    void forget(IntToLongFunction written) {}

    /** A partition is about to be restored. */
    void beginRestore(int partition) {}

    /** A changelog record is read again. */
    abstract void restore(Logged logged);

    /**
     * An epoch is sealed.
     *
     * @param newest the newest epoch that has records in it
     * @param done the newest one that all lanes are through
     * @return what leaves when the epoch is applied
     */
    Leaving<K, R> seal(long newest, long done) {
        return (partition, key, row) -> false;
    }

    /**
     * Which rows leave with an epoch.
     *
     * @param <K> what the model's rows are ordered by
     * @param <R> the model's rows
     */
    @FunctionalInterface
    interface Leaving<K, R> {
        boolean test(int partition, K key, R row);
    }

    /** Whether it reads the same while an epoch is applied of which the lane does not know yet. */
    boolean isSteady() {
        return true;
    }

    // ---- for all kinds

    World<K, R> now() {
        return now;
    }

    void now(World<K, R> world) {
        now = world;
    }

    void clear() {
        now = new World<>(PARTITIONS, numbers);
        forget(partition -> 0);
    }

    InProcess record() {
        return record;
    }

    int partition() {
        return record.partition();
    }

    NavigableMap<K, R> rows() {
        return now.rows(partition());
    }

    List<Header> recordHeaders() {
        return Draw.list(record.headers());
    }

    Logged logged(Bytes key, @Nullable Bytes value, long timestamp, List<Header> headers) {
        return new Logged(partition(), key, value, timestamp, headers);
    }

    void countExpired() {
        expired++;
    }

    /** How many puts have come too late so far. */
    long expired() {
        return expired;
    }

    void traceTo(@Nullable List<String> lines) {
        trace = lines;
    }

    /** Says what is done next, for who reads a failure. */
    void note(String what, @Nullable Object... with) {
        if (trace != null) {
            List<Object> all = new ArrayList<>();
            for (Object each : with) {
                all.add(each == null ? "null" : each);
            }
            trace.add("t=" + record.timestamp() + " p=" + partition() + " " + what + " " + all);
        }
    }
}
