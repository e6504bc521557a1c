package org.stoatflow.operator;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.kafka.common.utils.Bytes;

/**
 * The key of a subscription: the foreign key behind its length, and the primary key. So all subscriptions to a foreign
 * key stand together.
 */
final class CombinedKey {
    private CombinedKey() {}

    static Bytes of(byte[] foreignKey, byte[] primaryKey) {
        return Bytes.wrap(ByteBuffer.allocate(Integer.BYTES + foreignKey.length + primaryKey.length)
                .putInt(foreignKey.length)
                .put(foreignKey)
                .put(primaryKey)
                .array());
    }

    /** What the keys of all subscriptions to a foreign key begin with. */
    static byte[] prefix(byte[] foreignKey) {
        return of(foreignKey, new byte[0]).get();
    }

    static boolean hasPrefix(byte[] key, byte[] prefix) {
        return key.length >= prefix.length && Arrays.mismatch(key, 0, prefix.length, prefix, 0, prefix.length) < 0;
    }

    /** A key behind all that begin with the prefix. There is one, since a length does not begin with a bit. */
    static Bytes behind(byte[] prefix) {
        byte[] behind = prefix.clone();
        int at = behind.length - 1;
        while (++behind[at] == 0) {
            at--;
        }
        return Bytes.wrap(behind);
    }

    static byte[] primaryKey(byte[] key, byte[] prefix) {
        return Arrays.copyOfRange(key, prefix.length, key.length);
    }
}
