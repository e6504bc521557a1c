package org.stoatflow.state;

/**
 * The times that the runtime keeps with a store's rows, one for each virtual partition, and the names of the rows that
 * have them ({@link StateEngine#meta}). A store that is purged loses these rows with its own.
 */
public enum StoreTime {
    /** The latest stream time that a restore has read, until the restore is complete. */
    RESTORED("time.restored."),

    /** When the store's changelog was found to be made anew, until the clocks have begun anew, too. */
    ANEW("time.anew."),

    /** The clock of the operators that the store belongs to. */
    OPERATOR("time.operator.store."),

    /** The time up to which these operators have forwarded what they keep. */
    FORWARDED("time.forwarded.store.");

    private static final String BEFORE_PARTITION = "_";

    private final String prefix;

    StoreTime(String prefix) {
        this.prefix = prefix;
    }

    /**
     * The name of the row.
     *
     * @param store the store's name
     * @param partition the virtual partition
     */
    public String row(String store, int partition) {
        return firstRow(store) + partition;
    }

    /**
     * What the names of all rows of a store begin with. Rows of other stores may begin so, too.
     *
     * @param store the store's name
     */
    public String firstRow(String store) {
        return prefix + store + BEFORE_PARTITION;
    }

    /**
     * Whether a row is of this store, and not of one whose name is longer.
     *
     * @param row the row's name
     * @param store the store's name
     */
    public boolean isOf(String row, String store) {
        String first = firstRow(store);
        return row.length() > first.length()
                && row.startsWith(first)
                && row.chars().skip(first.length()).allMatch(digit -> digit >= '0' && digit <= '9');
    }

    /**
     * Whether a row is one of the times of a store.
     *
     * @param row the row's name
     * @param store the store's name
     */
    public static boolean isAnyOf(String row, String store) {
        for (StoreTime time : values()) {
            if (time.isOf(row, store)) {
                return true;
            }
        }
        return false;
    }
}
