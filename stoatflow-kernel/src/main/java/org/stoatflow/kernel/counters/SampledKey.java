package org.stoatflow.kernel.counters;

import java.util.Arrays;

/**
 * A key of a record, or what is kept of a long one, which anybody may send: its beginning, its length, and a hash of
 * all its bytes. The array must not change.
 *
 * @param kept the whole key, or its first {@link #KEPT_BYTES_MAX} bytes
 * @param bytes the length of the whole key
 * @param hash of the whole key
 */
public record SampledKey(byte[] kept, int bytes, int hash) {
    /** Of a longer key only so much is kept. */
    public static final int KEPT_BYTES_MAX = 256;

    /** What is kept of a key. */
    public static SampledKey of(byte[] key) {
        byte[] kept = key.length <= KEPT_BYTES_MAX ? key : Arrays.copyOf(key, KEPT_BYTES_MAX);
        return new SampledKey(kept, key.length, Arrays.hashCode(key));
    }

    public boolean isWhole() {
        return kept.length == bytes;
    }

    /** Whether this was made of the same key, as far as can be told from what is kept. */
    boolean isOf(byte[] key, int hashOfKey) {
        return hash == hashOfKey
                && bytes == key.length
                && Arrays.equals(kept, 0, kept.length, key, 0, Math.min(kept.length, key.length));
    }
}
