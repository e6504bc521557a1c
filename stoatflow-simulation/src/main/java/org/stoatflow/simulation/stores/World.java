package org.stoatflow.simulation.stores;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * What a store has at one moment, in sorted maps, and what its lane knows beside it.
 *
 * @param <K> what rows are ordered by
 * @param <R> rows
 */
final class World<K, R> {
    private record Place(int partition, Bytes key) {}

    private final List<NavigableMap<K, R>> rows;
    private final Map<Place, Logged> written;
    private final List<Logged> beside;
    private final long[][] numbers;

    /**
     * An empty store.
     *
     * @param numbers how many numbers the lane remembers of each partition
     */
    World(int partitions, int numbers) {
        rows = new ArrayList<>();
        for (int i = 0; i < partitions; i++) {
            rows.add(new TreeMap<>());
        }
        written = new LinkedHashMap<>();
        beside = new ArrayList<>();
        this.numbers = new long[numbers][partitions];
    }

    private World(World<K, R> other) {
        rows = copy(other.rows);
        written = new LinkedHashMap<>(other.written);
        beside = new ArrayList<>(other.beside);
        numbers = new long[other.numbers.length][];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = other.numbers[i].clone();
        }
    }

    World<K, R> copy() {
        return new World<>(this);
    }

    private static <K, R> List<NavigableMap<K, R>> copy(List<NavigableMap<K, R>> rows) {
        List<NavigableMap<K, R>> copy = new ArrayList<>();
        rows.forEach(all -> copy.add(new TreeMap<>(all)));
        return copy;
    }

    List<NavigableMap<K, R>> copyOfRows() {
        return copy(rows);
    }

    NavigableMap<K, R> rows(int partition) {
        return rows.get(partition);
    }

    /** Takes rows of another moment; what was written of the open epoch is dropped. */
    void rows(List<NavigableMap<K, R>> other) {
        for (int partition = 0; partition < rows.size(); partition++) {
            rows.get(partition).clear();
            rows.get(partition).putAll(other.get(partition));
        }
        written.clear();
        beside.clear();
    }

    /** The record becomes the last one of its key; records come in the order in which their keys were written first. */
    void log(Logged record) {
        written.put(new Place(record.partition(), record.key()), record);
    }

    /** The record comes behind those of rows. */
    void logBeside(Logged record) {
        beside.add(record);
    }

    boolean isWritten() {
        return !written.isEmpty() || !beside.isEmpty();
    }

    /** Ends the epoch. */
    List<Logged> takeLog() {
        List<Logged> log = new ArrayList<>(written.values());
        log.addAll(beside);
        written.clear();
        beside.clear();
        return log;
    }

    long number(int which, int partition) {
        return numbers[which][partition];
    }

    void number(int which, int partition, long number) {
        numbers[which][partition] = number;
    }

    void numbers(int which, long number) {
        Arrays.fill(numbers[which], number);
    }

    static @Nullable Bytes wrap(byte @Nullable [] bytes) {
        return bytes == null ? null : Bytes.wrap(bytes);
    }
}
