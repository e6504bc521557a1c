package org.stoatflow.topology;

import java.util.ArrayList;
import java.util.List;
import org.stoatflow.streams.errors.TopologyException;

/**
 * The stores and internal topics that have generated names. Such names change when operators are added or removed, and
 * what is kept under them is then not found.
 */
public final class ImplicitNames {
    private final boolean refused;
    private final List<String> changelogs = new ArrayList<>();
    private final List<String> stores = new ArrayList<>();
    private final List<String> repartitions = new ArrayList<>();

    /**
     * Starts with no names.
     *
     * @param refused whether there may be none, as {@code ensure.explicit.internal.resource.naming} says
     */
    ImplicitNames(boolean refused) {
        this.refused = refused;
    }

    /**
     * Notes a store.
     *
     * @param store its generated name
     * @param logged whether it has a changelog
     */
    public void addStore(String store, boolean logged) {
        stores.add(store);
        if (logged) {
            addChangelog(store);
        }
    }

    /**
     * Notes the changelog of a store, but not the store.
     *
     * @param store the store's generated name
     */
    public void addChangelog(String store) {
        changelogs.add(InternalTopics.changelogName(store));
    }

    /**
     * Notes a repartition topic.
     *
     * @param topic its generated name
     */
    public void addRepartition(String topic) {
        repartitions.add(topic);
    }

    /**
     * Looks at what was noted, when the topology is built.
     *
     * @throws TopologyException if there are generated names and they are refused
     */
    public void check() {
        String found = list("changelog topic(s)", changelogs)
                + list("state store(s)", stores)
                + list("repartition topic(s)", repartitions);
        if (refused && !found.isEmpty()) {
            throw new TopologyException(found);
        }
    }

    /** In the words of Kafka Streams, which tests of applications may look for. */
    private static String list(String kind, List<String> names) {
        return names.isEmpty()
                ? ""
                : "Following " + kind + " has not been named: " + String.join(", ", names) + System.lineSeparator();
    }
}
