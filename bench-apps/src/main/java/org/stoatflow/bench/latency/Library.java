package org.stoatflow.bench.latency;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.stoatflow.bench.role.Application;

/** The libraries that run the program. */
public enum Library {
    STOATFLOW(Application.STOATFLOW, "StoatFlow"),
    KAFKA_STREAMS(Application.KAFKA_STREAMS, "Kafka Streams");

    private final String id;
    private final String title;

    Library(String id, String title) {
        this.id = id;
        this.title = title;
    }

    /** The libraries that {@code --system} names: ours, ks, or both; empty if it has another value. */
    public static Optional<List<Library>> chosen(String system) {
        return switch (system) {
            case "ours" -> Optional.of(List.of(STOATFLOW));
            case "ks" -> Optional.of(List.of(KAFKA_STREAMS));
            case "both" -> Optional.of(List.of(values()));
            default -> Optional.empty();
        };
    }

    /** The library's name in files. */
    public String id() {
        return id;
    }

    /** The library's name in tables. */
    public String title() {
        return title;
    }

    /** Settings that only this library has. */
    public Map<String, String> settings(int streamThreads) {
        return switch (this) {
            case STOATFLOW -> Map.of();
            case KAFKA_STREAMS -> Map.of("num.stream.threads", Integer.toString(streamThreads));
        };
    }
}
