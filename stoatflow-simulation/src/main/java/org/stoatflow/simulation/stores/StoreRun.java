package org.stoatflow.simulation.stores;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.stream.IntStream;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;
import org.stoatflow.state.ChangelogPosition;
import org.stoatflow.state.ReachedTimes;
import org.stoatflow.state.SerdeDefaults;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.lane.CommittedStores;
import org.stoatflow.state.lane.LaneState;
import org.stoatflow.state.overlay.SealedState;
import org.stoatflow.streams.processor.StateStore;

/**
 * One store from its making on, through operations: each writes or reads, or is part of the life of a lane. The model
 * goes the same way.
 */
final class StoreRun<K, R> implements AutoCloseable {
    private static final int LAYERS_MAX = 4;
    private static final int CACHE_BYTES = 2_000;
    private static final SerdeDefaults DEFAULTS =
            new SerdeDefaults(Serdes.Bytes(), Serdes.ByteArray(), store -> "app-" + store + "-changelog");

    /** An epoch that is sealed and not applied. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Sealed<K, R>(
            SealedState state,
            List<NavigableMap<K, R>> rows,
            List<Logged> log,
            Subject.Leaving<K, R> leaving,
            long[] reachedMs) {}

    /** What a savepoint takes back. */
    private record Saved<K, R>(World<K, R> world, long bytes) {}

    /** What readers of the engine see. */
    private static final class Applied<K, R> {
        private final long[] reachedMs = new long[Subject.PARTITIONS]; // by puts since the engine was opened
        private List<NavigableMap<K, R>> rows;

        Applied(List<NavigableMap<K, R>> rows) {
            this.rows = rows;
            forgetTimes();
        }

        void apply(Sealed<K, R> epoch) {
            rows = epoch.rows();
            Arrays.setAll(reachedMs, partition -> Math.max(reachedMs[partition], epoch.reachedMs()[partition]));
        }

        void forgetTimes() {
            Arrays.fill(reachedMs, ReachedTimes.NONE);
        }
    }

    private final Variant variant;
    private final Subject<K, R> subject;
    private final Home home;
    private final Changelog changelog;
    private final Deque<Sealed<K, R>> sealed = new ArrayDeque<>();
    private StateEngine engine;
    private LaneState lane;
    private final Applied<K, R> applied;
    private @Nullable Saved<K, R> saved;
    private long nowMs;
    private long epoch;
    private long expired;

    StoreRun(Variant variant, Subject<K, R> subject) {
        this.variant = variant;
        this.subject = subject;
        home = variant.home();
        changelog = new Changelog(variant.kind().isCompacted());
        subject.clear();
        expired = subject.expired();
        applied = new Applied<>(subject.now().copyOfRows());
        engine = home.open();
        lane = lane();
    }

    private LaneState lane() {
        LaneState made = new LaneState(engine, List.of(variant.description()), subject.record(), DEFAULTS, CACHE_BYTES);
        made.expiredTo(partition -> expired++);
        return made;
    }

    private StateStore store() {
        return lane.store(Variant.STORE);
    }

    private int storeId() {
        return engine.storeId(Variant.STORE);
    }

    // ---- operations

    void operate(long operation) {
        Draw draw = new Draw(operation);
        nowMs += draw.laterMs();
        int partition = draw.below(Subject.PARTITIONS);
        subject.record().set(nowMs, partition, draw.headers());
        lane.partition(partition);
        int choice = draw.below(1_000);
        if (choice < 500) {
            subject.write(store(), draw);
        } else if (choice < 840) {
            subject.read(store(), draw);
        } else if (choice < 870) {
            save();
        } else if (choice < 930) {
            end(draw.oneIn(2));
        } else if (choice < 960) {
            seal(draw.below(3));
        } else if (choice < 985) {
            apply(draw.below(LAYERS_MAX + 1), draw);
        } else if (choice < 994) {
            compareCommitted(partition);
        } else if (choice < 997) {
            drop(draw.oneIn(2));
        } else if (choice < 998) {
            recover(Ending.UNKNOWN_OUTCOME, draw);
        } else if (variant.place() != Variant.Place.ROCKS || draw.oneIn(8)) {
            recover(draw.oneIn(3) ? Ending.RESTART : Ending.CRASH, draw);
        }
        Difference.require(subject.expired(), expired, "number of puts that came too late");
        if (!variant.cached()) {
            Difference.require(
                    subject.now().isWritten(), lane.uncommittedBytes() > 0, "whether there are uncommitted bytes");
        }
    }

    /** The end of a run: a crash shows what is there without a lane. */
    void finish(Draw draw) {
        subject.record().set(nowMs, 0, draw.headers());
        seal(0);
        apply(LAYERS_MAX, draw);
        recover(Ending.CRASH, draw);
    }

    private void save() {
        if (saved == null) {
            subject.note("-- save");
            saved = new Saved<>(subject.now().copy(), lane.uncommittedBytes());
            lane.save();
        }
    }

    private void end(boolean stays) {
        Saved<K, R> before = saved;
        if (before == null) {
            return;
        }
        saved = null;
        subject.note(stays ? "-- release" : "-- roll back");
        if (stays) {
            lane.release();
        } else {
            lane.rollback();
            subject.now(before.world());
            Difference.require(before.bytes(), lane.uncommittedBytes(), "bytes after a rollback");
        }
    }

    // ---- epochs

    private void seal(int lanesBehind) {
        end(true);
        if (sealed.size() == LAYERS_MAX) {
            apply(1, new Draw(0));
        }
        subject.note("-- seal", lanesBehind);
        lane.flushCache(Variant.STORE);
        epoch++;
        Subject.Leaving<K, R> leaving = subject.seal(epoch, epoch - 1 - lanesBehind);
        List<Logged> expected = subject.now().takeLog();
        List<Logged> log = new ArrayList<>();
        SealedState state = lane.seal(
                (store, partition, key, value, timestamp, headers) -> log.add(
                        new Logged(partition, Bytes.wrap(key), World.wrap(value), timestamp, Draw.list(headers))),
                epoch,
                epoch - 1 - lanesBehind);
        if (variant.cached()) {
            Difference.require(lastOf(expected), lastOf(log), "changelog records of epoch", epoch);
        } else {
            Difference.require(expected, log, "changelog records of epoch", epoch);
        }
        if (subject.isSteady()) {
            Difference.require(expected.isEmpty(), state.isEmpty(), "whether nothing is to be applied");
        }
        long[] reached = IntStream.range(0, Subject.PARTITIONS)
                .mapToLong(subject::reachedMs)
                .toArray();
        sealed.add(new Sealed<>(state, subject.now().copyOfRows(), log, leaving, reached));
    }

    /** A cache writes rows when it is full, so that the order is not that of puts. */
    private static Map<List<Object>, Logged> lastOf(List<Logged> log) {
        Map<List<Object>, Logged> last = new HashMap<>();
        log.forEach(record -> last.put(List.of(record.partition(), record.key()), record));
        return last;
    }

    /** Commits the oldest sealed epochs, and applies them together. */
    private void apply(int most, Draw draw) {
        subject.note("-- apply", most);
        StateBatch batch = new StateBatch(0);
        List<Sealed<K, R>> taken = new ArrayList<>();
        while (taken.size() < most && !sealed.isEmpty()) {
            Sealed<K, R> oldest = sealed.removeFirst();
            oldest.state().addTo(batch);
            changelog.commit(oldest.log());
            taken.add(oldest);
        }
        for (int partition = 0; partition < Subject.PARTITIONS; partition++) {
            batch.position(storeId(), partition, changelog.end(partition));
            changelog.applied(partition);
        }
        engine.apply(batch);
        if (saved == null && draw.oneIn(3) && subject.isSteady()) {
            lane.partition(subject.partition());
            subject.read(store(), draw); // the engine has the rows, and the lane does not know yet
        }
        for (Sealed<K, R> each : taken) {
            each.state().markApplied();
            remove(subject.now(), each.leaving());
            if (saved != null) {
                remove(saved.world(), each.leaving());
            }
            sealed.forEach(later -> remove(later.rows(), each.leaving()));
            taken.forEach(other -> remove(other.rows(), each.leaving()));
            applied.apply(each);
        }
    }

    private void remove(World<K, R> world, Subject.Leaving<K, R> leaving) {
        for (int partition = 0; partition < Subject.PARTITIONS; partition++) {
            remove(world.rows(partition), partition, leaving);
        }
    }

    private void remove(List<NavigableMap<K, R>> rows, Subject.Leaving<K, R> leaving) {
        for (int partition = 0; partition < Subject.PARTITIONS; partition++) {
            remove(rows.get(partition), partition, leaving);
        }
    }

    private void remove(NavigableMap<K, R> rows, int partition, Subject.Leaving<K, R> leaving) {
        rows.entrySet().removeIf(row -> leaving.test(partition, row.getKey(), row.getValue()));
    }

    private void compareCommitted(int partition) {
        subject.note("compare what is committed");
        StateStore view = CommittedStores.of(engine, variant.description(), partition, DEFAULTS);
        long reached = engine.reachedMs(storeId(), partition);
        if (subject.reachedMs(partition) != Subject.UNTOLD) {
            // What leaves a cache without a row brings its time with the next one.
            long expected = applied.reachedMs[partition];
            boolean isTold = variant.cached() ? reached <= expected : reached == expected;
            Difference.require(true, isTold, "whether readers are told", expected, reached);
        }
        subject.compareCommitted(view, subject.shown(applied.rows.get(partition), reached));
    }

    // ---- ends of lanes

    /** The open epoch and all that are not applied are thrown away; the lane goes on, or another one begins. */
    private void drop(boolean anew) {
        subject.note(anew ? "-- drop, and another lane" : "-- drop");
        lane.drop();
        if (anew) {
            lane.close();
            lane = lane();
        }
        sealed.forEach(epochOf -> changelog.abort(epochOf.log()));
        lose();
    }

    private void lose() {
        sealed.clear();
        saved = null;
        subject.now().rows(applied.rows);
        subject.forget(changelog::position);
    }

    /** What comes between the end of a run and the restore that the next one begins with. */
    private enum Ending {
        /** Whether a commit has taken effect is not known: the process goes on with the engine as it is. */
        UNKNOWN_OUTCOME,
        /** The engine is closed and opened again. */
        RESTART,
        /** The engine is lost, but for what is on the disk. */
        CRASH
    }

    /**
     * A run ends, with some epochs committed and not applied. Rows are restored of the changelog from where the engine
     * has them on, or from the beginning where it has none.
     */
    private void recover(Ending ending, Draw draw) {
        int committed = sealed.isEmpty() ? 0 : draw.below(sealed.size() + 1);
        subject.note("-- " + ending, committed);
        for (Sealed<K, R> each : sealed) {
            if (committed-- > 0) {
                changelog.commit(each.log());
            } else {
                changelog.abort(each.log());
            }
        }
        lane.close();
        boolean isKept = ending == Ending.UNKNOWN_OUTCOME;
        if (ending == Ending.RESTART && variant.survives()) {
            engine.close();
            engine = home.open();
        } else if (!isKept) {
            engine = home.crash(engine);
        }
        if (!isKept) {
            applied.forgetTimes();
        }
        for (int partition = 0; partition < Subject.PARTITIONS; partition++) {
            if (!isKept && !variant.survives()) {
                applied.rows.get(partition).clear();
            }
            compareCommitted(partition);
        }
        lose();
        for (int partition = 0; partition < Subject.PARTITIONS; partition++) {
            restore(partition, draw);
        }
        applied.rows = subject.now().copyOfRows();
        for (int partition = 0; partition < Subject.PARTITIONS; partition++) {
            compareCommitted(partition);
        }
        subject.forget(changelog::position);
        lane = lane();
    }

    private void restore(int partition, Draw draw) {
        if (draw.oneIn(3)) {
            engine.wipe(storeId(), partition);
            applied.reachedMs[partition] = ReachedTimes.NONE;
            subject.now().rows(partition).clear();
        }
        ChangelogPosition position = engine.changelogPosition(storeId(), partition);
        List<Logged> records = changelog.from(partition, position == null ? 0 : position.nextOffset());
        subject.beginRestore(partition);
        records.forEach(subject::restore);
        changelog.applied(partition);
        new StoreRestore(variant, engine).restore(partition, records, changelog.end(partition), 1 + draw.below(50));
    }

    @Override
    public void close() {
        lane.close();
        engine.close();
        home.close();
    }
}
