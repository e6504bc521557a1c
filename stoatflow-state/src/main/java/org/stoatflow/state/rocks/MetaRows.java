package org.stoatflow.state.rocks;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.stoatflow.state.ChangelogPosition;
import org.stoatflow.state.DeclaredStore;

/**
 * The rows of the {@code meta} family. Frozen as format version {@link #FORMAT}; numbers are big-endian. Format 2 had
 * no {@code 'n'}, {@code 'r'} and {@code 'd'}. Format 1 had no {@code 'F'} and no own end besides, and {@code 't'} was
 * about all stores on the disk:
 *
 * <pre>
 * 'f'                          format version (4 bytes)
 * 'F'                          ids (4 each) of the stores that the last run has followed: opened, with a changelog
 * 't'                          time at which all their positions were at the end of their changelogs, ms since 1970 (8)
 * 's' ‖ store name in UTF-8    store id (4) ‖ layout: its code (1) ‖ where rows have segments, their length in ms (8)
 * 'n'                          the next store id that is given (4): one that was purged is not given again
 * 'r' ‖ store id (4)           when the store was opened no more, ms since 1970 (8); not there while it is opened
 * 'd' ‖ store id (4)           nothing: the store is purged, and its rows may still take disk space
 * 'p' ‖ store id (4) ‖ virtual partition (4)    next offset (8) ‖ applied at, ms since 1970 (8) ‖ own end (8)
 * 'm' ‖ row name in UTF-8      the runtime's bytes
 * </pre>
 */
final class MetaRows {
    /** Version of everything on disk: this family, the row keys and the layouts. */
    static final int FORMAT = 3;

    static final byte[] FORMAT_KEY = {'f'};
    static final byte[] FOLLOWED_KEY = {'F'};
    static final byte[] ALL_CURRENT_KEY = {'t'};
    static final byte[] NEXT_ID_KEY = {'n'};
    static final byte STORE = 's';
    static final byte PURGED = 'd';

    private static final byte REMOVED = 'r';

    static final byte POSITION = 'p';
    private static final byte RUNTIME = 'm';

    private MetaRows() {}

    static byte[] storeKey(String name) {
        return named(STORE, name);
    }

    static String storeName(byte[] storeKey) {
        return name(storeKey);
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

    static byte[] removedKey(int storeId) {
        return numbered(REMOVED, storeId);
    }

    static byte[] purgedKey(int storeId) {
        return numbered(PURGED, storeId);
    }

    static int storeOfPurged(byte[] purgedKey) {
        return ByteBuffer.wrap(purgedKey, 1, Integer.BYTES).getInt();
    }

    private static byte[] numbered(byte tag, int storeId) {
        return ByteBuffer.allocate(1 + Integer.BYTES).put(tag).putInt(storeId).array();
    }

    static byte[] nextId(int storeId) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(storeId).array();
    }

    /** The next store id by its row, which an older format does not have. */
    static int nextId(byte @Nullable [] row) {
        return row == null ? 0 : ByteBuffer.wrap(row).getInt();
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

    static String runtimeName(byte[] runtimeKey) {
        return name(runtimeKey);
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

    /** Whether a format is read once, and left behind. */
    static boolean isFormatBefore(byte[] row) {
        return format(row) >= 1 && format(row) < FORMAT;
    }

    private static String name(byte[] key) {
        return new String(key, 1, key.length - 1, StandardCharsets.UTF_8);
    }

    private static byte[] named(byte tag, String name) {
        byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(1 + utf8.length).put(tag).put(utf8).array();
    }
}
