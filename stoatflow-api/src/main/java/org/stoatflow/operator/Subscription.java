package org.stoatflow.operator;

import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * What a row of the left table tells the right table about itself: its key, and what to do. Where the row subscribes to
 * the foreign key, the right table keeps this. Immutable.
 *
 * @param hash the hash of the row's value; null where the row is deleted
 * @param instruction what to do
 * @param primaryKey the row's key, serialized
 * @param partition the partition of the row, to which the answer goes; {@link #UNKNOWN} in what was written by Kafka
 *     Streams up to 3.2
 */
public record Subscription(@Nullable ValueHash hash, Instruction instruction, Bytes primaryKey, int partition) {
    /** Stands for a partition that is not told. Then the answer goes where the partitioner of its sink says. */
    public static final int UNKNOWN = -1;

    Subscription with(Instruction other) {
        return new Subscription(hash, other, primaryKey, partition);
    }

    /** What the right table does. */
    public enum Instruction {
        /** Ends the subscription, without an answer. */
        UNSUBSCRIBE(0),

        /** Ends the subscription, and answers that there is no row. */
        UNSUBSCRIBE_AND_ANSWER(1),

        /** Subscribes, and answers with the right row, or that there is none. */
        SUBSCRIBE_AND_ANSWER(2),

        /** Subscribes, and answers if there is a right row. */
        SUBSCRIBE(3);

        private final byte code;

        Instruction(int code) {
            this.code = (byte) code;
        }

        /** The byte that stands for it in changelogs. */
        byte code() {
            return code;
        }

        boolean ends() {
            return this == UNSUBSCRIBE || this == UNSUBSCRIBE_AND_ANSWER;
        }

        /** The instruction that a byte stands for; null where it stands for none. */
        static @Nullable Instruction of(byte code) {
            return switch (code) {
                case 0 -> UNSUBSCRIBE;
                case 1 -> UNSUBSCRIBE_AND_ANSWER;
                case 2 -> SUBSCRIBE_AND_ANSWER;
                case 3 -> SUBSCRIBE;
                default -> null;
            };
        }
    }
}
