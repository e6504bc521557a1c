package org.stoatflow.kernel.chain;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.kernel.record.KeyLaneException;
import org.stoatflow.kernel.record.RecordCursor;
import org.stoatflow.kernel.record.ShownKeys;
import org.stoatflow.record.CopyOnWriteHeaders;
import org.stoatflow.record.RecordAccess;
import org.stoatflow.streams.errors.StreamsException;
import org.stoatflow.streams.processor.api.Record;

/** Gives records to the children of a node or source, by plain calls. Owner: the lane's thread. */
class Forwarder {
    private static final Logger LOG = LoggerFactory.getLogger(Forwarder.class);

    private final String node;
    private final RecordCursor cursor;
    private final boolean keepsKeys;
    private final ShownKeys shown;
    private ChainNode[] children = {};
    private boolean lends;
    private @Nullable Record<Object, Object> spare;
    private boolean initializing;
    private boolean closing;

    /**
     * @param keepsKeys whether the processor is declared to forward records only with the key that it was given
     * @param shown how messages show a key
     */
    Forwarder(String node, RecordCursor cursor, boolean keepsKeys, ShownKeys shown) {
        this.node = node;
        this.cursor = cursor;
        this.keepsKeys = keepsKeys;
        this.shown = shown;
    }

    /** @param newLends whether no node that forwarded records can reach keeps a record */
    void link(List<ChainNode> newChildren, boolean newLends) {
        children = newChildren.toArray(ChainNode[]::new);
        lends = newLends;
    }

    /** While processors are prepared, a record cannot be forwarded to children, as in Kafka Streams. */
    void initializing(boolean now) {
        initializing = now && children.length > 0;
    }

    /**
     * Processors are being closed, after the last commit: a record that one still forwards is lost, and a warning says
     * so.
     */
    void closing() {
        closing = true;
    }

    /**
     * Forwards a record. If no node downstream keeps records, this lends the children one record object and uses the
     * object again for the next call. A call that begins before another call has returned (in a cache's flush), or that
     * follows a call which has thrown, takes a new object.
     */
    public void forward(@Nullable Object key, @Nullable Object value, long timestamp, CopyOnWriteHeaders headers) {
        Record<Object, Object> record = spare;
        if (record == null) {
            record = RecordAccess.sharing(key, value, timestamp, headers);
        } else {
            spare = null;
            RecordAccess.refill(record, key, value, timestamp, headers);
        }
        give(record);
        if (lends) {
            spare = record;
        }
    }

    /** Forwards to all children. */
    public <K, V> void forward(Record<K, V> record) {
        requireCall("forward()");
        give(Objects.requireNonNull(record, "record cannot be null"));
    }

    private void give(Record<?, ?> record) {
        if (initializing || closing) {
            refuse(record);
            return;
        }
        Record<Object, Object> given = widen(record);
        Record<?, ?> before = cursor.record();
        requireKeptKey(before, given);
        for (ChainNode child : children) {
            cursor.at(child.name(), given);
            child.process(given);
            child.onProcessed(given.timestamp(), cursor.lanePartition());
        }
        cursor.at(node, before);
    }

    /** Forwards to one child, or to all children if the name is null. */
    public <K, V> void forward(Record<K, V> record, @Nullable String childName) {
        if (childName == null) { // in Kafka Streams, a null name means all children
            forward(record);
            return;
        }
        requireCall("forward()");
        if (initializing || closing) {
            refuse(record);
            return;
        }
        Objects.requireNonNull(record, "record cannot be null");
        for (ChainNode child : children) {
            if (child.name().equals(childName)) {
                Record<?, ?> before = cursor.record();
                Record<Object, Object> given = widen(record);
                requireKeptKey(before, given);
                cursor.at(childName, given);
                child.process(given);
                child.onProcessed(given.timestamp(), cursor.lanePartition());
                cursor.at(node, before);
                return;
            }
        }
        throw new StreamsException(
                "Processor " + node + " forwards to " + childName + ", which is not one of its children");
    }

    /** A call in another thread, or at another time, is for no record and no epoch: what it forwards would be lost. */
    final void requireCall(String what) {
        if (!cursor.isCalledByLane()) {
            throw new StreamsException(outsideOfCalls(what));
        }
    }

    final String outsideOfCalls(String what) {
        return what + " of processor " + node + " is called by thread "
                + Thread.currentThread().getName()
                + ", outside of process(), init(), a punctuator and close(). Is it in a callback of an asynchronous"
                + " call? Take the answer to the next of these calls, or wait for it in process(). Or does a supplier"
                + " return one processor twice?";
    }

    private void refuse(Record<?, ?> record) {
        if (initializing) {
            throw new StreamsException("Processor " + node
                    + " forwards a record in init(), when what is downstream of it is not prepared yet. Forward in"
                    + " process()"
                    + " or in a punctuator");
        }
        LOG.warn(
                "Processor {} forwards a record in close(), after the last commit. It is lost: key {}. Forward in"
                        + " process() or in a punctuator",
                node,
                shown.ofObject(record.key()));
    }

    private void requireKeptKey(@Nullable Record<?, ?> before, Record<Object, Object> given) {
        if (keepsKeys && before != null && !Objects.deepEquals(before.key(), given.key())) {
            throw new KeyLaneException("Processor " + node
                    + " is declared to be key-local, but forwards a record with another"
                    + " key than it was given, at " + cursor.describe() + ": " + shown.ofObject(given.key())
                    + " instead of " + shown.ofObject(before.key())
                    + ". Change keys in a later operator, or take the declaration"
                    + " (org.stoatflow.processor.KeyLocal) away");
        }
    }

    /** A record never changes its key or value in place, so a record of subtypes is also a record of objects. */
    @SuppressWarnings("unchecked")
    private static Record<Object, Object> widen(Record<?, ?> record) {
        return (Record<Object, Object>) record;
    }
}
