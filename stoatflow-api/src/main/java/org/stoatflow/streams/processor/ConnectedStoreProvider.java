package org.stoatflow.streams.processor;

import java.util.Set;
import org.stoatflow.streams.state.StoreBuilder;

/** A supplier that brings the stores its processors use, so that they need not be added and connected by hand. */
public interface ConnectedStoreProvider {
    /**
     * The stores to add to the topology and connect to the processor. Two suppliers may share a store if they return
     * the same builder instance.
     *
     * @return the builders; null, the default, for none
     */
    default Set<StoreBuilder<?>> stores() {
        return null;
    }
}
