package org.stoatflow.simulation.stores;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.IntToLongFunction;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.state.VersionedKeyValueStore;
import org.stoatflow.streams.state.VersionedRecord;

/**
 * Versioned stores: for each key a sorted map from times to values, of which a deletion has none. It is copied when it
 * is written.
 *
 * <p>A lane begins without a time. What it shows of times before the history is not said then, so the model asks for
 * nothing that was before the history of any lane, and forgets it.
 */
final class VersionedSubject extends Subject<Bytes, NavigableMap<Long, VersionedSubject.Held>> {
    static final long HISTORY_MS = 100;
    static final long SEGMENT_MS = 30;

    private static final int OBSERVED = 0;
    private static final long NONE = -1;

    /** What a key was; null after a deletion. */
    record Held(@Nullable Integer number) {}

    private final long[] greatestMs = new long[PARTITIONS];
    private long restoredMs;

    VersionedSubject() {
        super(1);
    }

    @SuppressWarnings("unchecked") // the store is made of what the variant says
    private static VersionedKeyValueStore<Bytes, Integer> typed(StateStore store) {
        return (VersionedKeyValueStore<Bytes, Integer>) store;
    }

    @Override
    void forget(IntToLongFunction written) {
        now().numbers(OBSERVED, NONE);
    }

    @Override
    void clear() {
        super.clear();
        Arrays.fill(greatestMs, 0);
    }

    private long observedMs() {
        return now().number(OBSERVED, partition());
    }

    private void observe(long timeMs) {
        now().number(OBSERVED, partition(), Math.max(observedMs(), timeMs));
        greatestMs[partition()] = Math.max(greatestMs[partition()], timeMs);
    }

    /** A time of which it is said what the store does: in the history of all lanes, or not in that of this one. */
    private long time(Draw draw) {
        long timeMs = draw.before(record().timestamp());
        return timeMs < observedMs() - HISTORY_MS ? timeMs : Math.max(timeMs, greatestMs[partition()] - HISTORY_MS);
    }

    /** Versions may leave meanwhile. */
    @Override
    boolean isSteady() {
        return false;
    }

    // ---- writes

    @Override
    void write(StateStore store, Draw draw) {
        Bytes key = draw.key();
        long timeMs = time(draw);
        boolean late = timeMs < observedMs() - HISTORY_MS;
        if (late) {
            countExpired();
        }
        if (draw.oneIn(6)) {
            note("delete", key, timeMs);
            Object before = late ? null : shown(at(key, timeMs));
            Difference.require(before, shown(typed(store).delete(key, timeMs)), "deleted", key, timeMs);
            model(key, null, timeMs, late);
        } else {
            Integer value = draw.oneIn(8) ? null : (Integer) (draw.oneIn(20) ? Numbers.NOTHING : draw.number());
            note("put", key, value, timeMs);
            long validTo = typed(store).put(key, value, timeMs);
            Difference.require(
                    late ? VersionedKeyValueStore.PUT_RETURN_CODE_NOT_PUT : next(key, timeMs),
                    validTo,
                    "end of what was put",
                    key,
                    timeMs);
            model(key, value, timeMs, late);
        }
    }

    private void model(Bytes key, @Nullable Integer value, long timeMs, boolean late) {
        if (!late) {
            observe(timeMs);
            put(rows(), key, timeMs, value);
        }
        now().logBeside(logged(key, Numbers.bytes(value), timeMs, List.of()));
    }

    private void put(
            NavigableMap<Bytes, NavigableMap<Long, Held>> rows, Bytes key, long timeMs, @Nullable Integer value) {
        NavigableMap<Long, Held> versions = new TreeMap<>(rows.getOrDefault(key, new TreeMap<>()));
        versions.put(timeMs, new Held(value == null || value == Numbers.NOTHING ? null : value));
        Long first = versions.floorKey(record().timestamp() - 4 * HISTORY_MS);
        if (first != null) {
            versions.headMap(first, false).clear();
        }
        rows.put(key, versions);
    }

    private long next(Bytes key, long timeMs) {
        NavigableMap<Long, Held> versions = rows().get(key);
        Long next = versions == null ? null : versions.higherKey(timeMs);
        return next == null ? VersionedKeyValueStore.PUT_RETURN_CODE_VALID_TO_UNDEFINED : next;
    }

    // ---- reads

    private Map.@Nullable Entry<Long, Held> at(Bytes key, long timeMs) {
        NavigableMap<Long, Held> versions = rows().get(key);
        return versions == null ? null : versions.floorEntry(timeMs);
    }

    private Map.@Nullable Entry<Long, Held> newest(Bytes key) {
        return at(key, Long.MAX_VALUE);
    }

    private static @Nullable String shown(Map.@Nullable Entry<Long, Held> version) {
        return version == null || version.getValue().number() == null
                ? null
                : version.getValue().number() + " at " + version.getKey();
    }

    private static @Nullable String shown(@Nullable VersionedRecord<Integer> version) {
        return version == null ? null : version.value() + " at " + version.timestamp();
    }

    @Override
    void read(StateStore store, Draw draw) {
        Bytes key = draw.key();
        if (draw.oneIn(3)) {
            note("get", key);
            Difference.require(shown(newest(key)), shown(typed(store).get(key)), "newest version", key);
            return;
        }
        long timeMs = time(draw);
        note("get", key, timeMs);
        Map.Entry<Long, Held> version = at(key, timeMs);
        if (timeMs < observedMs() - HISTORY_MS
                && next(key, timeMs) != VersionedKeyValueStore.PUT_RETURN_CODE_VALID_TO_UNDEFINED) {
            version = null; // of what is before the history, only a newest version is shown
        }
        Difference.require(shown(version), shown(typed(store).get(key, timeMs)), "version", key, timeMs);
    }

    @Override
    void compareCommitted(StateStore view, NavigableMap<Bytes, NavigableMap<Long, Held>> rows) {
        for (Bytes key : Draw.KEYS) {
            NavigableMap<Long, Held> versions = rows.get(key);
            Difference.require(
                    versions == null ? null : shown(versions.lastEntry()),
                    shown(typed(view).get(key)),
                    "committed version",
                    key);
        }
    }

    // ---- restore

    @Override
    void beginRestore(int partition) {
        restoredMs = NONE;
    }

    @Override
    void restore(Logged logged) {
        if (logged.timestamp() >= restoredMs - HISTORY_MS) {
            restoredMs = Math.max(restoredMs, logged.timestamp());
            Integer number = logged.value() == null
                    ? null
                    : (Integer) Numbers.number(
                            Objects.requireNonNull(logged.value()).get());
            put(now().rows(logged.partition()), logged.key(), logged.timestamp(), number);
        }
    }
}
