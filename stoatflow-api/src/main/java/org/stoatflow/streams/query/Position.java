package org.stoatflow.streams.query;

import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * How far a store has got: for each partition of its input the greatest offset that it has taken up. Offsets only grow.
 * Safe for use by several threads; it changes, so it is no key of a map.
 */
public class Position {
    private final ConcurrentMap<String, ConcurrentMap<Integer, Long>> offsets = new ConcurrentHashMap<>();

    private Position() {}

    /**
     * A position that has got nowhere.
     *
     * @return a new position
     */
    public static Position emptyPosition() {
        return new Position();
    }

    /**
     * A position with these offsets.
     *
     * @param map topic to partition to offset, which is copied; null for none
     * @return a new position
     */
    public static Position fromMap(Map<String, ? extends Map<Integer, Long>> map) {
        Position position = new Position();
        if (map != null) {
            map.forEach((topic, ofTopic) -> position.offsets.put(topic, new ConcurrentHashMap<>(ofTopic)));
        }
        return position;
    }

    /**
     * Adds the offset of one partition. A smaller one than is known changes nothing.
     *
     * @param topic the topic
     * @param partition the partition
     * @param offset the offset
     * @return this position
     */
    public Position withComponent(String topic, int partition, long offset) {
        offsets.computeIfAbsent(topic, _ -> new ConcurrentHashMap<>()).merge(partition, offset, Math::max);
        return this;
    }

    /**
     * Copies.
     *
     * @return a new position, which later changes of this one do not touch
     */
    public Position copy() {
        return fromMap(offsets);
    }

    /**
     * Adds all offsets of another position; the greater one of a partition counts.
     *
     * @param other the other position; null for none
     * @return this position
     */
    public Position merge(Position other) {
        if (other != null) {
            other.offsets.forEach((topic, ofTopic) ->
                    ofTopic.forEach((partition, offset) -> withComponent(topic, partition, offset)));
        }
        return this;
    }

    /**
     * The topics that have offsets.
     *
     * @return a view, which cannot be changed
     */
    public Set<String> getTopics() {
        return Collections.unmodifiableSet(offsets.keySet());
    }

    /**
     * The offsets of a topic.
     *
     * @param topic the topic
     * @return partition to offset, a view that cannot be changed; empty where the topic has none
     */
    public Map<Integer, Long> getPartitionPositions(String topic) {
        Map<Integer, Long> ofTopic = offsets.get(topic);
        return ofTopic == null ? Map.of() : Collections.unmodifiableMap(ofTopic);
    }

    /**
     * Whether it has got nowhere.
     *
     * @return true if no topic has an offset
     */
    public boolean isEmpty() {
        return offsets.isEmpty();
    }

    @Override
    public boolean equals(Object o) {
        return o != null && getClass() == o.getClass() && offsets.equals(((Position) o).offsets);
    }

    /**
     * Not supported: the object changes.
     *
     * @throws UnsupportedOperationException always
     */
    @Override
    public int hashCode() {
        throw new UnsupportedOperationException("A Position changes, and cannot be a key of a map or in a set");
    }

    @Override
    public String toString() {
        return "Position{position=" + offsets + "}";
    }
}
