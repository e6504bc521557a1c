package org.stoatflow.chaos;

/**
 * A value of the uncached aggregation: the count n of a group, with the record that was counted.
 *
 * @param sum the sum of the amounts of the group's first n records
 * @param kind the kind of the record
 * @param partition with the serial, names the record
 */
record Counting(int group, long n, long sum, EventKind kind, int partition, long serial) {
    static final String NONE = "";

    static String next(String before, Event event) {
        long n = before.isEmpty() ? 0 : parse(before).n;
        long sum = before.isEmpty() ? 0 : parse(before).sum;
        return new Counting(event.group(), n + 1, sum + event.amount(), event.kind(), event.partition(), event.serial())
                .text();
    }

    static Counting parse(String text) {
        String[] parts = text.split(":", -1);
        return new Counting(
                Integer.parseInt(parts[0]),
                Long.parseLong(parts[1]),
                Long.parseLong(parts[2]),
                EventKind.of(parts[3].charAt(0)),
                Integer.parseInt(parts[4]),
                Long.parseLong(parts[5]));
    }

    private String text() {
        return group + ":" + n + ":" + sum + ":" + kind.code() + ":" + partition + ":" + serial;
    }
}
