package org.stoatflow.streams.processor;

import java.util.Objects;

/**
 * Where to forward a record from a processor of the old kind, and with which event time. Changes itself and returns
 * itself; not safe for use by several threads, and no key of a map.
 */
public class To {
    private static final long OF_THE_INPUT = -1;

    /** The child; null for all of them. */
    protected String childName;

    /** The event time in milliseconds since the epoch; -1 for the time of the record in process. */
    protected long timestamp;

    private To(String childName, long timestamp) {
        this.childName = childName;
        this.timestamp = timestamp;
    }

    /**
     * Copies.
     *
     * @param to what to copy
     */
    protected To(To to) {
        this(to.childName, to.timestamp);
    }

    /**
     * Takes over all that another one says.
     *
     * @param to the other one
     */
    protected void update(To to) {
        childName = to.childName;
        timestamp = to.timestamp;
    }

    /**
     * To one child.
     *
     * @param childName the child's name
     * @return a new object
     */
    public static To child(String childName) {
        return new To(childName, OF_THE_INPUT);
    }

    /**
     * To all children.
     *
     * @return a new object
     */
    public static To all() {
        return new To(null, OF_THE_INPUT);
    }

    /**
     * Sets the event time of what is forwarded.
     *
     * @param timestamp milliseconds since the epoch
     * @return this object
     */
    public To withTimestamp(long timestamp) {
        this.timestamp = timestamp;
        return this;
    }

    @Override
    public boolean equals(Object o) {
        return o != null
                && getClass() == o.getClass()
                && timestamp == ((To) o).timestamp
                && Objects.equals(childName, ((To) o).childName);
    }

    /**
     * Not supported: the object changes.
     *
     * @throws UnsupportedOperationException always
     */
    @Override
    public int hashCode() {
        throw new UnsupportedOperationException("A To changes, and cannot be a key of a map or in a set");
    }

    @Override
    public String toString() {
        return "To{childName='" + childName + "', timestamp=" + timestamp + "}";
    }
}
