package org.stoatflow.simulation.stores;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;
import org.stoatflow.operator.Change;
import org.stoatflow.operator.HeldRecord;
import org.stoatflow.operator.UpdateBuffer;
import org.stoatflow.state.ChangelogCollector;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.processor.api.RecordMetadata;

/** Buffers of updates: for each key the newest one, with the time of the first and what was before it. */
final class UpdateBufferSubject extends Subject<Bytes, UpdateBufferSubject.Held> {
    private static final List<Header> VERSION = List.of(new RecordHeader("v", new byte[] {3}));
    private static final int FIXED_BYTES = 3 * Long.BYTES + Integer.BYTES;

    /** What waits. */
    record Held(
            long timeMs,
            long timestamp,
            List<Header> headers,
            @Nullable Origin origin,
            @Nullable Integer before,
            @Nullable Integer oldNumber,
            @Nullable Integer newNumber) {}

    /** Where a record came from. */
    record Origin(String topic, int partition, long offset) implements RecordMetadata {
        static @Nullable Origin of(@Nullable RecordMetadata place) {
            return place == null
                    ? null
                    : new Origin(Objects.requireNonNull(place.topic()), place.partition(), place.offset());
        }

        static @Nullable Origin of(Draw draw) {
            return draw.oneIn(8)
                    ? null
                    : new Origin(draw.oneIn(2) ? "in" : "changes", draw.below(3), draw.below(1_000));
        }
    }

    UpdateBufferSubject() {
        super(0);
    }

    @SuppressWarnings("unchecked") // the store is made of what the variant says
    private static UpdateBuffer<Bytes, Integer> typed(StateStore store) {
        return (UpdateBuffer<Bytes, Integer>) store;
    }

    private Map.@Nullable Entry<Bytes, Held> first() {
        return first(rows());
    }

    /** Of one time the least key, since that comes first. */
    private static Map.@Nullable Entry<Bytes, Held> first(NavigableMap<Bytes, Held> rows) {
        Map.Entry<Bytes, Held> first = null;
        for (Map.Entry<Bytes, Held> row : rows.entrySet()) {
            if (first == null || row.getValue().timeMs() < first.getValue().timeMs()) {
                first = row;
            }
        }
        return first;
    }

    private static @Nullable Integer number(Draw draw) {
        return draw.oneIn(5) ? null : (Integer) draw.number();
    }

    // ---- writes

    @Override
    void write(StateStore store, Draw draw) {
        Map.Entry<Bytes, Held> first = first();
        if (first != null && draw.oneIn(4)) {
            note("removeEarliest");
            typed(store).removeEarliest();
            Bytes removed = first.getKey();
            rows().remove(removed);
            now().log(logged(removed, null, ChangelogCollector.NO_TIMESTAMP, List.of()));
            return;
        }
        Bytes key = draw.key();
        long timeMs = draw.before(record().timestamp());
        long timestamp = draw.before(record().timestamp());
        RecordHeaders headers = new RecordHeaders(draw.headers());
        Origin origin = Origin.of(draw);
        Held former = rows().get(key);
        Integer oldNumber = former != null && draw.oneIn(3) ? former.before() : number(draw);
        Integer newNumber = number(draw);
        note("put", key, timeMs, timestamp, origin, oldNumber, newNumber);
        typed(store).put(timeMs, new Record<>(key, new Change<>(newNumber, oldNumber), timestamp, headers), origin);
        Held held = new Held(
                former == null ? timeMs : former.timeMs(),
                timestamp,
                Draw.list(headers),
                origin,
                former == null ? oldNumber : former.before(),
                oldNumber,
                newNumber);
        rows().put(key, held);
        now().log(logged(key, Bytes.wrap(bytes(held)), ChangelogCollector.NO_TIMESTAMP, VERSION));
    }

    /** A changelog record's value in Kafka Streams' version 3. */
    static byte[] bytes(Held held) {
        Origin origin = held.origin() == null ? new Origin("", -1, -1) : held.origin();
        ByteBuffer out = ByteBuffer.allocate(1_000).putLong(held.timestamp()).putLong(origin.offset());
        put(out, origin.topic().getBytes(StandardCharsets.UTF_8));
        out.putInt(origin.partition()).putInt(held.headers().size());
        for (Header header : held.headers()) {
            put(out, header.key().getBytes(StandardCharsets.UTF_8));
            put(out, header.value());
        }
        put(out, held.before());
        if (held.oldNumber() != null && held.oldNumber().equals(held.before())) {
            out.putInt(-2);
        } else {
            put(out, held.oldNumber());
        }
        put(out, held.newNumber());
        out.putLong(held.timeMs());
        return Arrays.copyOf(out.array(), out.position());
    }

    private static void put(ByteBuffer out, @Nullable Integer number) {
        put(out, number == null ? null : Numbers.array(number));
    }

    private static void put(ByteBuffer out, byte @Nullable [] bytes) {
        out.putInt(bytes == null ? -1 : bytes.length);
        if (bytes != null) {
            out.put(bytes);
        }
    }

    // ---- reads

    @Override
    void read(StateStore store, Draw draw) {
        Bytes key = draw.key();
        note("look", key);
        UpdateBuffer<Bytes, Integer> buffer = typed(store);
        Held held = rows().get(key);
        Difference.require(held != null, buffer.holds(key), "whether it waits", key);
        if (held != null) {
            Difference.require(held.before(), buffer.valueBefore(), "value before", key);
        }
        compare(buffer, rows());
    }

    private static void compare(UpdateBuffer<Bytes, Integer> buffer, NavigableMap<Bytes, Held> rows) {
        Difference.require(rows.size(), buffer.size(), "number of updates");
        long bytes = 0;
        for (Map.Entry<Bytes, Held> row : rows.entrySet()) {
            bytes += bytes(row.getKey(), row.getValue());
        }
        Difference.require(bytes, buffer.bytes(), "bytes of updates");
        Map.Entry<Bytes, Held> first = first(rows);
        if (first != null) {
            Held held = first.getValue();
            Difference.require(held.timeMs(), buffer.earliestMs(), "earliest time");
            HeldRecord<Bytes, Change<Integer>> found = buffer.earliest();
            List<@Nullable Object> expected = new ArrayList<>();
            expected.add(first.getKey());
            expected.add(new Change<>(held.newNumber(), held.oldNumber()));
            expected.add(held.timestamp());
            expected.add(held.headers());
            expected.add(held.origin());
            List<@Nullable Object> shown = new ArrayList<>();
            shown.add(found.key());
            shown.add(found.value());
            shown.add(found.timestamp());
            shown.add(Draw.list(found.headers()));
            shown.add(Origin.of(found.origin()));
            Difference.require(expected, shown, "earliest update");
        }
    }

    /** Kafka Streams' estimate. */
    private static long bytes(Bytes key, Held held) {
        boolean same = Objects.equals(held.before(), held.oldNumber());
        long bytes = (long) FIXED_BYTES
                + key.get().length
                + (held.origin() == null ? 0 : held.origin().topic().length())
                + length(held.before())
                + length(held.newNumber())
                + (same ? 0 : length(held.oldNumber()));
        for (Header header : held.headers()) {
            bytes += header.key().length() + (header.value() == null ? 0 : header.value().length);
        }
        return bytes;
    }

    private static int length(@Nullable Integer number) {
        return number == null ? 0 : Integer.BYTES;
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
        } else {
            rows.put(
                    logged.key(),
                    held(ByteBuffer.wrap(Objects.requireNonNull(logged.value()).get())));
        }
    }

    static Held held(ByteBuffer in) {
        long timestamp = in.getLong();
        long offset = in.getLong();
        String topic = new String(Objects.requireNonNull(array(in, in.getInt())), StandardCharsets.UTF_8);
        int partition = in.getInt();
        List<Header> headers = new ArrayList<>();
        for (int left = in.getInt(); left > 0; left--) {
            String name = new String(Objects.requireNonNull(array(in, in.getInt())), StandardCharsets.UTF_8);
            headers.add(new RecordHeader(name, array(in, in.getInt())));
        }
        Integer before = number(in, in.getInt());
        int oldLength = in.getInt();
        Integer oldNumber = oldLength == -2 ? before : number(in, oldLength);
        Integer newNumber = number(in, in.getInt());
        Origin origin = topic.isEmpty() ? null : new Origin(topic, partition, offset);
        return new Held(in.getLong(), timestamp, headers, origin, before, oldNumber, newNumber);
    }

    private static @Nullable Integer number(ByteBuffer in, int length) {
        byte[] bytes = array(in, length);
        return bytes == null ? null : (Integer) Numbers.number(bytes);
    }

    private static byte @Nullable [] array(ByteBuffer in, int length) {
        if (length < 0) {
            return null;
        }
        byte[] bytes = new byte[length];
        in.get(bytes);
        return bytes;
    }
}
