package org.stoatflow.topology;

/**
 * The names of the topics that belong to an application. They are the names that Kafka Streams uses, so an application
 * that moves finds its state and its records there.
 *
 * @param applicationId the application's id
 */
public record InternalTopics(String applicationId) {
    private static final String REPARTITION = "-repartition";
    private static final String CHANGELOG = "-changelog";

    /**
     * The changelog topic of a store, whether the store has one or not: serdes get this name in any case.
     *
     * @param store the store's name
     * @return the topic
     */
    public String changelog(String store) {
        return of(changelogName(store));
    }

    /**
     * The name of a changelog topic in the topology, which is the same for every application.
     *
     * @param store the store's name
     * @return the name, without application id
     */
    public static String changelogName(String store) {
        return store + CHANGELOG;
    }

    /**
     * A topic between two sub-topologies.
     *
     * @param name its name in the topology, see {@link RepartitionTopic#name}
     * @return the topic
     */
    public String repartition(String name) {
        return of(name);
    }

    /**
     * The name of a repartition topic in the topology, which is the same for every application.
     *
     * @param prefix the name from the user or the DSL
     * @return the name, without application id
     */
    public static String repartitionName(String prefix) {
        return prefix.endsWith(REPARTITION) ? prefix : prefix + REPARTITION;
    }

    private String of(String name) {
        return applicationId + "-" + name;
    }
}
