package org.stoatflow.streams.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Positions: what Kafka Streams' do with the same steps, and what they share with nobody. */
class PositionTest {
    @Test
    void shouldBeWhereKafkaStreamsIsAfterAnySteps() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int run = 0; run < 200; run++) {
            Position ours = Position.emptyPosition();
            org.apache.kafka.streams.query.Position theirs = org.apache.kafka.streams.query.Position.emptyPosition();
            Position otherOfOurs = Position.emptyPosition();
            org.apache.kafka.streams.query.Position otherOfTheirs =
                    org.apache.kafka.streams.query.Position.emptyPosition();
            for (int step = 0; step < 30; step++) {
                String topic = "t" + random.nextInt(3);
                int partition = random.nextInt(4);
                long offset = random.nextInt(20) - 5;
                switch (random.nextInt(5)) {
                    case 0 -> {
                        ours = ours.merge(otherOfOurs);
                        theirs = theirs.merge(otherOfTheirs);
                    }
                    case 1 -> {
                        otherOfOurs = ours.copy();
                        otherOfTheirs = theirs.copy();
                    }
                    case 2 -> {
                        otherOfOurs.withComponent(topic, partition, offset);
                        otherOfTheirs.withComponent(topic, partition, offset);
                    }
                    default -> {
                        ours.withComponent(topic, partition, offset);
                        theirs.withComponent(topic, partition, offset);
                    }
                }
                assertEquals(theirs.toString(), ours.toString(), "seed " + seed);
                assertEquals(otherOfTheirs.toString(), otherOfOurs.toString(), "seed " + seed);
                assertEquals(theirs.isEmpty(), ours.isEmpty(), "seed " + seed);
                assertEquals(theirs.getTopics(), ours.getTopics(), "seed " + seed);
                assertEquals(theirs.getPartitionPositions(topic), ours.getPartitionPositions(topic), "seed " + seed);
                assertEquals(theirs.equals(otherOfTheirs), ours.equals(otherOfOurs), "seed " + seed);
            }
        }
    }

    @Test
    void shouldCopyWhatItIsMadeOf() {
        Map<String, Map<Integer, Long>> map = new HashMap<>(Map.of("t", new HashMap<>(Map.of(0, 5L))));
        Position position = Position.fromMap(map);
        map.get("t").put(0, 9L);
        map.put("u", Map.of());
        assertEquals(Position.emptyPosition().withComponent("t", 0, 5), position);
        assertEquals(Position.emptyPosition(), Position.fromMap(null));
        Position copy = position.copy().withComponent("t", 0, 6);
        assertNotEquals(copy, position);
    }

    @Test
    void shouldShowViewsThatCannotBeChanged() {
        Position position = Position.emptyPosition().withComponent("t", 0, 5);
        assertThrows(
                UnsupportedOperationException.class, () -> position.getTopics().clear());
        assertThrows(
                UnsupportedOperationException.class,
                () -> position.getPartitionPositions("t").clear());
        assertThrows(
                UnsupportedOperationException.class,
                () -> position.getPartitionPositions("none").put(0, 1L));
    }

    @Test
    void shouldBeNoKeyOfAMap() {
        assertThrows(UnsupportedOperationException.class, Position.emptyPosition()::hashCode);
        assertThrows(UnsupportedOperationException.class, PositionBound.unbounded()::hashCode);
    }

    @Test
    void shouldBoundByACopy() {
        Position position = Position.emptyPosition();
        PositionBound bound = PositionBound.at(position);
        assertTrue(bound.isUnbounded());
        assertEquals(PositionBound.unbounded(), bound);
        position.withComponent("t", 1, 2);
        assertEquals(PositionBound.unbounded(), bound);
        assertFalse(PositionBound.at(position).isUnbounded());
        assertEquals(
                org.apache.kafka.streams.query.PositionBound.at(
                                org.apache.kafka.streams.query.Position.fromMap(Map.of("t", Map.of(1, 2L))))
                        .toString(),
                PositionBound.at(position).toString());
    }
}
