package org.stoatflow.streams.state;

import java.time.Duration;
import java.util.Objects;
import org.stoatflow.streams.DslStoreFormat;
import org.stoatflow.streams.kstream.EmitStrategy;

/** What an operator asks of a window store that {@link DslStoreSuppliers} is to supply. Immutable. */
public class DslWindowParams {
    private final String name;
    private final Duration retentionPeriod;
    private final Duration windowSize;
    private final boolean retainDuplicates;
    private final EmitStrategy emitStrategy;
    private final boolean isSlidingWindow;
    private final DslStoreFormat dslStoreFormat;

    /**
     * Creates parameters of a store without headers.
     *
     * @param name the store's name, not null
     * @param retentionPeriod for how long windows are kept
     * @param windowSize how long a window is
     * @param retainDuplicates whether a key may have several values in one window
     * @param emitStrategy when results are emitted
     * @param isSlidingWindow whether windows slide
     * @param isTimestamped whether values have timestamps
     * @deprecated use the constructor that takes a {@link DslStoreFormat}
     */
    @Deprecated
    @SuppressWarnings("InlineMeSuggester")
    public DslWindowParams(
            String name,
            Duration retentionPeriod,
            Duration windowSize,
            boolean retainDuplicates,
            EmitStrategy emitStrategy,
            boolean isSlidingWindow,
            boolean isTimestamped) {
        this(
                name,
                retentionPeriod,
                windowSize,
                retainDuplicates,
                emitStrategy,
                isSlidingWindow,
                isTimestamped ? DslStoreFormat.TIMESTAMPED : DslStoreFormat.PLAIN);
    }

    /**
     * Creates parameters.
     *
     * @param name the store's name, not null
     * @param retentionPeriod for how long windows are kept
     * @param windowSize how long a window is
     * @param retainDuplicates whether a key may have several values in one window
     * @param emitStrategy when results are emitted
     * @param isSlidingWindow whether windows slide
     * @param dslStoreFormat what is kept beside values
     */
    public DslWindowParams(
            String name,
            Duration retentionPeriod,
            Duration windowSize,
            boolean retainDuplicates,
            EmitStrategy emitStrategy,
            boolean isSlidingWindow,
            DslStoreFormat dslStoreFormat) {
        this.name = Objects.requireNonNull(name, "name");
        this.retentionPeriod = retentionPeriod;
        this.windowSize = windowSize;
        this.retainDuplicates = retainDuplicates;
        this.emitStrategy = emitStrategy;
        this.isSlidingWindow = isSlidingWindow;
        this.dslStoreFormat = dslStoreFormat;
    }

    /**
     * The store's name.
     *
     * @return the name
     */
    public String name() {
        return name;
    }

    /**
     * For how long windows are kept.
     *
     * @return the time
     */
    public Duration retentionPeriod() {
        return retentionPeriod;
    }

    /**
     * How long a window is.
     *
     * @return the time
     */
    public Duration windowSize() {
        return windowSize;
    }

    /**
     * Whether a key may have several values in one window.
     *
     * @return true for stores of joins
     */
    public boolean retainDuplicates() {
        return retainDuplicates;
    }

    /**
     * When results are emitted.
     *
     * @return the strategy
     */
    public EmitStrategy emitStrategy() {
        return emitStrategy;
    }

    /**
     * Whether windows slide.
     *
     * @return true if they do
     */
    public boolean isSlidingWindow() {
        return isSlidingWindow;
    }

    /**
     * Whether values have timestamps, and no headers.
     *
     * @return true for {@link DslStoreFormat#TIMESTAMPED}
     * @deprecated use {@link #dslStoreFormat()}
     */
    @Deprecated
    public boolean isTimestamped() {
        return dslStoreFormat == DslStoreFormat.TIMESTAMPED;
    }

    /**
     * What is kept beside values.
     *
     * @return the format
     */
    public DslStoreFormat dslStoreFormat() {
        return dslStoreFormat;
    }

    @Override
    public boolean equals(Object o) {
        if (o == null || getClass() != o.getClass()) {
            return false;
        }
        DslWindowParams other = (DslWindowParams) o;
        return retainDuplicates == other.retainDuplicates
                && isSlidingWindow == other.isSlidingWindow
                && dslStoreFormat == other.dslStoreFormat
                && name.equals(other.name)
                && Objects.equals(retentionPeriod, other.retentionPeriod)
                && Objects.equals(windowSize, other.windowSize)
                && Objects.equals(emitStrategy, other.emitStrategy);
    }

    @Override
    public int hashCode() {
        return Objects.hash(
                name, retentionPeriod, windowSize, retainDuplicates, emitStrategy, isSlidingWindow, dslStoreFormat);
    }

    @Override
    public String toString() {
        return "DslWindowParams{name='" + name + "', retentionPeriod=" + retentionPeriod + ", windowSize=" + windowSize
                + ", retainDuplicates=" + retainDuplicates + ", emitStrategy=" + emitStrategy + ", isSlidingWindow="
                + isSlidingWindow + ", dslStoreFormat=" + dslStoreFormat + "}";
    }
}
