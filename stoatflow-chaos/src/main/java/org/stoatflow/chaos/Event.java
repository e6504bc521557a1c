package org.stoatflow.chaos;

/**
 * A record of the input.
 *
 * @param partition partition of the input topic
 * @param serial 1, 2, 3, ... in its partition; partition and serial name the record
 * @param account the record's key, which belongs to one partition
 * @param group the key that the first hop gives the record
 * @param amount the number to sum up, positive
 */
record Event(EventKind kind, int partition, long serial, int account, int group, int amount) {
    static final int ACCOUNTS = 120;
    static final int GROUPS = 200;
    static final int DISTRICTS = 40;

    private static final String UNREADABLE_MARK = "!";
    private static final int SAMPLED_EVERY = 10;

    /** Reads the text that {@link #text} wrote, also where it is marked unreadable. */
    static Event parse(String text) {
        String[] parts = (text.startsWith(UNREADABLE_MARK) ? text.substring(1) : text).split(":", -1);
        if (parts.length != 6 || parts[0].length() != 1) {
            throw new IllegalArgumentException("'" + text + "' is no record of the input");
        }
        return new Event(
                EventKind.of(parts[0].charAt(0)),
                Integer.parseInt(parts[1]),
                Long.parseLong(parts[2]),
                Integer.parseInt(parts[3]),
                Integer.parseInt(parts[4]),
                Integer.parseInt(parts[5]));
    }

    String text() {
        String text = kind.code() + ":" + partition + ":" + serial + ":" + account + ":" + group + ":" + amount;
        return kind == EventKind.UNREADABLE ? UNREADABLE_MARK + text : text;
    }

    /** Names the record. */
    String id() {
        return partition + "-" + serial;
    }

    String key() {
        return accountKey(account);
    }

    static String accountKey(int account) {
        return "a" + account;
    }

    static String groupKey(int group) {
        return "g" + group;
    }

    static String districtKey(int group) {
        return "d" + group % DISTRICTS;
    }

    /** Whether the application writes a padded copy of the record. */
    boolean isPadded() {
        return kind == EventKind.LARGE || (kind.isBooked() && serial % SAMPLED_EVERY == 0);
    }
}
