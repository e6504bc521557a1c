package org.stoatflow.operator;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * A hash of a row's value by which a foreign-key join tells whether an answer is for the value that the row has now:
 * Murmur3 with 128 bits, as Kafka Streams writes it to the changelogs of subscriptions.
 *
 * @param first the first eight bytes
 * @param second the last eight bytes
 */
record ValueHash(long first, long second) {
    /** The number of bytes of a hash. */
    static final int BYTES = 2 * Long.BYTES;

    private static final long SEED = 104729;
    private static final long FACTOR_1 = 0x87c37b91114253d5L;
    private static final long FACTOR_2 = 0x4cf5ad432745937fL;
    private static final int BLOCK = 16;
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** The hash of a serialized value. */
    static ValueHash of(byte[] value) {
        long first = SEED;
        long second = SEED;
        int at = 0;
        for (; at + BLOCK <= value.length; at += BLOCK) {
            first ^= scrambledFirst((long) LONGS.get(value, at));
            first = (Long.rotateLeft(first, 27) + second) * 5 + 0x52dce729;
            second ^= scrambledSecond((long) LONGS.get(value, at + Long.BYTES));
            second = (Long.rotateLeft(second, 31) + first) * 5 + 0x38495ab5;
        }
        second ^= scrambledSecond(rest(value, at + Long.BYTES));
        first ^= scrambledFirst(rest(value, at));
        first ^= value.length;
        second ^= value.length;
        first += second;
        second += first;
        first = spread(first);
        second = spread(second);
        first += second;
        return new ValueHash(first, second + first);
    }

    private static long scrambledFirst(long block) {
        return Long.rotateLeft(block * FACTOR_1, 31) * FACTOR_2;
    }

    private static long scrambledSecond(long block) {
        return Long.rotateLeft(block * FACTOR_2, 33) * FACTOR_1;
    }

    /** Up to eight bytes from here on, the first one lowest; zero where the value has ended. */
    private static long rest(byte[] value, int from) {
        long rest = 0;
        for (int i = Math.min(value.length, from + Long.BYTES) - 1; i >= from; i--) {
            rest = rest << Byte.SIZE | value[i] & 0xff;
        }
        return rest;
    }

    private static long spread(long hash) {
        long spread = (hash ^ hash >>> 33) * 0xff51afd7ed558ccdL;
        spread = (spread ^ spread >>> 33) * 0xc4ceb9fe1a85ec53L;
        return spread ^ spread >>> 33;
    }
}
