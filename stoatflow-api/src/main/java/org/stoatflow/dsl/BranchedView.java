package org.stoatflow.dsl;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.kstream.Branched;
import org.stoatflow.streams.kstream.KStream;

/** Reads what a {@link Branched} holds. */
final class BranchedView<K, V> extends Branched<K, V> {
    BranchedView(Branched<K, V> branched) {
        super(branched);
    }

    BranchedView() {
        super(null, null, null);
    }

    @Nullable
    String name() {
        return name;
    }

    /** What the user gets of a branch: nothing where a consumer has taken it. */
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
