package org.stoatflow.dsl;

import java.time.Duration;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.kstream.Joined;

/** Reads what a {@link Joined} holds. */
final class JoinedInternals<K, VLeft, VRight> extends Joined<K, VLeft, VRight> {
    JoinedInternals(Joined<K, VLeft, VRight> joined) {
        super(joined);
    }

    @Nullable
    Serde<K> keySerdeOr(@Nullable Serde<K> other) {
        return keySerde == null ? other : keySerde;
    }

    @Nullable
    Serde<VLeft> leftValueSerdeOr(@Nullable Serde<VLeft> other) {
        return leftValueSerde == null ? other : leftValueSerde;
    }

    @Nullable
    String name() {
        return name;
    }

    @Nullable
    Duration grace() {
        return gracePeriod;
    }
}
