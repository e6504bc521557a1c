package org.stoatflow.operator;

/** Which values a row of a joined table needs, as one of the two joined tables sees it. */
public enum JoinSide {
    /** Either side of an inner join: there is a row where both tables have one. */
    INNER(true, true),

    /** The left side of a left join: there is a row where this table has one. */
    LEFT(true, false),

    /** The right side of a left join: there is a row where the other table has one. */
    RIGHT(false, true),

    /** Either side of an outer join: there is a row where one of the tables has one. */
    OUTER(false, false);

    private final boolean needsOwn;
    private final boolean needsOther;

    JoinSide(boolean needsOwn, boolean needsOther) {
        this.needsOwn = needsOwn;
        this.needsOther = needsOther;
    }

    /**
     * How the other table sees the same join.
     *
     * @return the side of the other table
     */
    public JoinSide other() {
        return switch (this) {
            case INNER -> INNER;
            case LEFT -> RIGHT;
            case RIGHT -> LEFT;
            case OUTER -> OUTER;
        };
    }

    boolean needsOwn() {
        return needsOwn;
    }

    boolean needsOther() {
        return needsOther;
    }
}
