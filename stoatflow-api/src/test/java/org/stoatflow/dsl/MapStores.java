package org.stoatflow.dsl;

import org.stoatflow.stores.StoreDescription;
import org.stoatflow.stores.StoreSettings;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.topology.StoreDeclaration;

/** Makes stores in maps, of the kind that is declared. */
final class MapStores {
    private MapStores() {}

    static StateStore of(String name, StoreDeclaration declaration, boolean cached) {
        StoreDescription store = declaration.description().orElseThrow();
        return switch (store.settings()) {
            case StoreSettings.KeyValue keyValue -> new MapStore(name, cached);
            case StoreSettings.Window windows -> new MapWindowStore(name, windows, store.persistent());
            case StoreSettings.Session sessions -> new MapSessionStore(name, sessions, store.persistent());
            case StoreSettings.Versioned versions ->
                throw new UnsupportedOperationException("no versions here: " + name);
            case StoreSettings.Waiting waiting -> throw new UnsupportedOperationException("no buffers here: " + name);
            case StoreSettings.Own own -> own.builder().build();
            case StoreSettings.Buffer buffer -> throw new UnsupportedOperationException("no buffers here: " + name);
        };
    }
}
