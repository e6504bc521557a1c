package org.stoatflow.state;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** Rows of a state engine's own, in which stores have the topics that they were made of. */
public final class StoreTopics {
    private StoreTopics() {}

    /**
     * Reads a row.
     *
     * @param state the engine
     * @param row the row's name
     * @return topics by the names of stores, in the order in which they were written; none where there is no such row
     */
    public static Map<String, String> read(StateEngine state, String row) {
        Map<String, String> topics = new LinkedHashMap<>();
        byte[] lines = state.meta(row);
        if (lines != null) {
            new String(lines, StandardCharsets.UTF_8).lines().forEach(line -> {
                String[] parts = line.split(" "); // neither names nor topics have spaces
                topics.put(parts[0], parts[1]);
            });
        }
        return topics;
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
        StringBuilder lines = new StringBuilder();
        topics.forEach(
                (store, topic) -> lines.append(store).append(' ').append(topic).append('\n'));
        StateBatch batch = new StateBatch(nowMs);
        batch.meta(row, lines.toString().getBytes(StandardCharsets.UTF_8));
        state.apply(batch);
    }
}
