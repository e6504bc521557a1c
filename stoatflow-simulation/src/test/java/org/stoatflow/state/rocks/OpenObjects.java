package org.stoatflow.state.rocks;

/** Tells tests of other packages what leaks. */
public final class OpenObjects {
    private OpenObjects() {}

    /** How many of RocksDB's objects are open in this process. */
    public static long count() {
        return Natives.open();
    }
}
