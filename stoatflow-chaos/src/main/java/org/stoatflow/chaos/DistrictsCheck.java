package org.stoatflow.chaos;

import java.util.HashMap;
import java.util.Map;

/**
 * Checks the cached aggregation. Under exactly-once, a serial run can show each value: each group has a count and sum
 * that it really had, no earlier than in the value before, and no update of the group is missing. The last values hold
 * all updates.
 */
final class DistrictsCheck {
    private final Input input;
    private final CountedCheck counted;
    private final boolean exactlyOnce;
    private final Differences differences;
    private final Map<String, District> last = new HashMap<>();
    private long number;

    DistrictsCheck(Input input, CountedCheck counted, boolean exactlyOnce, Differences differences) {
        this.input = input;
        this.counted = counted;
        this.exactlyOnce = exactlyOnce;
        this.differences = differences;
    }

    void onResult(String key, String value) {
        District district = District.parse(value);
        District before = last.put(key, district);
        number++;
        if (exactlyOnce) {
            requirePossible(key, value, district);
            requireAfter(key, value, district, before);
        }
    }

    private void requirePossible(String key, String value, District district) {
        long updates = district.groups().values().stream()
                .mapToLong(District.Standing::n)
                .sum();
        if (district.gaps() != 0 || district.updates() != updates) {
            differences.add(Names.DISTRICTS, key, updates + " updates without gaps", value);
        }
        district.groups().forEach((group, standing) -> {
            if (!key.equals(Event.districtKey(group)) || counted.sum(group, standing.n()) != standing.sum()) {
                differences.add(
                        Names.DISTRICTS,
                        key,
                        "group " + group + " at " + standing.n() + " with sum " + counted.sum(group, standing.n()),
                        value);
            }
        });
    }

    private void requireAfter(String key, String value, District district, District before) {
        if (before == null) {
            return;
        }
        before.groups().forEach((group, standing) -> {
            District.Standing now = district.groups().get(group);
            if (now == null || now.n() < standing.n()) {
                differences.add(Names.DISTRICTS, key, "group " + group + " at " + standing.n() + " or further", value);
            }
        });
    }

    /** Checks what can be checked only after the last result. */
    void finish() {
        finish(Names.DISTRICTS, last);
    }

    /** Compares the last values of a topic, by key. */
    void finish(String topic, Map<String, District> values) {
        District none = District.parse(District.NONE);
        for (int group = 0; group < Event.GROUPS; group++) {
            District.Standing standing = values.getOrDefault(Event.districtKey(group), none)
                    .groups()
                    .getOrDefault(group, new District.Standing(0, 0));
            Totals.compare(
                    topic,
                    Event.districtKey(group) + " (group " + group + ")",
                    input.group(group),
                    standing.n(),
                    standing.sum(),
                    exactlyOnce,
                    differences);
        }
    }

    /** Results seen. */
    long number() {
        return number;
    }
}
