package org.stoatflow.simulation;

import java.util.HashSet;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.function.BiConsumer;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * What an outside system sees of the functions' calls: no process may make two at once for one key. A call may be made
 * to take long; meanwhile all else goes on, and its run may end.
 */
final class UserCalls {
    private final World world;
    private final Course course;
    private final FaultTable table;
    private final WaitingSteps waits;
    private final UsersFolder folder;
    private final Map<InstanceProcess, Set<String>> underWay = new WeakHashMap<>();
    private @Nullable Long nextTakesMs;
    private boolean heedsInterrupts;
    private @Nullable Callback fails;
    private boolean byError;
    private BiConsumer<String, NavigableMap<Bytes, byte[]>> onOpened = (store, rows) -> {};

    UserCalls(World world, Course course, FaultTable table, WaitingSteps waits) {
        this.world = world;
        this.course = course;
        this.table = table;
        this.waits = waits;
        this.folder = new UsersFolder(world.setup().program());
    }

    /** The folder for users' stores. */
    UsersFolder folder() {
        return folder;
    }

    /** The next call takes this long, unless it heeds an interrupt before. */
    void takeLong(long ms, boolean heeds) {
        nextTakesMs = ms;
        heedsInterrupts = heeds;
    }

    /** Whether the next call takes long, so that its step needs a thread of its own. */
    boolean isNextLong() {
        return nextTakesMs != null;
    }

    /** The next call of this kind ends by an error, or by an exception. */
    void failNext(Callback callback, boolean error) {
        fails = callback;
        byError = error;
    }

    /** No call takes long or fails any more. */
    void heal() {
        nextTakesMs = null;
        fails = null;
    }

    /** Such a call is made. */
    void callback(Callback callback) {
        if (fails != callback) {
            return;
        }
        fails = null;
        Instance acting = course.acting();
        if (acting != null) {
            table.count(FaultKind.FAILING_CALLBACK, acting.phase());
        }
        if (byError) {
            throw new Thrown.InjectedError("user code ends by an error in " + callback);
        }
        throw new IllegalStateException("user code fails in " + callback);
    }

    /** The stores of the process whose step this is. */
    OpenStores stores() {
        return Objects.requireNonNull(course.acting(), "a step of an instance").openStores();
    }

    /** A store of a user's has been opened, with what it has on disk. */
    void opened(String store, NavigableMap<Bytes, byte[]> rows) {
        onOpened.accept(store, rows);
    }

    void onOpened(BiConsumer<String, NavigableMap<Bytes, byte[]>> check) {
        onOpened = check;
    }

    /** Exactly-once: two stores that are written together have the same count. */
    void requireSame(long one, long other, String key) {
        if (one != other && world.setup().exactlyOnce()) { // the other owner always is
            throw violation(
                    Invariant.STATE_IS_COMMITTED_CHANGELOG,
                    "users' stores have counts " + one + " and " + other + " of key " + key);
        }
    }

    /** A check within user code has failed. To be thrown. */
    Violation violation(Invariant invariant, String message) {
        return course.seen(new Violation(invariant, message));
    }

    /** A function is called for a record. */
    void call(String function, InputRecord record) {
        Instance acting = course.acting();
        InstanceProcess process = acting == null ? null : acting.process();
        if (acting == null || process == null || record.key == null) { // records without a key have no order
            return;
        }
        String call = function + " of " + record.partition + ", key " + record.key;
        Set<String> ofProcess = underWay.computeIfAbsent(process, none -> new HashSet<>());
        if (!ofProcess.add(call)) {
            throw course.seen(new Violation(
                    Invariant.ONE_CALL_AT_ONCE, acting.name() + " calls " + call + " while such a call is under way"));
        }
        Long takesMs = nextTakesMs;
        try {
            if (takesMs != null && waits.isInStep()) {
                nextTakesMs = null;
                table.count(FaultKind.LONG_CALL, acting.phase());
                waits.userCode(world.clock().nowMs() + takesMs, heedsInterrupts);
            }
        } finally {
            ofProcess.remove(call);
        }
    }
}
