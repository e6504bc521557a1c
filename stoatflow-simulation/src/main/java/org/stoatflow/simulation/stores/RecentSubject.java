package org.stoatflow.simulation.stores;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * A store of the entries that were used last. The mark of a row is the number of its last use. A lane that begins takes
 * rows in the order of their times, and of their keys.
 */
final class RecentSubject extends KeyValueSubject {
    private static final int USES = 0;

    private final int entriesMax;

    RecentSubject(Variant variant, Shape shape, int entriesMax) {
        super(variant, shape, 1);
        this.entriesMax = entriesMax;
    }

    @Override
    void forget(IntToLongFunction written) {
        now().numbers(USES, 0);
    }

    @Override
    boolean scansLive() {
        return false;
    }

    @Override
    Long count() {
        return (long) rows().size();
    }

    private long nextUse() {
        long uses = now().number(USES, partition());
        if (uses == 0) {
            List<Map.Entry<Bytes, Row>> inOrder = new ArrayList<>(rows().entrySet());
            inOrder.sort(Comparator.comparingLong(row -> row.getValue().value().timestamp()));
            for (Map.Entry<Bytes, Row> row : inOrder) {
                uses++;
                rows().put(row.getKey(), new Row(row.getValue().value(), uses));
            }
        }
        now().number(USES, partition(), uses + 1);
        return uses + 1;
    }

    @Override
    void used(Bytes key) {
        Row row = rows().get(key);
        if (row != null) {
            long use = nextUse();
            rows().put(key, new Row(row.value(), use));
        }
    }

    @Override
    void model(Bytes key, @Nullable Value value) {
        long use = nextUse();
        super.model(key, value);
        Row row = rows().get(key);
        if (row != null) {
            rows().put(key, new Row(row.value(), use));
        }
        while (rows().size() > entriesMax) {
            Bytes oldest = rows().entrySet().stream()
                    .min(Comparator.comparingLong(each -> each.getValue().mark()))
                    .orElseThrow()
                    .getKey();
            rows().remove(oldest);
            now().log(logged(oldest, null, record().timestamp(), List.of())); // it is not the record's own deletion
        }
    }
}
