package org.stoatflow.bench.lane;

import java.util.Arrays;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Rows in a hash table that is changed in place. One thread. */
final class RowTable {
    private static final int MIX = 0x9e3779b9;
    private static final int SLOTS_AT_FIRST = 1 << 14;

    private byte[] @Nullable [] keys = new byte[SLOTS_AT_FIRST][];
    private byte[] @Nullable [] values = new byte[SLOTS_AT_FIRST][];
    private int[] places = new int[SLOTS_AT_FIRST];
    private int used;

    /** @param place which store partition has the row */
    byte @Nullable [] get(int place, byte[] key) {
        return values[slot(place, key)];
    }

    void put(int place, byte[] key, byte @Nullable [] value) {
        int at = slot(place, key);
        if (keys[at] == null) {
            used++;
        }
        keys[at] = key;
        places[at] = place;
        values[at] = value;
        if (used > keys.length / 2) {
            rebuild(keys.length * 2, -1, gone -> false);
        }
    }

    void remove(int place, Predicate<byte[]> gone) {
        rebuild(keys.length, place, gone);
    }

    private int slot(int place, byte[] key) {
        int mask = keys.length - 1;
        int hash = (Arrays.hashCode(key) + place) * MIX;
        int at = (hash ^ hash >>> 16) & mask;
        while (keys[at] != null && (places[at] != place || !Arrays.equals(keys[at], key))) {
            at = at + 1 & mask;
        }
        return at;
    }

    private void rebuild(int slots, int place, Predicate<byte[]> gone) {
        byte[] @Nullable [] oldKeys = keys;
        byte[] @Nullable [] oldValues = values;
        int[] oldPlaces = places;
        keys = new byte[slots][];
        values = new byte[slots][];
        places = new int[slots];
        used = 0;
        for (int old = 0; old < oldKeys.length; old++) {
            byte[] key = oldKeys[old];
            byte[] value = oldValues[old];
            if (key != null && value != null && (oldPlaces[old] != place || !gone.test(key))) {
                int at = slot(oldPlaces[old], key);
                keys[at] = key;
                values[at] = value;
                places[at] = oldPlaces[old];
                used++;
            }
        }
    }
}
