package org.stoatflow.state.overlay;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.TestStores;
import org.stoatflow.state.ValueLayout;
import org.stoatflow.state.engine.StateEngines;

class SealedOverlayTest {
    private static final int STORE = 0;

    private final StoreLayers layers = new StoreLayers(
            "rows", STORE, ValueLayout.PLAIN, StateEngines.inMemory(List.of(TestStores.plain("rows"))), true);

    private record Row(int partition, String key, String value) {}

    /** Writes down what it is given. */
    private static final class Sink implements StateBatch.RowSink<RuntimeException> {
        final List<Row> rows = new ArrayList<>();
        private final boolean inOrder;

        Sink(boolean inOrder) {
            this.inOrder = inOrder;
        }

        @Override
        public boolean isFasterInOrder() {
            return inOrder;
        }

        @Override
        public void row(int storeId, int partition, byte[] key, byte[] storedValue) {
            assertEquals(STORE, storeId);
            rows.add(new Row(partition, text(key), storedValue == null ? "deleted" : text(storedValue)));
        }

        @Override
        public void deleteRange(int storeId, int partition, byte[] from, byte[] to) {
            rows.add(new Row(partition, text(from), "range to " + text(to)));
        }

        private static String text(byte[] bytes) {
            return new String(bytes, StandardCharsets.ISO_8859_1);
        }
    }

    private void write(Row row) {
        layers.write(row.partition, bytes(row.key), row.value.equals("deleted") ? null : bytes(row.value), 0);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private Sink given(boolean inOrder) {
        Sink sink = new Sink(inOrder);
        layers.seal(new SealedState()).writeTo(sink);
        return sink;
    }

    @Test
    void shouldGiveRowsAsTheyWereWritten() {
        List<Row> written = List.of(new Row(3, "b", "1"), new Row(1, "c", "deleted"), new Row(3, "a", "2"));
        written.forEach(this::write);
        assertEquals(written, given(false).rows);
    }

    @Test
    void shouldGiveRowsInTheOrderOfPartitionsAndUnsignedKeysToASinkThatIsFasterSo() {
        Random random = new Random(7);
        List<Row> written = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            String key = random.nextInt(2) + "" + (char) random.nextInt(256) + i;
            written.add(new Row(random.nextInt(4), key, i % 5 == 0 ? "deleted" : "v" + i));
        }
        written.forEach(this::write);
        written.sort(
                Comparator.comparingInt(Row::partition).thenComparing(row -> bytes(row.key), Arrays::compareUnsigned));
        assertEquals(written, given(true).rows);
    }

    @Test
    void shouldGiveRangeDeletesBehindTheRowsInAnyOrder() {
        layers.deleteRange(0, bytes("a"), bytes("c"));
        write(new Row(1, "b", "1"));
        write(new Row(0, "b", "2"));
        assertEquals(
                List.of(new Row(0, "b", "2"), new Row(1, "b", "1"), new Row(0, "a", "range to c")), given(true).rows);
    }
}
