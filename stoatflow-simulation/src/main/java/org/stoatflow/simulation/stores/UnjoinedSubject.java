package org.stoatflow.simulation.stores;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.operator.UnjoinedList;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.state.KeyValueStore;

/** Stores of records without a partner: for each time, side and key the list of values. Values are never changed. */
final class UnjoinedSubject extends Subject<Bytes, List<Bytes>> {
    private static final int BEFORE_KEY = Long.BYTES + 1;

    private final Serde<List<byte[]>> lists = lists();

    UnjoinedSubject() {
        super(0);
    }

    @SuppressWarnings("unchecked") // lists of what the inner serde reads
    private static Serde<List<byte[]>> lists() {
        return Serdes.ListSerde((Class<ArrayList<byte[]>>) (Class<?>) ArrayList.class, Serdes.ByteArray());
    }

    @SuppressWarnings("unchecked") // the store is made of what the variant says
    private static UnjoinedList typed(StateStore store) {
        return new UnjoinedList((KeyValueStore<Bytes, byte[]>) store);
    }

    private static Bytes row(Bytes key, boolean left, long timestamp) {
        return Bytes.wrap(ByteBuffer.allocate(BEFORE_KEY + key.get().length)
                .putLong(timestamp)
                .put(side(left))
                .put(key.get())
                .array());
    }

    private static byte side(boolean left) {
        return (byte) (left ? 1 : 0);
    }

    private static boolean isLeft(Bytes row) {
        return row.get()[Long.BYTES] == 1;
    }

    // ---- writes

    @Override
    void write(StateStore store, Draw draw) {
        UnjoinedList unjoined = typed(store);
        Bytes key = draw.key();
        boolean left = draw.oneIn(2);
        long timestamp = draw.before(record().timestamp());
        Bytes row = row(key, left, timestamp);
        int choice = draw.below(10);
        if (choice < 3 && !rows().isEmpty()) {
            Bytes first = rows().firstKey();
            List<Bytes> values = rows().firstEntry().getValue();
            int kept = draw.oneIn(2) ? 0 : draw.below(values.size());
            note("keepOfFirst", kept);
            unjoined.keepOfFirst(kept);
            model(first, values.subList(values.size() - kept, values.size()));
        } else if (choice == 3) {
            note("remove", key, left, timestamp);
            unjoined.remove(key, left, timestamp);
            if (rows().containsKey(row)) {
                model(row, List.of());
            }
        } else {
            byte[] value = Numbers.array(draw.number());
            note("add", key, left, timestamp, Bytes.wrap(value));
            unjoined.add(key, left, timestamp, value);
            List<Bytes> values = new ArrayList<>(rows().getOrDefault(row, List.of()));
            values.add(Bytes.wrap(value));
            model(row, values);
        }
    }

    private void model(Bytes row, List<Bytes> values) {
        if (values.isEmpty()) {
            rows().remove(row);
            now().log(logged(row, null, record().timestamp(), List.of()));
            return;
        }
        List<byte[]> list = new ArrayList<>();
        for (Bytes value : values) {
            list.add(ByteBuffer.allocate(1 + value.get().length)
                    .put(side(isLeft(row)))
                    .put(value.get())
                    .array());
        }
        rows().put(row, List.copyOf(values));
        now().log(logged(row, Bytes.wrap(lists.serializer().serialize("", list)), record().timestamp(), List.of()));
    }

    // ---- reads

    @Override
    void read(StateStore store, Draw draw) {
        if (draw.oneIn(2)) {
            note("latestMs");
            long latestMs = rows().isEmpty()
                    ? -1
                    : ByteBuffer.wrap(rows().lastKey().get()).getLong();
            Difference.require(latestMs, typed(store).latestMs(), "latest time");
        } else {
            note("all");
            compareCommitted(store, rows());
        }
    }

    @Override
    void compareCommitted(StateStore view, NavigableMap<Bytes, List<Bytes>> rows) {
        List<String> expected = new ArrayList<>();
        rows.forEach((row, values) ->
                expected.add(ByteBuffer.wrap(row.get()).getLong() + (isLeft(row) ? " left " : " right ") + values));
        Difference.require(expected, typed(view).all(), "all rows");
    }

    @Override
    void restore(Logged logged) {
        NavigableMap<Bytes, List<Bytes>> rows = now().rows(logged.partition());
        if (logged.value() == null) {
            rows.remove(logged.key());
            return;
        }
        List<Bytes> values = new ArrayList<>();
        for (byte[] value : lists.deserializer()
                .deserialize("", Objects.requireNonNull(logged.value()).get())) {
            values.add(Bytes.wrap(Arrays.copyOfRange(value, 1, value.length)));
        }
        rows.put(logged.key(), values);
    }
}
