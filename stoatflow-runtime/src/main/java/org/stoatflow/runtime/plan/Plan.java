package org.stoatflow.runtime.plan;

import java.util.List;
import java.util.Set;
import org.stoatflow.runtime.epoch.EntryGraph;

/**
 * A topology compiled to stages. Immutable.
 *
 * @param stages by sub-topology number
 * @param entries by entry id
 * @param graph which entry feeds which
 * @param sinkTopics topics with a fixed name that sinks write to
 */
public record Plan(
        String applicationId, List<Stage> stages, List<Entry> entries, EntryGraph graph, Set<String> sinkTopics) {

    public int lanes() {
        return stages.stream().mapToInt(Stage::lanes).sum();
    }

    public List<StorePlan> stores() {
        return stages.stream().flatMap(stage -> stage.stores().stream()).toList();
    }

    /** Entries that source topics lead into. */
    public List<Entry> sourceEntries() {
        return entries.stream().filter(entry -> !entry.isHop()).toList();
    }

    /** Whether an entry of the stage is directly upstream of {@code entry}. */
    public boolean feeds(Stage stage, int entry) {
        return stage.entries().stream().anyMatch(feeder -> graph.isUpstream(feeder.id(), entry));
    }

    public Stage stageOf(Entry entry) {
        return stages.get(entry.stage());
    }
}
