package org.stoatflow.chaos;

import java.util.Map;
import org.stoatflow.localkafka.LocalKafka;
import org.stoatflow.topology.InternalTopics;

/** The application's id, its topics and its stores. */
final class Names {
    static final String APPLICATION = "chaos";

    /** The input. */
    static final String EVENTS = "events";
    /** Each step of the uncached aggregation. */
    static final String COUNTED = "counted";
    /** The updates that leave the cached aggregation. */
    static final String DISTRICTS = "districts";
    /** The punctuators' reports of the ledger. */
    static final String TOLD = "told";
    /** Padded copies; some of them are too large for the topic. */
    static final String PADDED = "padded";
    /** Dead letters. */
    static final String DEAD = "dead";

    static final String COUNTS_STORE = "counts-store";
    static final String DISTRICTS_STORE = "districts-store";
    static final String LEDGER_STORE = "ledger-store";

    static final int STORES = 3;

    static final int PARTITIONS = 6;

    /** The largest record that the broker takes in {@link #PADDED}. */
    static final int PADDED_BYTES_MAX = 20_000;

    private Names() {}

    static void createTopics(LocalKafka kafka) {
        kafka.createTopic(EVENTS, PARTITIONS);
        kafka.createTopic(COUNTED, PARTITIONS);
        kafka.createTopic(DISTRICTS, PARTITIONS / 2);
        kafka.createTopic(TOLD, PARTITIONS);
        kafka.createTopic(PADDED, PARTITIONS / 2, Map.of("max.message.bytes", Integer.toString(PADDED_BYTES_MAX)));
        kafka.createTopic(DEAD, 1);
    }

    static String changelog(String store) {
        return new InternalTopics(APPLICATION).changelog(store);
    }
}
