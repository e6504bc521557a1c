package org.stoatflow.bench.restore;

import java.util.HashMap;
import java.util.Map;
import org.stoatflow.bench.latency.Library;

/** Who reads the changelogs. */
enum Restorer {
    /** Consumers that read all and keep nothing: nobody restores faster. */
    CONSUMERS("consumers", "bare consumers"),
    KAFKA_STREAMS("ks", "Kafka Streams"),
    KAFKA_STREAMS_TRANSACTIONAL("ks-transactional", "Kafka Streams, transactional stores"),
    /** StoatFlow, by write batches. */
    BATCHES("batches", "StoatFlow, write batches"),
    /** StoatFlow, by files where they are worth it, as it does by itself. */
    FILES("files", "StoatFlow, files");

    private static final String MODE = "stoatflow.restore.mode";

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
            case KAFKA_STREAMS_TRANSACTIONAL -> Library.KAFKA_STREAMS_TRANSACTIONAL.settings(threads);
            case BATCHES -> ours(threads, "write-batch");
            case FILES -> ours(threads, "auto");
        };
    }

    private static Map<String, String> ours(int threads, String mode) {
        Map<String, String> settings = new HashMap<>(Library.STOATFLOW.settings(threads));
        settings.put(MODE, mode);
        return settings;
    }
}
