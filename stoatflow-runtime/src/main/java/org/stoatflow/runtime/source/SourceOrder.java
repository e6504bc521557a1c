package org.stoatflow.runtime.source;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.stoatflow.kernel.plan.Entry;
import org.stoatflow.kernel.plan.Plan;

/**
 * The order in which records of different source partitions are handed out (docs/design/012).
 *
 * <p>A <em>task</em> is what it is in Kafka Streams: the source partitions with the same number, of one stage. Its
 * records come in timestamp order. Tasks of different stages whose records reach a common stage, also through hops, are
 * <em>aligned</em>: where both have a record, the earlier one goes first. Records that come to a stage over a hop also
 * wait for the sources of that stage, as they do in Kafka Streams, where the hop's topic and these are of one task.
 */
public final class SourceOrder {
    private SourceOrder() {}

    /**
     * Groups entries whose records can reach a common stage. Every entry is in one group.
     *
     * @param read the entries whose records are read: the sources, and hops in whose topics records were left
     */
    public static <E extends Entry.Node> List<Set<E>> groups(Plan plan, Collection<E> read) {
        List<Set<E>> groups = new ArrayList<>();
        List<Set<Integer>> reached = new ArrayList<>();
        for (E entry : read) {
            Set<E> group = new HashSet<>(Set.of(entry));
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

    /**
     * Whether tasks of the group are aligned with each other: so it is where the group has sources of more than one
     * stage, or where one of them waits for another.
     */
    public static boolean isAligned(Plan plan, Set<? extends Entry.Node> group) {
        return group.stream().mapToInt(Entry.Node::stage).distinct().count() > 1
                || group.stream().anyMatch(entry -> !awaited(plan, entry).isEmpty());
    }

    /**
     * The sources that records of the entry wait for: those of each stage that they reach over a hop, unless these lead
     * to the hop themselves.
     */
    public static Set<Entry.Source> awaited(Plan plan, Entry.Node source) {
        Set<Entry.Source> awaited = new HashSet<>();
        for (Entry.HopEnd hop : plan.hopEnds()) {
            if (plan.graph().leadsTo(source.id(), hop.id())) {
                awaited.addAll(plan.sourcesBeside(hop));
            }
        }
        awaited.removeIf(source::equals);
        return awaited;
    }

    /**
     * What is handed over before a batch of the source: the sources that its records wait for, each after those that it
     * waits for itself, unless two wait for each other.
     */
    static List<Entry.Source> handedOverBefore(Plan plan, Entry.Node source) {
        List<Entry.Source> before = new ArrayList<>();
        addAwaited(plan, source, new HashSet<>(Set.<Entry.Node>of(source)), before);
        return before;
    }

    private static void addAwaited(Plan plan, Entry.Node source, Set<Entry.Node> seen, List<Entry.Source> before) {
        awaited(plan, source).stream()
                .sorted(Comparator.comparingInt(Entry.Source::id))
                .filter(seen::add)
                .forEach(awaited -> {
                    addAwaited(plan, awaited, seen, before);
                    before.add(awaited);
                });
    }

    /** Whether a task of these entries, which are all of one stage, merges several topics. */
    public static boolean isMerged(Set<Entry.Source> ofOneStage) {
        return ofOneStage.stream()
                        .mapToInt(entry -> entry.node().topics().size())
                        .sum()
                > 1;
    }

    private static Set<Integer> stagesReachedFrom(Plan plan, Entry.Node source) {
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
