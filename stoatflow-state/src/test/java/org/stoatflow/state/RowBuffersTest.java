package org.stoatflow.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Memory goes from piece to piece, and as much as the last one took. */
class RowBuffersTest {
    private final RowBuffers buffers = new RowBuffers();

    @Test
    void shouldGiveArraysAgain() {
        byte[] first = buffers.take();
        byte[] second = buffers.take();
        assertNotSame(first, second);
        buffers.giveBack(List.of(new byte[1], first, second, new byte[2 * RowBuffers.ARRAY_BYTES]));
        List<byte[]> again = List.of(buffers.take(), buffers.take());
        assertTrue(again.contains(first) && again.contains(second));
        assertEquals(RowBuffers.ARRAY_BYTES, buffers.take().length);
    }

    @Test
    void shouldKeepNoMoreThanTheLastPieceTook() {
        List<byte[]> large = List.of(buffers.take(), buffers.take(), buffers.take());
        buffers.giveBack(large);
        byte[] small = buffers.take();
        buffers.giveBack(List.of(small));
        assertSame(small, buffers.take());
        byte[] made = buffers.take();
        assertTrue(large.stream().noneMatch(array -> array == made));
    }

    @Test
    void shouldGiveNumbersAgainThatAreLongEnoughAndNotMuchTooLong() {
        long[] longs = buffers.longs(0, 1_000);
        int[] ints = buffers.ints(1, 1_000);
        assertSame(longs, buffers.longs(0, 900));
        assertSame(ints, buffers.ints(1, 900));
        assertNotSame(longs, buffers.longs(1, 900));
        assertEquals(1_001, buffers.longs(0, 1_001).length);
        assertEquals(10, buffers.ints(1, 10).length);
    }
}
