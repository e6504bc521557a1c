package org.stoatflow.state.rocks;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import org.stoatflow.state.ChangelogPosition;
import org.stoatflow.state.DeclaredStore;

/**
 * The rows of the {@code meta} family. Frozen as format version {@link #FORMAT}; numbers are big-endian. Format 1 had
 * no {@code 'F'} and no own end, and {@code 't'} was about all stores on the disk:
 *
 * <pre>
 * 'f'                          format version (4)
 * 'F'                          ids (4 each) of the stores that the last run has followed: opened, with a changelog
 * 't'                          time at which all their positions were at the end of their changelogs, ms since 1970 (8)
 * 's' ‖ store name in UTF-8    store id (4) ‖ layout: its code (1) ‖ where rows have segments, their length in ms (8)
 * 'p' ‖ store id (4) ‖ virtual partition (4)    next offset (8) ‖ applied at, ms since 1970 (8) ‖ own end (8)
 * 'm' ‖ row name in UTF-8      the runtime's bytes
 * </pre>
 */
final class MetaRows {
    /** Version of everything on disk: this family, the row keys and the layouts. */
    static final int FORMAT = 2;

    /** A version that is read once, and left behind. */
    static final int FORMAT_BEFORE = 1;

    static final byte[] FORMAT_KEY = {'f'};
    static final byte[] FOLLOWED_KEY = {'F'};
    static final byte[] ALL_CURRENT_KEY = {'t'};
    static final byte STORE = 's';

    static final byte POSITION = 'p';
    private static final byte RUNTIME = 'm';

    private MetaRows() {}

    static byte[] storeKey(String name) {
        return named(STORE, name);
    }

    static String storeName(byte[] storeKey) {
        return new String(storeKey, 1, storeKey.length - 1, StandardCharsets.UTF_8);
    }

    static byte[] store(int id, DeclaredStore store) {
        ByteBuffer row = ByteBuffer.allocate(store.segmentMs() == 0 ? 5 : 13)
                .putInt(id)
                .put(store.layout().code());
        return store.segmentMs() == 0
                ? row.array()
                : row.putLong(store.segmentMs()).array();
    }

    /** How much time a segment of the store's rows covers, or 0. */
    static long segmentMs(byte[] store) {
        return store.length == 5 ? 0 : ByteBuffer.wrap(store).getLong(5);
    }

    static int storeId(byte[] store) {
        return ByteBuffer.wrap(store).getInt();
    }

    static byte layoutCode(byte[] store) {
        return store[4];
    }

    static byte[] positionKey(int storeId, int partition) {
        return ByteBuffer.allocate(9)
                .put(POSITION)
                .putInt(storeId)
                .putInt(partition)
                .array();
    }

    static byte[] position(ChangelogPosition position) {
        return ByteBuffer.allocate(24)
                .putLong(position.nextOffset())
                .putLong(position.appliedAtMs())
                .putLong(position.ownEnd())
                .array();
    }

    static ChangelogPosition position(byte[] row) {
        ByteBuffer numbers = ByteBuffer.wrap(row);
        long nextOffset = numbers.getLong();
        long appliedAtMs = numbers.getLong();
        return new ChangelogPosition(nextOffset, numbers.hasRemaining() ? numbers.getLong() : nextOffset, appliedAtMs);
    }

    static int storeOfPosition(byte[] positionKey) {
        return ByteBuffer.wrap(positionKey, 1, Integer.BYTES).getInt();
    }

    static byte[] followed(Collection<Integer> storeIds) {
        ByteBuffer ids = ByteBuffer.allocate(Integer.BYTES * storeIds.size());
        storeIds.forEach(ids::putInt);
        return ids.array();
    }

    static Set<Integer> followed(byte[] row) {
        Set<Integer> storeIds = new TreeSet<>();
        for (ByteBuffer ids = ByteBuffer.wrap(row); ids.hasRemaining(); ) {
            storeIds.add(ids.getInt());
        }
        return storeIds;
    }

    static byte[] runtimeKey(String name) {
        return named(RUNTIME, name);
    }

    static byte[] number(long number) {
        return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
    }

    static long number(byte[] row) {
        return ByteBuffer.wrap(row).getLong();
    }

    static byte[] format() {
        return ByteBuffer.allocate(Integer.BYTES).putInt(FORMAT).array();
    }

    static int format(byte[] row) {
        return ByteBuffer.wrap(row).getInt();
    }

    private static byte[] named(byte tag, String name) {
        byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(1 + utf8.length).put(tag).put(utf8).array();
    }
}
