package org.stoatflow.bench.state;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.SplittableRandom;

/** Keys of 16 bytes and values of 100, of which half are random: so RocksDB compresses blocks to about a half. */
final class Rows {
    static final int VALUE_BYTES = 100;

    private static final int KEY_BYTES = 16;
    private static final int RANDOM_BYTES = VALUE_BYTES / 2;
    private static final long STEP = 0x9e3779b97f4a7c15L;
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private Rows() {}

    /** The key of a row's number, far from those of the numbers beside it. */
    static byte[] scattered(long number) {
        return key(number * STEP, number);
    }

    /** The key of a row's number, beside those of the numbers beside it. */
    static byte[] ordered(long number) {
        return key(0, number);
    }

    private static byte[] key(long high, long low) {
        byte[] key = new byte[KEY_BYTES];
        LONG.set(key, 0, high);
        LONG.set(key, Long.BYTES, low);
        return key;
    }

    static byte[] value(SplittableRandom random) {
        byte[] half = new byte[RANDOM_BYTES];
        random.nextBytes(half);
        byte[] value = new byte[VALUE_BYTES];
        System.arraycopy(half, 0, value, 0, RANDOM_BYTES);
        System.arraycopy(half, 0, value, RANDOM_BYTES, RANDOM_BYTES);
        return value;
    }
}
