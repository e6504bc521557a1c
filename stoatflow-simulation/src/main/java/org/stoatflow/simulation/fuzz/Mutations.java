package org.stoatflow.simulation.fuzz;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Makes bytes of a seed: arbitrary ones, and valid ones of which some were changed. Owner: one thread. */
final class Mutations {
    private static final int ARBITRARY_BYTES_MAX = 200;
    private static final int CHANGES_MAX = 4;

    /** Lengths and numbers at which readers stumble. */
    private static final int[] EDGES = {
        0, 1, -1, -2, -3, 127, 128, 255, 1 << 16, 1 << 24, Integer.MAX_VALUE, Integer.MAX_VALUE - 8, Integer.MIN_VALUE
    };

    private static final byte[] LONG_VARINT = {-1, -1, -1, -1, 0x0f};
    private static final byte[] ENDLESS_VARINT = {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1};

    private final Random random;

    Mutations(long seed) {
        random = new Random(seed);
    }

    /** Parts like those of the samples, of which one or several are not valid any more. */
    byte[][] next(List<byte[][]> samples) {
        byte[][] sample = samples.get(random.nextInt(samples.size()));
        byte[][] parts = new byte[sample.length][];
        for (int at = 0; at < parts.length; at++) {
            parts[at] = sample.length > 1 && random.nextInt(3) == 0 ? sample[at].clone() : changed(sample[at]);
        }
        return parts;
    }

    private byte[] changed(byte[] valid) {
        if (random.nextInt(4) == 0) {
            byte[] arbitrary = new byte[random.nextInt(ARBITRARY_BYTES_MAX)];
            random.nextBytes(arbitrary);
            return arbitrary;
        }
        byte[] bytes = valid.clone();
        for (int left = 1 + random.nextInt(CHANGES_MAX); left > 0; left--) {
            bytes = changedOnce(bytes);
        }
        return bytes;
    }

    private byte[] changedOnce(byte[] bytes) {
        int at = bytes.length == 0 ? 0 : random.nextInt(bytes.length);
        return switch (random.nextInt(6)) {
            case 0 -> Arrays.copyOf(bytes, at); // cut
            case 1 -> put(bytes, bytes.length, part()); // longer
            case 2 -> put(bytes, at, part());
            case 3 -> replaced(bytes, at, part());
            case 4 -> replaced(bytes, at, new byte[] {(byte) random.nextInt()});
            default -> put(bytes, at, Arrays.copyOfRange(bytes, at, at + random.nextInt(bytes.length - at + 1)));
        };
    }

    private byte[] part() {
        return switch (random.nextInt(5)) {
            case 0 -> LONG_VARINT;
            case 1 -> ENDLESS_VARINT;
            case 2 -> ByteBuffer.allocate(Long.BYTES).putLong(random.nextLong()).array();
            default ->
                ByteBuffer.allocate(Integer.BYTES)
                        .putInt(EDGES[random.nextInt(EDGES.length)])
                        .array();
        };
    }

    private static byte[] put(byte[] bytes, int at, byte[] part) {
        return ByteBuffer.allocate(bytes.length + part.length)
                .put(bytes, 0, at)
                .put(part)
                .put(bytes, at, bytes.length - at)
                .array();
    }

    private static byte[] replaced(byte[] bytes, int at, byte[] part) {
        byte[] replaced = bytes.clone();
        System.arraycopy(part, 0, replaced, at, Math.min(part.length, replaced.length - at));
        return replaced;
    }
}
