package org.stoatflow.bench.failover;

import java.util.Map;
import org.stoatflow.bench.latency.Library;

/** Who takes over. */
enum Contender {
    OURS("ours", "StoatFlow, cold", Library.STOATFLOW, 0),
    OURS_STANDBY("ours-standby", "StoatFlow, standby", Library.STOATFLOW, 1),
    KAFKA_STREAMS_STANDBY("ks-standby", "Kafka Streams, standby", Library.KAFKA_STREAMS, 1),
    KAFKA_STREAMS_TRANSACTIONAL_STANDBY(
            "ks-transactional-standby",
            "Kafka Streams, transactional stores, standby",
            Library.KAFKA_STREAMS_TRANSACTIONAL,
            1);

    private final String option;
    private final String title;
    private final Library library;
    private final int standbys;

    Contender(String option, String title, Library library, int standbys) {
        this.option = option;
        this.title = title;
        this.library = library;
        this.standbys = standbys;
    }

    String title() {
        return title;
    }

    Library library() {
        return library;
    }

    boolean hasStandby() {
        return standbys > 0;
    }

    Map<String, String> settings() {
        return Map.of("num.standby.replicas", Integer.toString(standbys));
    }

    /** How the command line names it. */
    @Override
    public String toString() {
        return option;
    }
}
