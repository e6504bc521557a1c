package org.stoatflow.record;

import java.nio.ByteBuffer;

/**
 * Numbers in as many bytes as they need, seven bits in each, as Kafka writes them: the sign is the lowest bit, so that
 * small negative numbers are short, too.
 */
public final class Varints {
    private static final int BITS = 7;
    private static final int MORE = 1 << BITS;
    private static final int BYTES_MAX = 5;

    private Varints() {}

    /**
     * How many bytes a number takes.
     *
     * @param number the number
     * @return 1 to 5
     */
    public static int size(int number) {
        int rest = zigzag(number);
        return Math.max(1, (Integer.SIZE - Integer.numberOfLeadingZeros(rest) + BITS - 1) / BITS);
    }

    /**
     * Writes a number.
     *
     * @param number the number
     * @param out has room for {@link #size} bytes
     */
    public static void write(int number, ByteBuffer out) {
        int rest = zigzag(number);
        while ((rest & -MORE) != 0) {
            out.put((byte) (rest & (MORE - 1) | MORE));
            rest >>>= BITS;
        }
        out.put((byte) rest);
    }

    /**
     * Reads a number.
     *
     * @param in stands behind the number afterwards
     * @return the number
     * @throws IllegalArgumentException if it goes on for more than 5 bytes
     * @throws java.nio.BufferUnderflowException if the bytes end within it
     */
    public static int read(ByteBuffer in) {
        int bits = 0;
        for (int i = 0; i < BYTES_MAX; i++) {
            byte next = in.get();
            bits |= (next & (MORE - 1)) << i * BITS;
            if (next >= 0) {
                return bits >>> 1 ^ -(bits & 1);
            }
        }
        throw new IllegalArgumentException("a number goes on for more than bytes=" + BYTES_MAX);
    }

    private static int zigzag(int number) {
        return number << 1 ^ number >> Integer.SIZE - 1;
    }
}
