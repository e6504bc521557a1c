package org.stoatflow.simulation.stores;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.function.IntToLongFunction;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;
import org.stoatflow.operator.HeldRecord;
import org.stoatflow.operator.RecordBuffer;
import org.stoatflow.simulation.stores.UpdateBufferSubject.Origin;
import org.stoatflow.state.ChangelogCollector;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.processor.api.Record;

/** Buffers of records: in the order of time, of the bytes of keys, and of a number that each put has. */
final class RecordBufferSubject extends Subject<Bytes, RecordBufferSubject.Held> {
    private static final int NUMBER = 0;
    private static final int LATEST_BEFORE = 1;
    private static final long UNKNOWN = -2;
    private static final long MEETING_MS = 100;
    private static final int BEFORE_KEY = 1 + Long.BYTES;

    /** What waits, with the value of its changelog record. */
    record Held(
            Record<Bytes, Integer> record,
            List<Header> headers,
            @Nullable Origin origin) {}

    RecordBufferSubject() {
        super(2);
    }

    @SuppressWarnings("unchecked") // the store is made of what the variant says
    private static RecordBuffer<Bytes, Integer> typed(StateStore store) {
        return (RecordBuffer<Bytes, Integer>) store;
    }

    @Override
    void forget(IntToLongFunction written) {
        now().numbers(NUMBER, 0);
        now().numbers(LATEST_BEFORE, UNKNOWN);
    }

    private static long time(Bytes row) {
        return ByteBuffer.wrap(row.get()).getLong(1);
    }

    private static long latestMs(NavigableMap<Bytes, Held> rows) {
        return rows.isEmpty() ? -1 : time(rows.lastKey());
    }

    /** The lane looks at the rows that were there before it. */
    private void touch() {
        if (now().number(LATEST_BEFORE, partition()) == UNKNOWN) {
            now().number(LATEST_BEFORE, partition(), latestMs(rows()));
        }
    }

    private Bytes row(long timestamp, Bytes key) {
        long number = now().number(NUMBER, partition()) + 1;
        now().number(NUMBER, partition(), number);
        return Bytes.wrap(ByteBuffer.allocate(BEFORE_KEY + key.get().length + Integer.BYTES)
                .put((byte) 0)
                .putLong(timestamp)
                .put(key.get())
                .putInt((int) number)
                .array());
    }

    // ---- writes

    @Override
    void write(StateStore store, Draw draw) {
        touch();
        if (!rows().isEmpty() && draw.oneIn(3)) {
            note("removeEarliest");
            typed(store).removeEarliest();
            Bytes first = rows().firstKey();
            rows().remove(first);
            now().log(logged(first, null, ChangelogCollector.NO_TIMESTAMP, List.of()));
            return;
        }
        // half of them meet others of their key and time, also of lanes before
        boolean meets = draw.oneIn(2);
        Bytes key = meets ? Draw.KEYS.get(draw.below(2)) : draw.key();
        long timestamp = draw.before(record().timestamp());
        if (meets) {
            timestamp = timestamp / MEETING_MS * MEETING_MS;
        }
        int number = draw.number();
        RecordHeaders headers = new RecordHeaders(draw.headers());
        Origin origin = Origin.of(draw);
        note("put", key, number, timestamp, origin);
        Record<Bytes, Integer> record = new Record<>(key, number, timestamp, headers);
        typed(store).put(record, origin);
        Bytes row = row(timestamp, key);
        while (timestamp <= now().number(LATEST_BEFORE, partition()) && rows().containsKey(row)) {
            row = row(timestamp, key); // of before this lane
        }
        Held held = new Held(record, Draw.list(headers), origin);
        rows().put(row, held);
        now().log(logged(
                row,
                Bytes.wrap(UpdateBufferSubject.bytes(
                        new UpdateBufferSubject.Held(0, timestamp, held.headers(), origin, null, null, number))),
                ChangelogCollector.NO_TIMESTAMP,
                List.of()));
    }

    // ---- reads

    @Override
    void read(StateStore store, Draw draw) {
        note("look");
        touch();
        compare(typed(store), rows());
    }

    private static void compare(RecordBuffer<Bytes, Integer> buffer, NavigableMap<Bytes, Held> rows) {
        Difference.require(latestMs(rows), buffer.latestMs(), "latest time");
        Difference.require(rows.isEmpty(), buffer.isEmpty(), "whether it is empty");
        if (!rows.isEmpty()) {
            Difference.require(time(rows.firstKey()), buffer.earliestMs(), "earliest");
            Held held = rows.firstEntry().getValue();
            HeldRecord<Bytes, Integer> found = buffer.earliest();
            Difference.require(
                    List.of(
                            held.record().key(),
                            held.record().value(),
                            held.record().timestamp(),
                            held.headers()),
                    List.of(found.key(), found.value(), found.timestamp(), Draw.list(found.headers())),
                    "earliest record");
            Difference.require(held.origin(), Origin.of(found.origin()), "origin of the earliest record");
        }
    }

    @Override
    void compareCommitted(StateStore view, NavigableMap<Bytes, Held> rows) {
        compare(typed(view), rows);
    }

    // ---- restore

    @Override
    void restore(Logged logged) {
        NavigableMap<Bytes, Held> rows = now().rows(logged.partition());
        if (logged.value() == null) {
            rows.remove(logged.key());
            return;
        }
        UpdateBufferSubject.Held held = UpdateBufferSubject.held(
                ByteBuffer.wrap(Objects.requireNonNull(logged.value()).get()));
        byte[] row = logged.key().get();
        Bytes key = Bytes.wrap(Arrays.copyOfRange(row, BEFORE_KEY, row.length - Integer.BYTES));
        Integer number = Objects.requireNonNull(held.newNumber());
        Record<Bytes, Integer> record = new Record<>(key, number, held.timestamp(), new RecordHeaders(held.headers()));
        rows.put(logged.key(), new Held(record, held.headers(), held.origin()));
    }
}
