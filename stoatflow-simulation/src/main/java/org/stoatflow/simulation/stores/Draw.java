package org.stoatflow.simulation.stores;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * All that one operation does, drawn from its number alone: so operations can be left out of a run, and the others stay
 * what they are.
 */
final class Draw {
    /** Few, so that they meet; some begin with another one, or are the least or the greatest. */
    static final List<Bytes> KEYS = List.of(
            literal(),
            literal(0),
            literal('a'),
            literal('a', 0),
            literal('a', 0, 0, 0, 0, 0, 0, 0, 5),
            literal('a', 'b'),
            literal('b'),
            literal(0x7f),
            literal(0x80),
            literal(0xff),
            literal(0xff, 0),
            literal(0xff, 0xff));

    private final SplittableRandom random;

    Draw(long operation) {
        random = new SplittableRandom(operation);
    }

    private static Bytes literal(int... parts) {
        byte[] bytes = new byte[parts.length];
        for (int i = 0; i < parts.length; i++) {
            bytes[i] = (byte) parts[i];
        }
        return Bytes.wrap(bytes);
    }

    int below(int bound) {
        return random.nextInt(bound);
    }

    boolean oneIn(int count) {
        return random.nextInt(count) == 0;
    }

    Bytes key() {
        return KEYS.get(below(KEYS.size()));
    }

    /** The bound of a range: one in three is none. */
    @Nullable
    Bytes bound() {
        return oneIn(3) ? null : key();
    }

    int number() {
        return below(1_000_000);
    }

    /** How much later the operation's record is than the one before. */
    int laterMs() {
        return switch (below(200)) {
            case 0 -> below(400);
            case 1, 2, 3 -> below(60);
            default -> below(3) / 2;
        };
    }

    /** A time before another one, seldom by far, and not before 1970. */
    long before(long timeMs) {
        return Math.max(0, timeMs - below(oneIn(6) ? 220 : 25));
    }

    Headers headers() {
        Headers headers = new RecordHeaders();
        for (int left = oneIn(2) ? 0 : below(3); left > 0; left--) {
            byte[] value = oneIn(4) ? null : new byte[] {(byte) below(100)};
            headers.add(new RecordHeader("h" + left, value));
        }
        return headers;
    }

    static List<Header> list(@Nullable Headers headers) {
        List<Header> all = new ArrayList<>();
        if (headers != null) {
            headers.forEach(all::add);
        }
        return all;
    }
}
