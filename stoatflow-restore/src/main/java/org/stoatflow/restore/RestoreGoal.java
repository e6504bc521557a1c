package org.stoatflow.restore;

import org.jspecify.annotations.Nullable;

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
     * takes its place. A source topic is read as far as the application has committed: the store must not have what is
     * not processed yet.
     *
     * @param end the end to reach
     * @param latest the end that was heard of last
     * @param limit where records stop to be taken for now
     * @param committed tells how far the application is; null for a changelog, of which all is taken
     */
    record Follow(
            long end, long latest, long limit, @Nullable CommittedOffsets committed) implements RestoreGoal {
        /** To follow a log of which all is taken that is committed there. */
        public Follow(long end, long latest) {
            this(end, latest, Long.MAX_VALUE, null);
        }

        /** What is not committed is not for the follower to read. */
        @Override
        public long latest() {
            return Math.min(latest, limit);
        }

        /** The same, with another end that was heard of last. */
        Follow heard(long other) {
            return new Follow(end, other, limit, committed);
        }

        /** The same, with another end to reach. */
        Follow next(long other) {
            return new Follow(other, other, limit, committed);
        }

        /** The same, up to another offset. */
        Follow upTo(long other) {
            return new Follow(end, latest, other, committed);
        }

        /** The same of a log that is read from its begin; how far it may be read is to be asked again. */
        Follow anew(long begin, long other) {
            return new Follow(other, other, committed == null ? limit : begin, committed);
        }
    }
}
