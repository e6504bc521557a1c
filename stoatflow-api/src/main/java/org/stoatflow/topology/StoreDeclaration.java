package org.stoatflow.topology;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.stoatflow.stores.EngineStoreBuilder;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.streams.state.StoreBuilder;

/**
 * A state store in a topology.
 *
 * @param builder describes the store; an {@link EngineStoreBuilder} where it is built in
 * @param processors the names of the nodes that use it, in the order in which they were connected
 * @param sourceTopic the topic that it is restored from instead of a changelog; null where it has a changelog or none
 */
public record StoreDeclaration(
        StoreBuilder<?> builder,
        Set<String> processors,
        @Nullable String sourceTopic) {
    /** Makes a copy of what could still change. */
    public StoreDeclaration {
        processors = Collections.unmodifiableSet(new LinkedHashSet<>(processors));
    }

    /**
     * What the builder describes, as it is configured now.
     *
     * @return the description; nothing where the user has written the builder
     */
    public Optional<StoreDescription> description() {
        return builder instanceof EngineStoreBuilder known ? Optional.of(known.description()) : Optional.empty();
    }
}
