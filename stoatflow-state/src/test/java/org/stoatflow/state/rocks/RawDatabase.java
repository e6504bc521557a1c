package org.stoatflow.state.rocks;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.stores.StoreDescription;

/**
 * What is in the database of a folder that nobody has open.
 *
 * @param kept a store that is there
 */
record RawDatabase(Path folder, RocksSettings settings, StoreDescription kept) {
    /** Opens until no purged store is left that may take space; each opening goes on for a while. */
    void awaitSpaceReturned() throws RocksDBException {
        long deadlineNs = System.nanoTime() + 60_000_000_000L;
        while (metaKeys().stream().anyMatch(row -> row.startsWith("d "))) {
            assertTrue(System.nanoTime() < deadlineNs, () -> "after a minute there is still a row of purged space");
            try (StateEngine opened = StateEngines.openRocks(folder, List.of(kept), settings)) {
                LockSupport.parkNanos(100_000_000);
                assertTrue(opened.storeId(kept.name()) >= 0);
            }
        }
    }

    /** The keys of the meta family, but the runtime's; those with numbers as tag, blank, number. */
    List<String> metaKeys() throws RocksDBException {
        List<String> found = new ArrayList<>();
        try (RocksFamilies families = RocksFamilies.readOnly(StateFolder.database(folder), settings, RocksTuning.NONE);
                RocksIterator rows = families.db().newIterator(families.family(RocksFamilies.META))) {
            for (rows.seekToFirst(); rows.isValid(); rows.next()) {
                byte[] key = rows.key();
                String tag = "" + (char) key[0];
                if ("prd".contains(tag)) {
                    found.add(tag + " " + ByteBuffer.wrap(key, 1, 4).getInt());
                } else if (!tag.equals("m")) {
                    found.add(new String(key, StandardCharsets.UTF_8));
                }
            }
            rows.status();
        }
        return found;
    }

    /** How many rows there are with a store's number. */
    int rows(int id) throws RocksDBException {
        int found = 0;
        try (RocksFamilies families = RocksFamilies.readOnly(StateFolder.database(folder), settings, RocksTuning.NONE);
                RocksIterator rows = families.db().newIterator(families.family(RocksFamilies.KEY_VALUE))) {
            for (rows.seekToFirst(); rows.isValid(); rows.next()) {
                found += ByteBuffer.wrap(rows.key()).getInt() == id ? 1 : 0;
            }
            rows.status();
        }
        return found;
    }
}
