package org.stoatflow.state.overlay;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The hash of an overlay's keys.
 *
 * <p>Not {@code Arrays.hashCode}: its factor of 31 lets short keys that differ in neighbouring bytes collide in all 32
 * bits ("Aa" and "BB"), and leaves counters behind a long common prefix side by side, where linear probing makes runs
 * of them. Not murmur2: Kafka's partitioner and the lanes use it, so all keys of one lane would share bits of it. Here
 * each step is a bijection of the running 64 bits, so that keys of one length that differ within one 8-byte word differ
 * in all 64 bits before the final fold. It is not made to resist keys chosen by an attacker.
 */
public final class KeyHash {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long SEED = 0x2d358dccaa6c78a5L;
    private static final long STEP = 0x9e3779b97f4a7c15L;
    private static final long FINAL_1 = 0xff51afd7ed558ccdL;
    private static final long FINAL_2 = 0xc4ceb9fe1a85ec53L;

    private KeyHash() {}

    public static int hash(int partition, byte[] key) {
        int length = key.length;
        long h = SEED ^ ((long) partition << 32) ^ length;
        int at = 0;
        for (; at + Long.BYTES <= length; at += Long.BYTES) {
            h = step(h ^ (long) LONGS.get(key, at));
        }
        if (at < length) {
            h = step(h ^ tail(key, at));
        }
        return fold(h);
    }

    private static long tail(byte[] key, int from) {
        if (key.length >= Long.BYTES) {
            return (long) LONGS.get(key, key.length - Long.BYTES);
        }
        long word = 0;
        for (int i = from; i < key.length; i++) {
            word = word << Byte.SIZE | (key[i] & 0xff);
        }
        return word;
    }

    private static long step(long word) {
        long h = word * STEP;
        return h ^ h >>> 32;
    }

    private static int fold(long word) {
        long h = word * FINAL_1;
        h ^= h >>> 33;
        h *= FINAL_2;
        return (int) (h ^ h >>> 32);
    }
}
