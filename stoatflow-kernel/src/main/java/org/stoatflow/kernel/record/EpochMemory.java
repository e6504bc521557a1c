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
    private long number = -1;
    private boolean saved; // whether a savepoint is open

    /** The keys of this name; none at first. */
    public EpochKeys keys(String name) {
        return byName.computeIfAbsent(name, any -> new Noted());
    }

    /** Work for an epoch begins. */
    public void begin(long epoch) {
        if (epoch > number) {
            number = epoch;
            byName.values().forEach(Noted::forget);
        }
    }

    /** A savepoint begins. */
    public void save() {
        saved = true;
    }

    /** The savepoint ends, and what was noted stays. */
    public void release() {
        saved = false;
        byName.values().forEach(Noted::release);
    }

    /** What was noted since the savepoint is forgotten. */
    public void rollback() {
        saved = false;
        byName.values().forEach(Noted::rollback);
    }

    private final class Noted implements EpochKeys {
        private final Set<Bytes> keys = new HashSet<>();
        private final List<Bytes> sinceSave = new ArrayList<>();

        @Override
        public void add(byte[] key) {
            Bytes noted = Bytes.wrap(key);
            if (keys.add(noted) && saved) {
                sinceSave.add(noted);
            }
        }

        @Override
        public boolean isEmpty() {
            return keys.isEmpty();
        }

        @Override
        public boolean contains(byte[] key) {
            return keys.contains(Bytes.wrap(key));
        }

        private void forget() {
            keys.clear();
            sinceSave.clear();
        }

        private void release() {
            sinceSave.clear();
        }

        private void rollback() {
            sinceSave.forEach(keys::remove);
            sinceSave.clear();
        }
    }
}
