package org.stoatflow.streams.kstream;

import org.stoatflow.streams.processor.StreamPartitioner;

/**
 * How to join a table with another one by a foreign key. Immutable.
 *
 * @param <K> the type of the left table's keys
 * @param <KO> the type of the right table's keys, which are the foreign keys
 */
public class TableJoined<K, KO> implements NamedOperation<TableJoined<K, KO>> {
    /** Chooses the partition of a left key; null for the default one. */
    protected final StreamPartitioner<K, Void> partitioner;

    /** Chooses the partition of a foreign key; null for the default one. */
    protected final StreamPartitioner<KO, Void> otherPartitioner;

    /** Starts the names of the nodes and of the inner topics; null for names from the counter. */
    protected final String name;

    private TableJoined(
            StreamPartitioner<K, Void> partitioner, StreamPartitioner<KO, Void> otherPartitioner, String name) {
        this.partitioner = partitioner;
        this.otherPartitioner = otherPartitioner;
        this.name = name;
    }

    /**
     * Copies.
     *
     * @param tableJoined what to copy
     */
    protected TableJoined(TableJoined<K, KO> tableJoined) {
        this(tableJoined.partitioner, tableJoined.otherPartitioner, tableJoined.name);
    }

    /**
     * Joins tables whose topics were written with these partitioners. They are given no values, only null.
     *
     * @param partitioner the left table's; null for the default one
     * @param otherPartitioner the right table's; null for the default one
     * @param <K> the type of the left table's keys
     * @param <KO> the type of the right table's keys
     * @return how to join
     */
    public static <K, KO> TableJoined<K, KO> with(
            StreamPartitioner<K, Void> partitioner, StreamPartitioner<KO, Void> otherPartitioner) {
        return new TableJoined<>(partitioner, otherPartitioner, null);
    }

    /**
     * Joins under this name.
     *
     * @param name starts the names of the nodes and of the inner topics; null for names from the counter
     * @param <K> the type of the left table's keys
     * @param <KO> the type of the right table's keys
     * @return how to join
     */
    public static <K, KO> TableJoined<K, KO> as(String name) {
        return new TableJoined<>(null, null, name);
    }

    /**
     * With another partitioner of the left table.
     *
     * @param partitioner is given no values, only null; null for the default one
     * @return a copy
     */
    public TableJoined<K, KO> withPartitioner(StreamPartitioner<K, Void> partitioner) {
        return new TableJoined<>(partitioner, otherPartitioner, name);
    }

    /**
     * With another partitioner of the right table.
     *
     * @param otherPartitioner is given no values, only null; null for the default one
     * @return a copy
     */
    public TableJoined<K, KO> withOtherPartitioner(StreamPartitioner<KO, Void> otherPartitioner) {
        return new TableJoined<>(partitioner, otherPartitioner, name);
    }

    @Override
    public TableJoined<K, KO> withName(String name) {
        return new TableJoined<>(partitioner, otherPartitioner, name);
    }
}
