package org.stoatflow.restore;

/** How far a task reads its log. */
public sealed interface RestoreGoal {
    /**
     * The offset to reach. Once it is reached, the rows are complete as of when this end was asked for.
     *
     * @return the offset after the last record
     */
    long end();

    /**
     * The end by which it is told how much is left.
     *
     * @return the end that was heard of last
     */
    long latest();

    /**
     * Where records stop to be taken.
     *
     * @return the least offset of which no record is taken
     */
    long limit();

    /**
     * Up to an offset. What is behind it is not read, or comes in another way.
     *
     * @param end the offset to stop before
     */
    record UpTo(long end) implements RestoreGoal {
        @Override
        public long latest() {
            return end;
        }

        @Override
        public long limit() {
            return end;
        }
    }

    /**
     * On and on, until somebody stops it. The end is one that the log had a while ago; once it is reached, a later one
     * takes its place.
     *
     * @param end the end to reach
     * @param latest the end that was heard of last
     */
    record Follow(long end, long latest) implements RestoreGoal {
        @Override
        public long limit() {
            return Long.MAX_VALUE;
        }
    }
}
