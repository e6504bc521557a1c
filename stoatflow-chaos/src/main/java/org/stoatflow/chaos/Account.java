package org.stoatflow.chaos;

/**
 * A row of the ledger.
 *
 * @param count how many records of the account there are
 * @param sum the sum of their amounts
 * @param toldByWall how many of them the punctuator by wall clock has reported; {@code sumByWall} is the sum of their
 *     amounts
 * @param toldByStream the same for the punctuator by stream time
 */
record Account(long count, long sum, long toldByWall, long sumByWall, long toldByStream, long sumByStream) {
    static final Account NEW = new Account(0, 0, 0, 0, 0, 0);

    static Account parse(String text) {
        String[] parts = text.split(":", -1);
        return new Account(
                Long.parseLong(parts[0]),
                Long.parseLong(parts[1]),
                Long.parseLong(parts[2]),
                Long.parseLong(parts[3]),
                Long.parseLong(parts[4]),
                Long.parseLong(parts[5]));
    }

    String text() {
        return count + ":" + sum + ":" + toldByWall + ":" + sumByWall + ":" + toldByStream + ":" + sumByStream;
    }

    Account plus(int amount) {
        return new Account(count + 1, sum + amount, toldByWall, sumByWall, toldByStream, sumByStream);
    }

    long told(ReportClock clock) {
        return clock == ReportClock.WALL ? toldByWall : toldByStream;
    }

    long toldSum(ReportClock clock) {
        return clock == ReportClock.WALL ? sumByWall : sumByStream;
    }

    /** The row after the punctuator has reported all records. */
    Account after(ReportClock clock) {
        return clock == ReportClock.WALL
                ? new Account(count, sum, count, sum, toldByStream, sumByStream)
                : new Account(count, sum, toldByWall, sumByWall, count, sum);
    }
}
