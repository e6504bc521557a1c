package org.stoatflow.runtime.source;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.stoatflow.runtime.plan.Entry;
import org.stoatflow.runtime.plan.Plan;

/**
 * Which source entries must be handed out in timestamp order with each other: those whose records can reach a common
 * stage, through hops too. A group of one topic needs no order between its partitions.
 */
public final class MergeGroups {
    private MergeGroups() {}

    /** Groups of source entries; every source entry is in one. */
    public static List<Set<Entry.Source>> of(Plan plan) {
        List<Set<Entry.Source>> groups = new ArrayList<>();
        List<Set<Integer>> reached = new ArrayList<>();
        for (Entry.Source entry : plan.sourceEntries()) {
            Set<Entry.Source> group = new HashSet<>(Set.of(entry));
            Set<Integer> stages = stagesReachedFrom(plan, entry);
            for (int i = groups.size() - 1; i >= 0; i--) {
                if (reached.get(i).stream().anyMatch(stages::contains)) {
                    group.addAll(groups.remove(i));
                    stages.addAll(reached.remove(i));
                }
            }
            groups.add(group);
            reached.add(stages);
        }
        return groups;
    }

    /** Whether the group has more than one topic. */
    public static boolean needsOrder(Set<Entry.Source> group) {
        return group.stream().mapToInt(entry -> entry.node().topics().size()).sum() > 1;
    }

    private static Set<Integer> stagesReachedFrom(Plan plan, Entry.Source source) {
        Set<Integer> stages = new HashSet<>(Set.of(source.stage()));
        Set<Integer> entries = new HashSet<>(Set.of(source.id()));
        boolean grown = true;
        while (grown) {
            grown = false;
            for (Entry entry : plan.entries()) {
                if (!entries.contains(entry.id())
                        && entries.stream().anyMatch(feeder -> plan.graph().isUpstream(feeder, entry.id()))) {
                    entries.add(entry.id());
                    stages.add(entry.stage());
                    grown = true;
                }
            }
        }
        return stages;
    }
}
