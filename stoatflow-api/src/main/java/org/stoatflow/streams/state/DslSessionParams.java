package org.stoatflow.streams.state;

import java.time.Duration;
import java.util.Objects;
import org.stoatflow.streams.DslStoreFormat;
import org.stoatflow.streams.kstream.EmitStrategy;

/** What an operator asks of a session store that {@link DslStoreSuppliers} is to supply. Immutable. */
public class DslSessionParams {
    private final String name;
    private final Duration retentionPeriod;
    private final EmitStrategy emitStrategy;
    private final DslStoreFormat storeFormat;

    /**
     * Creates parameters of a store of plain aggregates.
     *
     * @param name the store's name, not null
     * @param retentionPeriod for how long sessions are kept
     * @param emitStrategy when results are emitted
     * @deprecated use {@link #DslSessionParams(String, Duration, EmitStrategy, DslStoreFormat)}
     */
    @Deprecated
    @SuppressWarnings("InlineMeSuggester")
    public DslSessionParams(String name, Duration retentionPeriod, EmitStrategy emitStrategy) {
        this(name, retentionPeriod, emitStrategy, DslStoreFormat.PLAIN);
    }

    /**
     * Creates parameters.
     *
     * @param name the store's name, not null
     * @param retentionPeriod for how long sessions are kept
     * @param emitStrategy when results are emitted
     * @param storeFormat what is kept beside aggregates
     */
    public DslSessionParams(
            String name, Duration retentionPeriod, EmitStrategy emitStrategy, DslStoreFormat storeFormat) {
        this.name = Objects.requireNonNull(name, "name");
        this.retentionPeriod = retentionPeriod;
        this.emitStrategy = emitStrategy;
        this.storeFormat = storeFormat;
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
     * For how long sessions are kept.
     *
     * @return the time
     */
    public Duration retentionPeriod() {
        return retentionPeriod;
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
     * What is kept beside aggregates.
     *
     * @return the format
     */
    public DslStoreFormat storeFormat() {
        return storeFormat;
    }

    @Override
    public boolean equals(Object o) {
        if (o == null || getClass() != o.getClass()) {
            return false;
        }
        DslSessionParams other = (DslSessionParams) o;
        return name.equals(other.name)
                && Objects.equals(retentionPeriod, other.retentionPeriod)
                && Objects.equals(emitStrategy, other.emitStrategy)
                && storeFormat == other.storeFormat;
    }

    @Override
    public int hashCode() {
        return Objects.hash(name, retentionPeriod, emitStrategy, storeFormat);
    }

    @Override
    public String toString() {
        return "DslSessionParams{name='" + name + "', retentionPeriod=" + retentionPeriod + ", emitStrategy="
                + emitStrategy + ", storeFormat=" + storeFormat + "}";
    }
}
