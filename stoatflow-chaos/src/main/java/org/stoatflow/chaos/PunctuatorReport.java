package org.stoatflow.chaos;

/**
 * What a punctuator tells of an account.
 *
 * @param task the partition whose task told it
 * @param serial 1, 2, 3, ... of this clock in this task
 * @param newCount records since the telling before, with {@code newSum} their amounts
 * @param count all records of the account, with {@code sum} their amounts
 */
record PunctuatorReport(ReportClock clock, int task, long serial, long newCount, long newSum, long count, long sum) {

    static PunctuatorReport parse(String text) {
        String[] parts = text.split(":", -1);
        return new PunctuatorReport(
                ReportClock.valueOf(parts[0]),
                Integer.parseInt(parts[1]),
                Long.parseLong(parts[2]),
                Long.parseLong(parts[3]),
                Long.parseLong(parts[4]),
                Long.parseLong(parts[5]),
                Long.parseLong(parts[6]));
    }

    String text() {
        return clock + ":" + task + ":" + serial + ":" + newCount + ":" + newSum + ":" + count + ":" + sum;
    }
}
