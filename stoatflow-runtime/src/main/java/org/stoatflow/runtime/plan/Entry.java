package org.stoatflow.runtime.plan;

import org.jspecify.annotations.Nullable;
import org.stoatflow.topology.SourceNode;

/**
 * A door into a stage.
 *
 * @param id dense id over all stages; consecutive within a stage, deeper entries after those upstream of them
 * @param stage stage that the entry leads into
 * @param node the source node behind the door
 * @param hop what the records come through if not from a source topic
 */
public record Entry(
        int id, int stage, SourceNode node, @Nullable Hop hop) {
    public boolean isHop() {
        return hop != null;
    }

    public String name() {
        return node.name();
    }
}
