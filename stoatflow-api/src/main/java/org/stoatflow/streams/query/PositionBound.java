package org.stoatflow.streams.query;

/** How far a store must have got to answer a query. No key of a map, like {@link Position}. */
public class PositionBound {
    private final Position position;

    private PositionBound(Position position) {
        this.position = position.copy();
    }

    /**
     * Any store may answer.
     *
     * @return a bound
     */
    public static PositionBound unbounded() {
        return at(Position.emptyPosition());
    }

    /**
     * Stores may answer that have got as far as this.
     *
     * @param position the position, which is copied
     * @return a bound
     */
    public static PositionBound at(Position position) {
        return new PositionBound(position);
    }

    /**
     * Whether any store may answer.
     *
     * @return true if the position is empty
     */
    public boolean isUnbounded() {
        return position.isEmpty();
    }

    /**
     * How far a store must have got.
     *
     * @return the position
     */
    public Position position() {
        return position;
    }

    @Override
    public boolean equals(Object o) {
        return o != null && getClass() == o.getClass() && position.equals(((PositionBound) o).position);
    }

    /**
     * Not supported, as for {@link Position}.
     *
     * @throws UnsupportedOperationException always
     */
    @Override
    public int hashCode() {
        throw new UnsupportedOperationException("A PositionBound cannot be a key of a map or in a set");
    }

    @Override
    public String toString() {
        return "PositionBound{position=" + position + "}";
    }
}
