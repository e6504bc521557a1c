package org.stoatflow.state.keyvalue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * The keys of one virtual partition, in the order of their last use. Uses since {@link #save} can be taken back.
 * Thread: the lane's.
 */
final class UseOrder {
    /** A key, between the one used before it and the one used after it. */
    private static final class Entry {
        private final byte[] key;
        private @Nullable Entry older;
        private @Nullable Entry newer;

        Entry(byte[] key) {
            this.key = key;
        }
    }

    /** Where an entry was before a change: not there, or behind {@code older}, which is null for the oldest place. */
    private record Former(
            Entry entry, boolean present, @Nullable Entry older) {}

    private final Map<Bytes, Entry> entries = new HashMap<>();
    private final List<Former> changes = new ArrayList<>();
    private @Nullable Entry oldest;
    private @Nullable Entry newest;
    private boolean saving;

    int size() {
        return entries.size();
    }

    /** The key that was not used for the longest time; there has to be one. */
    byte[] oldest() {
        if (oldest == null) {
            throw new IllegalStateException("There is no oldest key among none");
        }
        return oldest.key;
    }

    /** The key was used, if it is here. */
    void use(byte[] key) {
        Entry entry = entries.get(Bytes.wrap(key));
        if (entry != null && entry != newest) {
            note(entry, true);
            unlink(entry);
            link(entry, newest);
        }
    }

    /** The key was put: it is the newest. */
    void put(byte[] key) {
        if (entries.containsKey(Bytes.wrap(key))) {
            use(key);
            return;
        }
        Entry entry = new Entry(key);
        note(entry, false);
        add(entry, newest);
    }

    void remove(byte[] key) {
        Entry entry = entries.get(Bytes.wrap(key));
        if (entry != null) {
            note(entry, true);
            drop(entry);
        }
    }

    void save() {
        saving = true;
        changes.clear();
    }

    void release() {
        saving = false;
        changes.clear();
    }

    void rollback() {
        saving = false;
        for (int i = changes.size() - 1; i >= 0; i--) {
            Former former = changes.get(i);
            if (entries.containsKey(Bytes.wrap(former.entry.key))) {
                drop(former.entry);
            }
            if (former.present) {
                add(former.entry, former.older);
            }
        }
        changes.clear();
    }

    private void note(Entry entry, boolean present) {
        if (saving) {
            changes.add(new Former(entry, present, entry.older));
        }
    }

    private void add(Entry entry, @Nullable Entry older) {
        entries.put(Bytes.wrap(entry.key), entry);
        link(entry, older);
    }

    private void drop(Entry entry) {
        entries.remove(Bytes.wrap(entry.key));
        unlink(entry);
    }

    /** Puts the entry behind {@code older}, or at the oldest place. */
    private void link(Entry entry, @Nullable Entry older) {
        Entry next = older == null ? oldest : older.newer;
        entry.older = older;
        entry.newer = next;
        if (older == null) {
            oldest = entry;
        } else {
            older.newer = entry;
        }
        if (next == null) {
            newest = entry;
        } else {
            next.older = entry;
        }
    }

    private void unlink(Entry entry) {
        Entry older = entry.older;
        Entry next = entry.newer;
        if (older == null) {
            oldest = next;
        } else {
            older.newer = next;
        }
        if (next == null) {
            newest = older;
        } else {
            next.older = older;
        }
        entry.older = null;
        entry.newer = null;
    }
}
