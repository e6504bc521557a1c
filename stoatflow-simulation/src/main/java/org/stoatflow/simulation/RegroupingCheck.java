package org.stoatflow.simulation;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** In the end, each key's last record is in a group, and no group keeps another one. */
final class RegroupingCheck implements DueCheck {
    private final Map<String, Integer> last = new TreeMap<>();
    private final Map<String, Set<Integer>> members = new TreeMap<>();

    @Override
    public void onCommitted(String key, InputRecord record) {
        last.put(record.partition + " " + key, record.id);
    }

    @Override
    public void onOutput(String group, String value) {
        members.put(group, Regrouping.members(value));
    }

    @Override
    public boolean isAllOut() {
        return members().equals(new TreeSet<>(last.values()));
    }

    private Set<Integer> members() {
        Set<Integer> all = new TreeSet<>();
        members.values().forEach(all::addAll);
        return all;
    }

    @Override
    public String missing() {
        Set<Integer> missing = new TreeSet<>(last.values());
        missing.removeAll(members());
        Set<Integer> left = members();
        left.removeAll(last.values());
        return (missing.isEmpty() ? "" : missing + "; ") + (left.isEmpty() ? "" : "still in a group: " + left + "; ");
    }
}
