package org.stoatflow.state;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Rows of a state engine's own, in which stores have the topics that they were made of. */
public final class StoreTopics {
    /** The row of the topics that stores are restored from. */
    public static final String LOGS = "logs of stores";

    /** The row of the topics of global stores. */
    public static final String GLOBALS = "global stores";

    /** All such rows. */
    public static final List<String> ROWS = List.of(LOGS, GLOBALS);

    private StoreTopics() {}

    /**
     * Reads a row.
     *
     * @param state the engine
     * @param row the row's name
     * @return topics by the names of stores, in the order in which they were written; none where there is no such row
     */
    public static Map<String, String> read(StateEngine state, String row) {
        return read(state.meta(row));
    }

    /**
     * Reads a row's bytes.
     *
     * @param lines the bytes, or null where there is no such row
     * @return as above
     */
    public static Map<String, String> read(byte @Nullable [] lines) {
        Map<String, String> topics = new LinkedHashMap<>();
        if (lines == null) {
            return topics;
        }
        new String(lines, StandardCharsets.UTF_8).lines().forEach(line -> {
            String[] parts = line.split(" "); // neither names nor topics have spaces
            topics.put(parts[0], parts[1]);
        });
        return topics;
    }

    /**
     * A row's bytes without some of its stores.
     *
     * @param lines the row's bytes
     * @param stores the names of stores that are gone
     */
    public static byte[] without(byte[] lines, Set<String> stores) {
        Map<String, String> topics = read(lines);
        topics.keySet().removeAll(stores);
        return lines(topics);
    }

    /**
     * Writes a row as a batch by itself.
     *
     * @param state the engine
     * @param row the row's name
     * @param topics by the names of stores
     * @param nowMs the time of the batch, in milliseconds
     */
    public static void write(StateEngine state, String row, Map<String, String> topics, long nowMs) {
        StateBatch batch = new StateBatch(nowMs);
        batch.meta(row, lines(topics));
        state.apply(batch);
    }

    private static byte[] lines(Map<String, String> topics) {
        StringBuilder lines = new StringBuilder();
        topics.forEach(
                (store, topic) -> lines.append(store).append(' ').append(topic).append('\n'));
        return lines.toString().getBytes(StandardCharsets.UTF_8);
    }
}
