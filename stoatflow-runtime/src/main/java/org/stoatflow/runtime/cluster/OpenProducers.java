package org.stoatflow.runtime.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.apache.kafka.clients.producer.Producer;

/**
 * The producers of an application that are open.
 *
 * <p>Threads: the dispatcher's adds and takes them all, and the committer's replaces one, each under the lock; any
 * thread reads {@code open}.
 */
final class OpenProducers {
    /**
     * Shared. Written by: the dispatcher's thread; the committer, which renews a producer. Read by: both; the thread
     * that asks for the clients' metrics. Safe: volatile, written under a lock, with the new producer made inside: it
     * is renewed, or closed with the others. Proof: SharedFieldsTest.
     */
    private volatile List<Producer<byte[], byte[]>> open = List.of();

    /** The producers by their index. Immutable. */
    List<Producer<byte[], byte[]>> all() {
        return open;
    }

    synchronized void add(Producer<byte[], byte[]> made) {
        List<Producer<byte[], byte[]>> more = new ArrayList<>(open);
        more.add(made);
        open = List.copyOf(more);
    }

    /**
     * Puts another producer in the place of one. It is made under the lock: whoever takes all takes it as well.
     *
     * @param maker makes a producer for an index
     * @return the index
     * @throws IllegalStateException if the producer is not open any more
     */
    synchronized int replace(Producer<byte[], byte[]> old, IntFunction<Producer<byte[], byte[]>> maker) {
        int index = placeOf(old);
        List<Producer<byte[], byte[]>> others = new ArrayList<>(open);
        others.set(index, maker.apply(index));
        open = List.copyOf(others);
        return index;
    }

    /** Looks for the very object: a producer of a user's supplier may be equal to none, not even to itself. */
    @SuppressWarnings("ReferenceEquality")
    private int placeOf(Producer<byte[], byte[]> producer) {
        for (int index = 0; index < open.size(); index++) {
            if (open.get(index) == producer) {
                return index;
            }
        }
        throw new IllegalStateException("the producers of the run are closed");
    }

    /** Forgets all producers, which the caller closes. */
    synchronized List<Producer<byte[], byte[]>> takeAll() {
        List<Producer<byte[], byte[]>> taken = open;
        open = List.of();
        return taken;
    }
}
