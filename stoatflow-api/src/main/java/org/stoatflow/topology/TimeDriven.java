package org.stoatflow.topology;

/**
 * Marks a processor supplier whose processors hold rows until stream time comes to them, such as windows. Its stage has
 * a timer, and each of its processors takes its clock in {@code init}.
 */
public interface TimeDriven {
    /**
     * The group of operators that have one clock. The two sides of a stream-stream join are a group, since a record of
     * either side makes records of the other side late. The operators of a group are in one stage.
     *
     * @param node the name of the operator's node
     * @return the group's name; by default the node's own, so that the operator has a clock for itself
     */
    default String clockGroup(String node) {
        return node;
    }

    /**
     * Whether the operator keeps rows whose results it has forwarded. Up to which time it has done so is then kept with
     * the state, where rows are forwarded only after their epoch, and where the stage reads its records itself.
     *
     * @return whether it asks {@link org.stoatflow.operator.OperatorClock#forwardedTimeMs}
     */
    default boolean keepsForwarded() {
        return false;
    }

    /**
     * How long after its end a window has closed, of an operator that {@link #keepsForwarded}. Kafka Streams commits
     * the stream time up to which it has forwarded what has closed less this.
     *
     * @return milliseconds
     */
    default long closingGraceMs() {
        return 0;
    }
}
