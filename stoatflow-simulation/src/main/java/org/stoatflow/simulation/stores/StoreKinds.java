package org.stoatflow.simulation.stores;

import java.util.LinkedHashMap;
import java.util.Map;
import org.stoatflow.stores.StoreDescription;

/** The stores of all kinds, by what they are called, for who does not compare them with models. */
public final class StoreKinds {
    private StoreKinds() {}

    /** Each on disk and in memory, where both are. */
    public static Map<String, StoreDescription> all() {
        Map<String, StoreDescription> all = new LinkedHashMap<>();
        for (Kind kind : Kind.values()) {
            for (Variant variant : kind.variants()) {
                if (!variant.cached() && variant.place() != Variant.Place.MEMORY_AS_DISK) {
                    all.put(variant.toString(), variant.description());
                }
            }
        }
        return all;
    }
}
