package org.stoatflow.kernel.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.stoatflow.kernel.epoch.EntryGraph;
import org.stoatflow.topology.ProcessorNode;

/**
 * A topology compiled to stages, with the virtual partitions of each stage that this instance owns. Immutable.
 *
 * @param stages by sub-topology number
 * @param entries by entry id
 * @param graph which entry feeds which
 * @param sinkTopics topics with a fixed name that sinks write to
 * @param cacheBytesMax bound on the caches of all lanes together, in bytes
 * @param warnings a sentence for each configuration that has no effect, and for each join of topics that differ
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
     * The same plan for an instance that owns only some virtual partitions. A stage by partition has a lane for each
     * owned partition.
     *
     * @param owned the owned virtual partitions by stage; a stage that is not named has none
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

    /** Number of lanes of all stages. */
    public int lanes() {
        return stages.stream().mapToInt(Stage::lanes).sum();
    }

    public List<StorePlan> stores() {
        return stages.stream().flatMap(stage -> stage.stores().stream()).toList();
    }

    /** The owned partitions of a store. */
    public OwnedPartitions ownedOf(StorePlan store) {
        return stages.get(store.stage()).owned();
    }

    /** Whether there is a store of a user's that is written at once, so that its writes are not part of epochs. */
    public boolean hasStoresWrittenAtOnce() {
        return stores().stream().anyMatch(store -> store.description().isWrittenAtOnce());
    }

    /**
     * Whether a cache holds back updates that are forwarded, so that the interval between cuts decides what is emitted.
     */
    public boolean holdsBack() {
        return stages.stream().anyMatch(Plan::hasCaches);
    }

    /**
     * Whether epochs are isolated under at-least-once too: a row that an operator has taken back from another key must
     * not be durable before that key's row is (docs/design/036).
     */
    public boolean retractsRows() {
        return stages.stream()
                .flatMap(stage -> stage.nodes().stream())
                .anyMatch(node -> node instanceof ProcessorNode processor && processor.retractsRows());
    }

    /** Bound on the caches of one lane of the stage, in bytes. All lanes with caches have the same share. */
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

    /**
     * The sources of the hop's stage that do not lead to the hop. Where records of the two meet, the source's come
     * first if they were handed out first (docs/design/012).
     */
    public List<Entry.Source> sourcesBeside(Entry.HopEnd hop) {
        return stageOf(hop).sourceEntries().stream()
                .filter(source -> !graph.leadsTo(source.id(), hop.id()))
                .toList();
    }

    public Stage stageOf(Entry entry) {
        return stages.get(entry.stage());
    }
}
