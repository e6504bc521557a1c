package org.stoatflow.bench.latency;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.stoatflow.bench.role.Application;

/** The libraries that run the program. */
public enum Library {
    STOATFLOW(Application.STOATFLOW, "StoatFlow"),
    KAFKA_STREAMS(Application.KAFKA_STREAMS, "Kafka Streams"),
    /** Kafka Streams with {@code enable.transactional.statestores}. */
    KAFKA_STREAMS_TRANSACTIONAL("kafka-streams-transactional", "Kafka Streams, transactional stores");

    /** The values of {@code --system}. */
    public static final String SYSTEMS = "ours, ks, ks-transactional, both or all";

    private final String id;
    private final String title;

    Library(String id, String title) {
        this.id = id;
        this.title = title;
    }

    /** The libraries that {@code --system} names; empty if it has none of {@link #SYSTEMS}. */
    public static Optional<List<Library>> chosen(String system) {
        return switch (system) {
            case "ours" -> Optional.of(List.of(STOATFLOW));
            case "ks" -> Optional.of(List.of(KAFKA_STREAMS));
            case "ks-transactional" -> Optional.of(List.of(KAFKA_STREAMS_TRANSACTIONAL));
            case "both" -> Optional.of(List.of(STOATFLOW, KAFKA_STREAMS));
            case "all" -> Optional.of(List.of(values()));
            default -> Optional.empty();
        };
    }

    /** The library's name in files. */
    public String id() {
        return id;
    }

    /** What runs the program, for {@link Application}. */
    public String application() {
        return this == STOATFLOW ? Application.STOATFLOW : Application.KAFKA_STREAMS;
    }

    /** The library's name in tables. */
    public String title() {
        return title;
    }

    /** Settings that only this library has. */
    public Map<String, String> settings(int streamThreads) {
        String threads = Integer.toString(streamThreads);
        return switch (this) {
            case STOATFLOW -> Map.of();
            case KAFKA_STREAMS -> Map.of("num.stream.threads", threads);
            case KAFKA_STREAMS_TRANSACTIONAL ->
                Map.of("num.stream.threads", threads, "enable.transactional.statestores", "true");
        };
    }
}
