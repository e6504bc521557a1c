package org.stoatflow.state.suppress;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serdes;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.stoatflow.operator.Change;
import org.stoatflow.operator.HeldRecord;
import org.stoatflow.operator.UpdateBuffer;
import org.stoatflow.state.RestoredRows;
import org.stoatflow.state.RowLayout;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.TestStores;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.state.lane.LaneState;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.stores.StoreSettings;
import org.stoatflow.streams.processor.api.Record;

/** Where a buffer keeps headers, each value has its own ones, in rows and in the changelog. */
class ValueMarksTest {
    private static final StoreDescription STORE =
            TestStores.store(new StoreSettings.Buffer(true), "held", false, Serdes.String(), Serdes.String());
    private static final byte[] KEY = "a".getBytes(StandardCharsets.UTF_8);

    private final StateEngine engine = StateEngines.inMemory(List.of(STORE));
    private final TestStores.ManualRecord record = new TestStores.ManualRecord();
    private final LaneState lane = new LaneState(engine, List.of(STORE), record, TestStores.BYTES_BY_DEFAULT);
    private final List<Logged> log = new ArrayList<>();

    private record Logged(byte[] value, Headers headers) {}

    /** Else a folder from before, whose rows have no marks, would be read as if they had. */
    @Test
    void shouldBeALayoutOfItsOwn() {
        assertEquals(RowLayout.UPDATE_WITH_HEADERS, new UpdateBufferFormat(STORE).layout());
    }

    @SuppressWarnings("unchecked") // the store is described above
    private UpdateBuffer<String, String> buffer() {
        lane.partition(0);
        return (UpdateBuffer<String, String>) lane.store("held");
    }

    private void put(long timeMs, @Nullable String newValue, @Nullable String oldValue, String header) {
        Headers headers = new RecordHeaders().add(header, new byte[] {1});
        buffer().put(timeMs, new Record<>("a", new Change<>(newValue, oldValue), timeMs, headers), null);
    }

    private Logged logged() {
        lane.seal((store, partition, key, value, timestamp, headers) ->
                log.add(new Logged(value, headers == null ? new RecordHeaders() : headers)));
        return log.getLast();
    }

    private static byte[] restored(Logged logged) {
        Map<String, byte[]> rows = new HashMap<>();
        new UpdateBufferFormat(STORE).restorer().restore(KEY, logged.value(), 99, logged.headers(), new RestoredRows() {
            @Override
            public byte @Nullable [] get(byte[] key) {
                return rows.get("a");
            }

            @Override
            public void put(byte[] key, byte @Nullable [] stored) {
                rows.put("a", stored);
            }

            @Override
            public void deleteRange(byte @Nullable [] from, byte @Nullable [] to) {
                throw new UnsupportedOperationException();
            }
        });
        return rows.get("a");
    }

    private static List<String> names(Headers headers) {
        List<String> names = new ArrayList<>();
        headers.forEach(header -> names.add(header.key()));
        return names;
    }

    @Test
    void shouldForwardAnUpdateWithItsOwnHeaders() {
        put(5, "1", "0", "first");
        put(6, "2", "1", "second");
        HeldRecord<String, Change<String>> held = buffer().earliest();
        assertEquals(List.of("second"), names(held.headers()));
        assertEquals(new Change<>("2", "1"), held.value());
        assertTrue(buffer().holds("a"));
        assertEquals("0", buffer().valueBefore());
        assertEquals(-1, buffer().timeBefore());
    }

    @Test
    void shouldLogTheMarksOfFormerValues() {
        put(5, "1", null, "first");
        assertEquals(List.of("v"), names(logged().headers()));
        put(6, "2", "1", "second");
        Headers both = logged().headers();
        assertEquals(List.of("v", "vh.old"), names(both));
        byte[] old = both.lastHeader("vh.old").value();
        assertEquals(List.of("first"), names(ValueMarks.headers(old)));
        assertEquals(5, ValueMarks.timestamp(old));
    }

    @Test
    void shouldLogTheMarkOfTheValueBeforeWhereItIsAnother() {
        put(5, "1", "0", "first");
        assertEquals(List.of("v", "vh.old"), names(logged().headers()));
        put(6, "0", "1", "second");
        assertEquals(List.of("v", "vh.prior", "vh.old"), names(logged().headers()));
        put(7, "2", "0", "third"); // the same value as before, with other headers
        Headers headers = logged().headers();
        assertEquals(List.of("v", "vh.prior", "vh.old"), names(headers));
        assertEquals(-1, ValueMarks.timestamp(headers.lastHeader("vh.prior").value()));
        assertEquals(6, ValueMarks.timestamp(headers.lastHeader("vh.old").value()));
    }

    @Test
    void shouldRestoreWhatWasLogged() {
        put(5, "1", "0", "first");
        put(6, "2", "1", "second");
        Logged last = logged();
        byte[] row = restored(last);
        WaitingUpdate update = UpdateBytes.read(ValueMarks.update(row));
        assertArrayEquals(last.value(), ValueMarks.update(row));
        assertEquals(last.headers(), ValueMarks.of(row).logged(update));
    }

    @Test
    void shouldGiveValuesWithoutMarksTheTimeOfTheUpdate() {
        byte[] update = UpdateBytes.write(
                5, new WaitingUpdate(7, new RecordHeaders(), UpdatePlace.NONE, KEY, new byte[] {2}, null));
        byte[] row = restored(new Logged(update, ChangelogVersions.CURRENT));
        assertEquals(7, ValueMarks.timestamp(ValueMarks.of(row).before()));
        assertEquals(7, ValueMarks.timestamp(ValueMarks.of(row).oldValue()));
        byte[] none = UpdateBytes.write(
                5, new WaitingUpdate(7, new RecordHeaders(), UpdatePlace.NONE, null, null, new byte[] {2}));
        row = restored(new Logged(none, ChangelogVersions.CURRENT));
        assertNull(ValueMarks.of(row).before());
        assertNull(ValueMarks.of(row).oldValue());
        assertArrayEquals(none, ValueMarks.update(row));
    }

    @Test
    void shouldRefuseHeadersThatAreNoMarks() {
        byte[] update = UpdateBytes.write(
                5, new WaitingUpdate(7, new RecordHeaders(), UpdatePlace.NONE, KEY, new byte[] {2}, null));
        for (byte[] mark : new byte[][] {{}, {0}, {0, 1, 2, 3}, {90, 1}, new byte[10]}) {
            Headers headers = new RecordHeaders(ChangelogVersions.CURRENT).add("vh.old", mark);
            assertThrows(RuntimeException.class, () -> restored(new Logged(update, headers)));
        }
    }

    @Test
    void shouldCountBytesAsKafkaStreamsDoes() {
        put(5, "new", "old", "h");
        // time, timestamp, offset; partition; header; key; both values, each behind a mark
        long origin = 3 * 8 + 4 + 2 + 1;
        int newMark = 1 + 5 + 8;
        assertEquals(origin + 9 + 3 + newMark + 3, buffer().bytes());
        put(6, "newer", "new", "h");
        assertEquals(origin + 9 + 3 + newMark + 3 + newMark + 5, buffer().bytes());
    }
}
