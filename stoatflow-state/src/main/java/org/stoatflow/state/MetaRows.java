package org.stoatflow.state;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The rows of the {@code meta} family. Frozen as format version {@link #FORMAT}; numbers are big-endian:
 *
 * <pre>
 * 'f'                          format version (4)
 * 't'                          time at which all positions were at the end of their changelogs, ms since 1970 (8)
 * 's' ‖ store name in UTF-8    store id (4) ‖ layout: 0 plain, 1 timestamped (1)
 * 'p' ‖ store id (4) ‖ virtual partition (4)    next offset (8) ‖ applied at, ms since 1970 (8)
 * 'm' ‖ row name in UTF-8      the runtime's bytes
 * </pre>
 */
final class MetaRows {
    /** Version of everything on disk: this family, the row keys and the layouts. */
    static final int FORMAT = 1;

    static final byte[] FORMAT_KEY = {'f'};
    static final byte[] ALL_CURRENT_KEY = {'t'};
    static final byte STORE = 's';

    private static final byte POSITION = 'p';
    private static final byte RUNTIME = 'm';

    private MetaRows() {}

    static byte[] storeKey(final String name) {
        return named(STORE, name);
    }

    static String storeName(final byte[] storeKey) {
        return new String(storeKey, 1, storeKey.length - 1, StandardCharsets.UTF_8);
    }

    static byte[] store(final int id, final RowLayout layout) {
        return ByteBuffer.allocate(5).putInt(id).put(layout.code()).array();
    }

    static int storeId(final byte[] store) {
        return ByteBuffer.wrap(store).getInt();
    }

    static byte layoutCode(final byte[] store) {
        return store[4];
    }

    static byte[] positionKey(final int storeId, final int partition) {
        return ByteBuffer.allocate(9)
                .put(POSITION)
                .putInt(storeId)
                .putInt(partition)
                .array();
    }

    static byte[] position(final ChangelogPosition position) {
        return ByteBuffer.allocate(16)
                .putLong(position.nextOffset())
                .putLong(position.appliedAtMs())
                .array();
    }

    static ChangelogPosition position(final byte[] row) {
        final ByteBuffer numbers = ByteBuffer.wrap(row);
        return new ChangelogPosition(numbers.getLong(), numbers.getLong());
    }

    static byte[] runtimeKey(final String name) {
        return named(RUNTIME, name);
    }

    static byte[] number(final long number) {
        return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
    }

    static long number(final byte[] row) {
        return ByteBuffer.wrap(row).getLong();
    }

    static byte[] format() {
        return ByteBuffer.allocate(Integer.BYTES).putInt(FORMAT).array();
    }

    static int format(final byte[] row) {
        return ByteBuffer.wrap(row).getInt();
    }

    private static byte[] named(final byte tag, final String name) {
        final byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(1 + utf8.length).put(tag).put(utf8).array();
    }
}
