package org.stoatflow.chaos;

import java.util.ArrayList;
import java.util.List;

/**
 * Checks the uncached aggregation. Under exactly-once, the records of each group are counted 1, 2, 3, ..., each record
 * once, those of a partition in its order, and with the right sums. Under at-least-once, each record is counted, and
 * the last count is no less than the number of records.
 */
final class CountedCheck {
    private final Input input;
    private final boolean exactlyOnce;
    private final Differences differences;
    private final Occurrences occurrences;
    private final List<List<Long>> sums = new ArrayList<>();
    private final Counting[] last = new Counting[Event.GROUPS];
    private final long[][] lastSerial = new long[Event.GROUPS][Names.PARTITIONS];

    CountedCheck(Input input, boolean exactlyOnce, Differences differences) {
        this.input = input;
        this.exactlyOnce = exactlyOnce;
        this.differences = differences;
        occurrences = new Occurrences(
                Names.COUNTED,
                input,
                exactlyOnce,
                differences,
                event -> event.kind().isCounted());
        for (int group = 0; group < Event.GROUPS; group++) {
            sums.add(new ArrayList<>(List.of(0L)));
        }
    }

    void onResult(String key, String value) {
        Counting counting = Counting.parse(value);
        Event event = input.event(counting.partition(), counting.serial());
        occurrences.add(key, counting.partition(), counting.serial());
        if (event != null && !key.equals(Event.groupKey(event.group()))) {
            differences.add(
                    Names.COUNTED, key, "record " + event.id() + " under " + Event.groupKey(event.group()), value);
            return;
        }
        if (exactlyOnce && event != null) {
            requireNext(key, counting, event);
        }
        last[counting.group()] = counting;
        sums.get(counting.group()).add(counting.sum());
    }

    private void requireNext(String key, Counting counting, Event event) {
        Counting before = last[counting.group()];
        long n = before == null ? 1 : before.n() + 1;
        long sum = (before == null ? 0 : before.sum()) + event.amount();
        if (counting.n() != n || counting.sum() != sum) {
            differences.add(
                    Names.COUNTED,
                    key,
                    "count " + n + ", sum " + sum + " with record " + event.id(),
                    "count " + counting.n() + ", sum " + counting.sum());
        }
        long[] serials = lastSerial[counting.group()];
        if (event.serial() <= serials[event.partition()]) {
            differences.add(
                    Names.COUNTED,
                    key,
                    "records of partition " + event.partition() + " in their order",
                    event.id() + " after " + serials[event.partition()]);
        }
        serials[event.partition()] = event.serial();
    }

    /** Checks what can be checked only after the last result. */
    void finish() {
        occurrences.finish();
        for (int group = 0; group < Event.GROUPS; group++) {
            Counting counting = last[group];
            Totals.compare(
                    Names.COUNTED,
                    Event.groupKey(group),
                    input.group(group),
                    counting == null ? 0 : counting.n(),
                    counting == null ? 0 : counting.sum(),
                    exactlyOnce,
                    differences);
        }
    }

    /** The sum with which a group's n-th record was counted; -1 if it was not counted. Exactly-once only. */
    long sum(int group, long n) {
        List<Long> known = sums.get(group);
        return n < known.size() ? known.get((int) n) : -1;
    }

    /** Results seen. */
    long number() {
        return occurrences.number();
    }
}
