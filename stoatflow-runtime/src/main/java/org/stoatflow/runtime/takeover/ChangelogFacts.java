package org.stoatflow.runtime.takeover;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.stoatflow.kernel.plan.StorePlan;

/**
 * The changelog of a store.
 *
 * @param partitions how many the store has
 * @param needs what the store needs of it
 * @param held what it is; empty where the topic is not there
 */
record ChangelogFacts(String store, String topic, int partitions, Needs needs, Optional<Held> held) {
    /**
     * What a store needs of its changelog.
     *
     * @param retentionMs for how long the store keeps rows; empty where it keeps them until they are deleted
     * @param compactionLagMs for how long it needs each record of a key; empty where the last one is enough
     */
    record Needs(OptionalLong retentionMs, OptionalLong compactionLagMs) {}

    /**
     * A changelog that is there.
     *
     * @param config the topic's configuration
     * @param offsets how many it holds, over all partitions
     */
    record Held(Map<String, String> config, long offsets) {}

    static ChangelogFacts missing(StorePlan store) {
        return new ChangelogFacts(
                store.name(),
                store.serdeTopic(),
                store.partitions(),
                new Needs(
                        store.description().settings().retention(),
                        store.description().settings().compactionLag()),
                Optional.empty());
    }

    ChangelogFacts existing(Map<String, String> config, long offsets) {
        return new ChangelogFacts(store, topic, partitions, needs, Optional.of(new Held(config, offsets)));
    }
}
