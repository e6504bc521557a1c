package org.stoatflow.dsl;

import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.kstream.TableJoined;
import org.stoatflow.streams.processor.StreamPartitioner;

/** Reads what a {@link TableJoined} holds. */
final class TableJoinedInternals<K, KO> extends TableJoined<K, KO> {
    TableJoinedInternals(TableJoined<K, KO> joined) {
        super(joined);
    }

    @Nullable
    StreamPartitioner<K, Void> partitioner() {
        return partitioner;
    }

    @Nullable
    StreamPartitioner<KO, Void> otherPartitioner() {
        return otherPartitioner;
    }

    @Nullable
    String name() {
        return name;
    }
}
