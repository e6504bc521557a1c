package org.stoatflow.chaos;

/**
 * A punctuator's report of an account.
 *
 * @param task the partition of the task that made the report
 * @param serial 1, 2, 3, ... of this clock in this task
 * @param newCount how many records came since the report before; {@code newSum} is the sum of their amounts
 * @param count all records of the account; {@code sum} is the sum of their amounts
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
