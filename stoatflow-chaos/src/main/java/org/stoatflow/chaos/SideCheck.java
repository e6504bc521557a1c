package org.stoatflow.chaos;

import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Checks what came out of the topics that were deleted or cut. Of a deleted one, that is each record that the
 * application has said it has processed, unless it failed meanwhile: what it would process again is gone. Of the one
 * that was cut, it is each record that is in its log. One thread.
 */
final class SideCheck {
    private final boolean exactlyOnce;
    private final Differences differences;
    private final Map<String, Integer> passed = new HashMap<>();
    private final Map<String, Long> counted = new HashMap<>();
    private final Map<String, Long> perWard = new HashMap<>();
    private long number;

    SideCheck(boolean exactlyOnce, Differences differences) {
        this.exactlyOnce = exactlyOnce;
        this.differences = differences;
    }

    /** A record in {@link Names#PASSED}. */
    void onPassed(String name) {
        number++;
        passed.merge(name, 1, Integer::sum);
        SideRecord record = SideRecord.parse(name);
        if (record.topic().startsWith(Names.TENANT_PREFIX)) {
            perWard.merge(record.ward(), 1L, Long::sum);
        }
    }

    /** A record in {@link Names#WARDS}. */
    void onCounted(String ward, String count) {
        counted.put(ward, Long.parseLong(count));
    }

    /** A record that is in the log that was cut. */
    void onLeft(String name) {
        if (!passed.containsKey(name)) {
            differences.add(Names.PASSED, "any", "record '" + name + "', which is in its topic", "nothing of it");
        }
    }

    /**
     * After the last record.
     *
     * @param tenants the topics that were deleted
     * @param resets how often the application went back in the log that was cut, for want of a better position
     */
    void finish(List<SideFaults.Tenant> tenants, int resets) {
        for (SideFaults.Tenant tenant : tenants) {
            if (tenant.kept()) {
                finish(tenant.topic(), tenant.passed());
            }
        }
        if (exactlyOnce) {
            passed.forEach((name, times) -> {
                int most = SideRecord.parse(name).topic().equals(Names.CUT) ? 1 + resets : 1;
                if (times > most) {
                    differences.add(
                            Names.PASSED, "any", "record '" + name + "' " + most + " times at most", times + "");
                }
            });
            perWard.forEach((ward, count) -> {
                if (!count.equals(counted.get(ward))) {
                    differences.add(Names.WARDS, ward, count + ", as many as passed", counted.get(ward) + "");
                }
            });
        }
    }

    private void finish(String topic, BitSet processed) {
        Map<String, Long> least = new HashMap<>();
        processed.stream().forEach(serial -> {
            SideRecord record = new SideRecord(topic, serial);
            least.merge(record.ward(), 1L, Long::sum);
            if (!passed.containsKey(record.name())) {
                differences.add(
                        Names.PASSED,
                        Integer.toString(serial),
                        "record '" + record.name() + "', which was processed before its topic was deleted",
                        "nothing of it");
            }
        });
        least.forEach((ward, count) -> {
            if (counted.getOrDefault(ward, 0L) < count) {
                differences.add(
                        Names.WARDS,
                        ward,
                        count + " at least, as many as were processed before the topic was deleted",
                        counted.getOrDefault(ward, 0L) + "");
            }
        });
    }

    /** For a person: how much was compared. */
    String compared(List<SideFaults.Tenant> tenants) {
        long whole = tenants.stream().filter(SideFaults.Tenant::kept).count();
        return String.format(
                Locale.ROOT,
                "%,d of %d deleted topics (%d of them without a failure meanwhile) and of one that was cut",
                number,
                tenants.size(),
                whole);
    }
}
