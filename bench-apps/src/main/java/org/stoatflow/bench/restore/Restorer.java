package org.stoatflow.bench.restore;

import java.util.Map;
import org.stoatflow.bench.latency.Library;

/** Who reads the changelogs. */
enum Restorer {
    /** Consumers that read all and keep nothing: nobody restores faster. */
    CONSUMERS("consumers", "bare consumers"),
    KAFKA_STREAMS("ks", "Kafka Streams"),
    STOATFLOW("ours", "StoatFlow");

    private final String option;
    private final String title;

    Restorer(String option, String title) {
        this.option = option;
        this.title = title;
    }

    String title() {
        return title;
    }

    /** How the command line names it. */
    @Override
    public String toString() {
        return option;
    }

    Map<String, String> settings(int threads) {
        return switch (this) {
            case CONSUMERS -> Map.of();
            case KAFKA_STREAMS -> Library.KAFKA_STREAMS.settings(threads);
            case STOATFLOW -> Library.STOATFLOW.settings(threads);
        };
    }
}
