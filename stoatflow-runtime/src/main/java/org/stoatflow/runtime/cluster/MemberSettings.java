package org.stoatflow.runtime.cluster;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What all members of a group must agree on, so that each can continue the others' work: names of settings, and values
 * that are equal where the settings are. Immutable, in the order of the names.
 */
public record MemberSettings(Map<String, String> values) {
    /** Of a member that has not said what it goes by. */
    public static final MemberSettings UNKNOWN = new MemberSettings(Map.of());

    public MemberSettings {
        values = Collections.unmodifiableMap(new TreeMap<>(values));
    }

    /** What another one has otherwise, in words; nothing about a setting that one of the two does not name. */
    public List<String> differencesTo(MemberSettings other) {
        List<String> differences = new ArrayList<>();
        values.forEach((name, here) -> {
            String there = other.values.get(name);
            if (there != null && !there.equals(here)) {
                differences.add(name + " is " + here + " here and " + there + " there");
            }
        });
        return differences;
    }
}
