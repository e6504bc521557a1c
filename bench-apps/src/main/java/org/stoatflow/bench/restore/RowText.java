package org.stoatflow.bench.restore;

import java.util.SplittableRandom;

/** Rows of a size as tables have them: fields with names, numbers, a time, and text that does not repeat. */
public final class RowText {
    private static final String[] STATES = {"NEW", "PAID", "PACKED", "SHIPPED", "RETURNED"};
    private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";

    private RowText() {}

    /**
     * The row of a number, the same each time.
     *
     * @param bytes its length, if that is more than the fields take
     */
    public static String of(long number, int bytes) {
        SplittableRandom random = new SplittableRandom(number);
        StringBuilder row = new StringBuilder(Math.max(96, bytes))
                .append("{\"customer\":")
                .append(random.nextInt(10_000_000))
                .append(",\"cents\":")
                .append(random.nextInt(100_000))
                .append(",\"state\":\"")
                .append(STATES[random.nextInt(STATES.length)])
                .append("\",\"at\":")
                .append(1_700_000_000_000L + number)
                .append(",\"note\":\"");
        while (row.length() < bytes - 2) {
            row.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
        }
        return row.append("\"}").toString();
    }
}
