package org.stoatflow.dsl;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.kstream.Branched;
import org.stoatflow.streams.kstream.KStream;

/** Reads what a {@link Branched} holds. */
final class BranchedInternals<K, V> extends Branched<K, V> {
    BranchedInternals(Branched<K, V> branched) {
        super(branched);
    }

    BranchedInternals() {
        super(null, null, null);
    }

    @Nullable
    String name() {
        return name;
    }

    /** The stream that the user gets of a branch; empty where a consumer has taken it. */
    Optional<KStream<K, V>> resultOf(KStream<K, V> branch) {
        if (chainFunction != null) {
            return Optional.ofNullable(chainFunction.apply(branch));
        }
        if (chainConsumer != null) {
            chainConsumer.accept(branch);
            return Optional.empty();
        }
        return Optional.of(branch);
    }
}
