package org.stoatflow.chaos;

import java.util.Map;
import java.util.TreeMap;

/**
 * A value of the cached aggregation: how far the groups of a district have come.
 *
 * @param updates how many updates of groups the district has seen
 * @param gaps how many of these did not follow the last update of their group
 * @param groups by group, the count and the sum in its last update
 */
record District(long updates, long gaps, Map<Integer, Standing> groups) {
    static final String NONE = "";

    /** Count and sum of a group. */
    record Standing(long n, long sum) {}

    static String next(String before, Counting update) {
        District district = parse(before);
        Map<Integer, Standing> groups = new TreeMap<>(district.groups);
        Standing last = groups.put(update.group(), new Standing(update.n(), update.sum()));
        boolean isNext = update.n() == (last == null ? 0 : last.n) + 1;
        return new District(district.updates + 1, district.gaps + (isNext ? 0 : 1), groups).text();
    }

    static District parse(String text) {
        if (text.isEmpty()) {
            return new District(0, 0, Map.of());
        }
        String[] parts = text.split(" ", -1);
        Map<Integer, Standing> groups = new TreeMap<>();
        for (int i = 2; i < parts.length; i++) {
            String[] group = parts[i].split(":", -1);
            groups.put(Integer.parseInt(group[0]), new Standing(Long.parseLong(group[1]), Long.parseLong(group[2])));
        }
        return new District(Long.parseLong(parts[0]), Long.parseLong(parts[1]), groups);
    }

    private String text() {
        StringBuilder text = new StringBuilder().append(updates).append(' ').append(gaps);
        groups.forEach((group, standing) -> text.append(' ')
                .append(group)
                .append(':')
                .append(standing.n)
                .append(':')
                .append(standing.sum));
        return text.toString();
    }
}
