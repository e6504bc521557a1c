package org.stoatflow.streams.state;

import java.util.Objects;
import org.stoatflow.streams.DslStoreFormat;

/** What an operator asks of a key-value store that {@link DslStoreSuppliers} is to supply. Immutable. */
public class DslKeyValueParams {
    private final String name;
    private final DslStoreFormat dslStoreFormat;

    /**
     * Creates parameters of a store without headers.
     *
     * @param name the store's name, not null
     * @param isTimestamped whether values have timestamps
     * @deprecated use {@link #DslKeyValueParams(String, DslStoreFormat)}
     */
    @Deprecated
    @SuppressWarnings("InlineMeSuggester")
    public DslKeyValueParams(String name, boolean isTimestamped) {
        this(name, isTimestamped ? DslStoreFormat.TIMESTAMPED : DslStoreFormat.PLAIN);
    }

    /**
     * Creates parameters.
     *
     * @param name the store's name, not null
     * @param dslStoreFormat what is kept beside values, not null
     */
    public DslKeyValueParams(String name, DslStoreFormat dslStoreFormat) {
        this.name = Objects.requireNonNull(name, "name");
        this.dslStoreFormat = Objects.requireNonNull(dslStoreFormat, "dslStoreFormat");
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
        return o != null
                && getClass() == o.getClass()
                && dslStoreFormat == ((DslKeyValueParams) o).dslStoreFormat
                && name.equals(((DslKeyValueParams) o).name);
    }

    @Override
    public int hashCode() {
        return Objects.hash(name, dslStoreFormat);
    }

    @Override
    public String toString() {
        return "DslKeyValueParams{name='" + name + "', dslStoreFormat=" + dslStoreFormat + "}";
    }
}
