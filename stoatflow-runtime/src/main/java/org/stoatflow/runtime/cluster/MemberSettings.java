package org.stoatflow.runtime.cluster;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The settings that all members of a group must agree on, so that each can continue the others' work. Two values are
 * equal where the settings are. Immutable, in the order of the names.
 */
public record MemberSettings(Map<String, String> values) {
    /** Stands for the settings of a member that has sent none. */
    public static final MemberSettings UNKNOWN = new MemberSettings(Map.of());

    public MemberSettings {
        values = Collections.unmodifiableMap(new TreeMap<>(values));
    }

    /** The settings that differ in the other member, in words. A setting that only one of the two names is left out. */
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
