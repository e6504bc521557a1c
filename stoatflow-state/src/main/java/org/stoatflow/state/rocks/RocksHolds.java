package org.stoatflow.state.rocks;

import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What readers hold of an engine. Who reads adds it while inside the engine's gate, so that the close, which comes once
 * nobody is inside, finds all that is open. Threads: any.
 */
final class RocksHolds {
    /** Open ones at which the log says that somebody forgets to close them. */
    static final int TOLD_AT = 10_000;

    private static final Logger LOG = LoggerFactory.getLogger(RocksHolds.class);

    private final Path folder;

    /**
     * Shared, with {@code told}. Written by: who makes and closes a scan or a snapshot, inside the gate. Read by: who
     * closes the database, once nobody is inside. Safe: concurrent set; whoever makes one adds it before leaving the
     * gate. Proof: RocksSnapshotTest, UseGateProof.
     */
    private final Set<RocksHold> open = ConcurrentHashMap.newKeySet();

    private final AtomicBoolean told = new AtomicBoolean();

    RocksHolds(Path folder) {
        this.folder = folder;
    }

    <T extends RocksHold> T add(T hold) {
        open.add(hold);
        if (open.size() >= TOLD_AT && !told.getAndSet(true)) {
            LOG.warn(
                    "The state in {} has {} open iterators; this is said once. Each holds memory, and files that have"
                            + " been deleted: close each iterator of a query, with try (var rows = store.all()) { … }",
                    folder,
                    open.size());
        }
        return hold;
    }

    void forget(RocksHold released) {
        open.remove(released);
    }

    /** Releases what is still open. Nobody is inside the gate any more. */
    void release() {
        open.forEach(RocksHold::release);
    }
}
