package org.stoatflow.simulation.stores;

import java.util.Map;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.stores.ChangelogSettings;
import org.stoatflow.stores.InnerStore;
import org.stoatflow.stores.SerdeChoice;
import org.stoatflow.stores.StoreDescription;

/**
 * A kind of store at one place.
 *
 * @param kind the kind
 * @param place where its rows are
 * @param cached whether it has a record cache
 */
record Variant(Kind kind, Place place, boolean cached) {
    static final String STORE = "s";

    /** Where rows are. */
    enum Place {
        /** In RocksDB. */
        ROCKS,
        /** On the heap, with all that a store on disk has. */
        MEMORY_AS_DISK,
        /** On the heap. */
        MEMORY
    }

    boolean persistent() {
        return place != Place.MEMORY;
    }

    /** Whether a crash leaves what was applied. */
    boolean survives() {
        return persistent();
    }

    StoreDescription description() {
        Serde<?> values = kind == Kind.UNJOINED ? Serdes.ByteArray() : new Numbers();
        InnerStore inner = persistent() && kind.settings().withHeaders()
                ? InnerStore.withHeaders()
                : new InnerStore(persistent(), kind.settings().timestamped(), null);
        return new StoreDescription(
                STORE,
                kind.settings(),
                inner,
                new SerdeChoice(Serdes.Bytes(), values),
                cached,
                new ChangelogSettings(true, Map.of()));
    }

    Home home() {
        return place == Place.ROCKS ? new Home.Disk(description()) : new Home.Memory(description(), survives());
    }

    Subject<?, ?> subject() {
        return kind.subject(this);
    }

    @Override
    public String toString() {
        return kind.option() + (cached ? " with a cache" : "") + ", "
                + switch (place) {
                    case ROCKS -> "RocksDB";
                    case MEMORY_AS_DISK -> "in memory as on disk";
                    case MEMORY -> "in memory";
                };
    }
}
