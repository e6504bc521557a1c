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
    /** How the names of the topics begin that come, are fed, and are deleted. */
    static final String TENANT_PREFIX = "tenant-";
    /** A topic of tenants that stays, so that there always is one. */
    static final String TENANT_FOR_GOOD = TENANT_PREFIX + "0";
    /** A topic whose log is cut. */
    static final String CUT = "cut";
    /** Copies of the records of tenants and of {@link #CUT}. */
    static final String PASSED = "passed";
    /** How many records of each ward the tenants had. */
    static final String WARDS = "wards";

    static final String COUNTS_STORE = "counts-store";
    static final String DISTRICTS_STORE = "districts-store";
    static final String LEDGER_STORE = "ledger-store";

    /** A store of the application's own, without a changelog. */
    static final String WATCHED_STORE = "watched-store";

    static final String WARDS_STORE = "wards-store";

    static final int PARTITIONS = 6;
    static final int TENANT_PARTITIONS = 2;

    /** How many partitions all stores have together. */
    static final int STORE_PARTITIONS = 3 * PARTITIONS + TENANT_PARTITIONS;

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
        kafka.createTopic(TENANT_FOR_GOOD, TENANT_PARTITIONS);
        kafka.createTopic(CUT, 1);
        kafka.createTopic(PASSED, PARTITIONS / 2);
        kafka.createTopic(WARDS, TENANT_PARTITIONS);
    }

    static String changelog(String store) {
        return new InternalTopics(APPLICATION).changelog(store);
    }
}
