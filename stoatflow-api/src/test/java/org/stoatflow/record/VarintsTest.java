package org.stoatflow.record;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.kafka.common.utils.internals.ByteUtils;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VarintsTest {
    @ParameterizedTest
    @ValueSource(ints = {0, 1, -1, 63, 64, -64, -65, 8191, 8192, -8193, 1 << 20, Integer.MAX_VALUE, Integer.MIN_VALUE})
    void shouldWriteAndReadAsKafkaDoes(int number) {
        ByteBuffer theirs = ByteBuffer.allocate(10);
        ByteUtils.writeVarint(number, theirs);
        ByteBuffer ours = ByteBuffer.allocate(10);
        Varints.write(number, ours);

        assertArrayEquals(theirs.array(), ours.array());
        assertEquals(ByteUtils.sizeOfVarint(number), Varints.size(number));
        assertEquals(number, Varints.read(ours.flip()));
        assertEquals(0, ours.remaining());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 4})
    void shouldRefuseWhatIsCutOrTooLong(int bytes) {
        byte[] cut = new byte[bytes];
        Arrays.fill(cut, (byte) 0x80);
        assertThrows(BufferUnderflowException.class, () -> Varints.read(ByteBuffer.wrap(cut)));
        byte[] tooLong = new byte[6 + bytes];
        Arrays.fill(tooLong, (byte) 0xff);
        assertThrows(IllegalArgumentException.class, () -> Varints.read(ByteBuffer.wrap(tooLong)));
    }
}
