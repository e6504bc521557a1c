package org.stoatflow.tidy;

import java.util.Set;

/**
 * The two parts of the API that count as one place each in the order of packages. Kafka Streams' own circles run
 * through the types that users name, {@code streams..}: the mirrored packages without the facade, and what mirrored
 * types call. The facade is what users start with; it makes what lies between the two, and speaks to the engine.
 *
 * @param called packages of ours that mirrored types call
 * @param facade types of mirrored packages, and packages, that are the facade
 */
record ApiBlocks(Set<String> called, Set<String> facade) {
    static final ApiBlocks OURS = new ApiBlocks(
            Set.of("org.stoatflow.record", "org.stoatflow.stores"),
            Set.of(
                    "org.stoatflow.spi",
                    "org.stoatflow.status",
                    "org.stoatflow.streams.ClientStates",
                    "org.stoatflow.streams.EngineEvents",
                    "org.stoatflow.streams.EngineStop",
                    "org.stoatflow.streams.EngineThreadView",
                    "org.stoatflow.streams.GroupMetadata",
                    "org.stoatflow.streams.KafkaStreams",
                    "org.stoatflow.streams.QueriedStores",
                    "org.stoatflow.streams.StoreLags",
                    "org.stoatflow.streams.StreamsBuilder",
                    "org.stoatflow.streams.Topology"));

    private static final String MIRRORED = "streams..";
    private static final String FACADE = "facade";

    boolean isFacade(String type) {
        return facade.contains(type);
    }

    /**
     * The block of a type, or its package. Types nested in the facade's are enums and interfaces that users name, so
     * they are not of the facade.
     */
    String of(String type, String packageName, Set<String> mirrored) {
        if (facade.contains(type) || facade.contains(packageName)) {
            return FACADE;
        }
        return mirrored.contains(packageName) || called.contains(packageName) ? MIRRORED : packageName;
    }
}
