package org.stoatflow.kernel.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.stoatflow.kernel.epoch.EntryGraph;

/**
 * A topology compiled to stages: the logical plan, and which virtual partitions of each stage are here. Immutable.
 *
 * @param stages by sub-topology number
 * @param entries by entry id
 * @param graph which entry feeds which
 * @param sinkTopics topics with a fixed name that sinks write to
 * @param cacheBytesMax what the caches of all lanes together may take, in bytes
 * @param warnings configuration that has no effect, a sentence each
 */
public record Plan(
        String applicationId,
        List<Stage> stages,
        List<Entry> entries,
        EntryGraph graph,
        Set<String> sinkTopics,
        long cacheBytesMax,
        List<String> warnings)
        implements Entries {

    /**
     * The same plan where only some virtual partitions are here. A stage by partition has a lane for each of them.
     *
     * @param owned the virtual partitions that are here, by stage; none of a stage that is not named
     */
    public Plan owning(Map<Integer, List<Integer>> owned) {
        List<Stage> here = new ArrayList<>();
        int firstLane = 0;
        for (Stage stage : stages) {
            Stage placed = stage.owning(
                    OwnedPartitions.some(owned.getOrDefault(stage.id(), List.of()), stage.partitions()), firstLane);
            here.add(placed);
            firstLane += placed.lanes();
        }
        return new Plan(applicationId, List.copyOf(here), entries, graph, sinkTopics, cacheBytesMax, warnings);
    }

    /** Lanes of all stages, here. */
    public int lanes() {
        return stages.stream().mapToInt(Stage::lanes).sum();
    }

    public List<StorePlan> stores() {
        return stages.stream().flatMap(stage -> stage.stores().stream()).toList();
    }

    /** The partitions of a store that are here. */
    public OwnedPartitions ownedOf(StorePlan store) {
        return stages.get(store.stage()).owned();
    }

    /** Whether a cache holds back what feeds something, so that the interval between cuts decides what is emitted. */
    public boolean holdsBack() {
        return stages.stream().anyMatch(Plan::hasCaches);
    }

    /** What the caches of one lane of the stage may take, in bytes: lanes with caches share alike. */
    public long cacheBytesOfLane(Stage stage) {
        return hasCaches(stage)
                ? cacheBytesMax
                        / stages.stream()
                                .filter(Plan::hasCaches)
                                .mapToInt(Stage::lanes)
                                .sum()
                : 0;
    }

    private static boolean hasCaches(Stage stage) {
        return !stage.flushes().isEmpty();
    }

    /** Whether an entry of the stage is directly upstream of {@code entry}. */
    public boolean feeds(Stage stage, int entry) {
        return stage.entries().stream().anyMatch(feeder -> graph.isUpstream(feeder.id(), entry));
    }

    public Stage stageOf(Entry entry) {
        return stages.get(entry.stage());
    }
}
