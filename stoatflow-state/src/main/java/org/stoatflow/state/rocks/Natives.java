package org.stoatflow.state.rocks;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicLong;
import org.rocksdb.AbstractNativeReference;

/**
 * RocksDB objects that belong together; closed in reverse order. RocksDB's Java objects are not freed by the garbage
 * collector, so all that this module makes are registered here, and {@link #open()} tells tests what leaks. One thread
 * uses an instance at a time.
 */
final class Natives implements AutoCloseable {
    /**
     * Shared. Written by: whoever opens and closes a state. Read by: tests. Safe: atomic count. Proof:
     * SharedFieldsTest.
     */
    private static final AtomicLong OPEN = new AtomicLong();

    private final Deque<AbstractNativeReference> held = new ArrayDeque<>();

    <T extends AbstractNativeReference> T hold(T made) {
        held.push(made);
        OPEN.getAndIncrement();
        return made;
    }

    /** How many objects are open in this process. */
    static long open() {
        return OPEN.get();
    }

    @Override
    public void close() {
        while (!held.isEmpty()) {
            held.pop().close();
            OPEN.getAndDecrement();
        }
    }
}
