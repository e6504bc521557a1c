package org.stoatflow.streams;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.clients.consumer.internals.AutoOffsetResetStrategy.StrategyType;

/** Where a source starts to read a partition without a committed offset. Immutable. */
public class AutoOffsetReset {
    /** The kind of place. */
    protected final StrategyType offsetResetStrategy;

    /** How far before now; empty unless the kind needs it. */
    protected final Optional<Duration> duration;

    private AutoOffsetReset(StrategyType offsetResetStrategy, Optional<Duration> duration) {
        this.offsetResetStrategy = offsetResetStrategy;
        this.duration = duration;
    }

    /**
     * Copies.
     *
     * @param autoOffsetReset what to copy
     */
    protected AutoOffsetReset(AutoOffsetReset autoOffsetReset) {
        this(autoOffsetReset.offsetResetStrategy, autoOffsetReset.duration);
    }

    /**
     * Nowhere: a partition without a committed offset is an error.
     *
     * @return the policy
     */
    public static AutoOffsetReset none() {
        return new AutoOffsetReset(StrategyType.NONE, Optional.empty());
    }

    /**
     * At the first record that is still there.
     *
     * @return the policy
     */
    public static AutoOffsetReset earliest() {
        return new AutoOffsetReset(StrategyType.EARLIEST, Optional.empty());
    }

    /**
     * After the last record.
     *
     * @return the policy
     */
    public static AutoOffsetReset latest() {
        return new AutoOffsetReset(StrategyType.LATEST, Optional.empty());
    }

    /**
     * At the first record that is not older than a duration.
     *
     * @param duration how far before now
     * @return the policy
     * @throws IllegalArgumentException if the duration is negative
     */
    public static AutoOffsetReset byDuration(Duration duration) {
        if (duration.isNegative()) {
            throw new IllegalArgumentException("Duration cannot be negative");
        }
        return new AutoOffsetReset(StrategyType.BY_DURATION, Optional.of(duration));
    }

    @Override
    public boolean equals(Object o) {
        return o != null
                && getClass() == o.getClass()
                && offsetResetStrategy == ((AutoOffsetReset) o).offsetResetStrategy
                && duration.equals(((AutoOffsetReset) o).duration);
    }

    @Override
    public int hashCode() {
        return Objects.hash(offsetResetStrategy, duration);
    }
}
