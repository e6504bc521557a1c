package org.stoatflow.kernel.plan;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.stoatflow.stores.StoreDescription;

/**
 * A store of a stage.
 *
 * @param stage stage whose lanes own the store
 * @param partitions virtual partitions of the stage, and so partitions of the changelog
 * @param serdeTopic topic that the store's serdes are given: the name of the changelog, also if logging is off
 * @param changelogTopic full name of the changelog, or null if logging is off
 * @param changelogConfig configuration with which the changelog is created
 * @param sourceTopic the source topic that the store is restored from, or null; it then has no changelog
 */
public record StorePlan(
        StoreDescription description,
        int stage,
        int partitions,
        String serdeTopic,
        @Nullable String changelogTopic,
        Map<String, String> changelogConfig,
        @Nullable String sourceTopic) {
    public String name() {
        return description.name();
    }

    /** The store, to be declared where the state is opened. Users' stores know themselves what they keep. */
    public StoreDescription declared() {
        return sourceTopic == null || description.isUsers() ? description : description.kept();
    }

    /** The topic that the store is restored from, or null if it is not restored. */
    public @Nullable String restoredFrom() {
        return changelogTopic == null ? sourceTopic : changelogTopic;
    }
}
