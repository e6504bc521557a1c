package org.stoatflow.state.kind;

import org.stoatflow.state.keyvalue.KeyValueFormat;
import org.stoatflow.state.session.SessionFormat;
import org.stoatflow.state.store.StoreFormat;
import org.stoatflow.state.suppress.RecordBufferFormat;
import org.stoatflow.state.suppress.UpdateBufferFormat;
import org.stoatflow.state.versioned.VersionedFormat;
import org.stoatflow.state.window.WindowFormat;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.stores.StoreSettings;

/** The format of each kind of store. Who else tells kinds apart: CONTRIBUTING.md, "Recipes". */
public final class StoreFormats {
    private StoreFormats() {}

    /**
     * The format of a store.
     *
     * @param store the store, of any kind
     * @return its format
     */
    public static StoreFormat of(StoreDescription store) {
        return switch (store.settings()) {
            case StoreSettings.KeyValue kept -> new KeyValueFormat(store, kept);
            case StoreSettings.Window windows -> new WindowFormat(store, windows);
            case StoreSettings.Session sessions -> new SessionFormat(store, sessions);
            case StoreSettings.Versioned versions -> new VersionedFormat(store, versions);
            case StoreSettings.Waiting waiting -> new RecordBufferFormat(store, waiting.serdeTopic());
            case StoreSettings.Own own -> new OwnFormat(own);
            case StoreSettings.Buffer buffer -> new UpdateBufferFormat(store);
        };
    }
}
