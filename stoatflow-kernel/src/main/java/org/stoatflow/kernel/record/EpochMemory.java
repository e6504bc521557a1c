package org.stoatflow.kernel.record;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.operator.EpochKeys;

/**
 * What the operators of one lane remember until an epoch ends. Where epochs are not isolated, a lane works for several
 * of them in turn, and remembers from the newest. Owner: the lane's thread.
 */
public final class EpochMemory {
    private final Map<String, Noted> byName = new HashMap<>();
    private final List<Noted> all = new ArrayList<>();
    private long number = -1;

    /** The keys of this name; none at first. */
    public EpochKeys keys(String name) {
        return byName.computeIfAbsent(name, any -> {
            Noted noted = new Noted();
            all.add(noted);
            return noted;
        });
    }

    /** Work for an epoch begins. */
    public void begin(long epoch) {
        next();
        if (epoch > number) {
            number = epoch;
            all.forEach(Noted::forget);
        }
    }

    /** The next record begins: what was noted before is seen from now on. */
    public void next() {
        for (int i = 0; i < all.size(); i++) { // no iterator: for each record
            all.get(i).keep();
        }
    }

    /** The record's work is undone, and what it has noted is forgotten. */
    public void rollback() {
        all.forEach(Noted::drop);
    }

    private static final class Noted implements EpochKeys {
        private final Set<Bytes> keys = new HashSet<>();
        private final List<Bytes> ofRecord = new ArrayList<>();

        @Override
        public void add(byte[] key) {
            ofRecord.add(Bytes.wrap(key));
        }

        @Override
        public boolean isEmpty() {
            return keys.isEmpty();
        }

        @Override
        public boolean contains(byte[] key) {
            return keys.contains(Bytes.wrap(key));
        }

        private void keep() {
            if (!ofRecord.isEmpty()) {
                keys.addAll(ofRecord);
                ofRecord.clear();
            }
        }

        private void drop() {
            ofRecord.clear();
        }

        private void forget() {
            keys.clear();
        }
    }
}
