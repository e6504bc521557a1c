package org.stoatflow.streams;

import java.util.Objects;

/** How far a store is behind its changelog. Immutable. */
public class LagInfo {
    private final long currentOffsetPosition;
    private final long endOffsetPosition;
    private final long offsetLag;

    LagInfo(long currentOffsetPosition, long endOffsetPosition) {
        this.currentOffsetPosition = currentOffsetPosition;
        this.endOffsetPosition = endOffsetPosition;
        offsetLag = Math.max(0, endOffsetPosition - currentOffsetPosition);
    }

    /**
     * How far the store has got.
     *
     * @return the offset of the changelog
     */
    public long currentOffsetPosition() {
        return currentOffsetPosition;
    }

    /**
     * Where the changelog ends.
     *
     * @return the offset
     */
    public long endOffsetPosition() {
        return endOffsetPosition;
    }

    /**
     * How far the store is behind.
     *
     * @return the difference of the offsets, at least 0
     */
    public long offsetLag() {
        return offsetLag;
    }

    @Override
    public boolean equals(Object obj) {
        return obj instanceof LagInfo other
                && currentOffsetPosition == other.currentOffsetPosition
                && endOffsetPosition == other.endOffsetPosition;
    }

    @Override
    public int hashCode() {
        return Objects.hash(currentOffsetPosition, endOffsetPosition);
    }

    @Override
    public String toString() {
        return "LagInfo { currentOffsetPosition=" + currentOffsetPosition + ", endOffsetPosition=" + endOffsetPosition
                + ", offsetLag=" + offsetLag + "}";
    }
}
