package org.stoatflow.simulation.stores;

import java.nio.ByteBuffer;
import org.apache.kafka.common.utils.Bytes;

/**
 * Where a window or a session is in the order of its store.
 *
 * @param order bytes by which slots are ordered
 * @param key the key
 * @param startMs when it begins
 * @param endMs when a session ends; of a window the same as its start
 * @param number tells windows of one key and start apart
 */
record Slot(Bytes order, Bytes key, long startMs, long endMs, int number) implements Comparable<Slot> {
    /** On disk: by segment of the start, and there by key and what follows it. In memory: by start, then by key. */
    static Slot window(boolean persistent, long segmentMs, Bytes key, long startMs, int number) {
        byte[] user = key.get();
        ByteBuffer order = ByteBuffer.allocate(3 * Long.BYTES + user.length);
        if (persistent) {
            order.putLong(startMs / segmentMs).put(user).putLong(startMs).putInt(number);
        } else {
            order.putLong(startMs).put(user).putInt(number);
        }
        return new Slot(written(order), key, startMs, startMs, number);
    }

    /**
     * On disk: by segment of the end, and there by key and what follows it. In memory: by end, then by key, the latest
     * start first.
     */
    static Slot session(boolean persistent, long segmentMs, Bytes key, long startMs, long endMs) {
        byte[] user = key.get();
        ByteBuffer order = ByteBuffer.allocate(4 * Long.BYTES + 2 * user.length);
        if (persistent) {
            order.putLong(endMs / segmentMs).put(user).putLong(endMs).putLong(startMs);
        } else {
            order.putLong(endMs);
            for (byte part : user) { // a key comes before those that begin with it
                order.put((byte) 1).put(part);
            }
            order.put((byte) 0).putLong(Long.MAX_VALUE - startMs);
        }
        return new Slot(written(order), key, startMs, endMs, 0);
    }

    private static Bytes written(ByteBuffer order) {
        byte[] bytes = new byte[order.position()];
        order.flip().get(bytes);
        return Bytes.wrap(bytes);
    }

    /** The key of its changelog record. */
    Bytes loggedWindow() {
        byte[] user = key.get();
        return Bytes.wrap(ByteBuffer.allocate(user.length + Long.BYTES + Integer.BYTES)
                .put(user)
                .putLong(startMs)
                .putInt(number)
                .array());
    }

    /** The key of its changelog record. */
    Bytes loggedSession() {
        byte[] user = key.get();
        return Bytes.wrap(ByteBuffer.allocate(user.length + 2 * Long.BYTES)
                .put(user)
                .putLong(endMs)
                .putLong(startMs)
                .array());
    }

    @Override
    public int compareTo(Slot other) {
        return order.compareTo(other.order);
    }
}
