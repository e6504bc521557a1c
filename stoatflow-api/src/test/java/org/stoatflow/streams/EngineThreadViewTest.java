package org.stoatflow.streams;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.stoatflow.spi.GroupView;
import org.stoatflow.spi.SourceProgress;
import org.stoatflow.streams.processor.TaskId;

/** Tasks as they are told: with offsets that go on to grow, as in Kafka Streams. */
class EngineThreadViewTest {
    private static final TopicPartition SOURCE = new TopicPartition("orders", 1);
    private static final TaskId TASK = new TaskId(0, 1);

    private final Map<TopicPartition, Long> polled = new HashMap<>();
    private final Map<TopicPartition, Long> committed = new HashMap<>();

    private final SourceProgress progress = new SourceProgress() {
        @Override
        public long polled(TopicPartition partition) {
            return polled.getOrDefault(partition, UNKNOWN);
        }

        @Override
        public long committed(TopicPartition partition) {
            return committed.getOrDefault(partition, UNKNOWN);
        }
    };

    @Test
    void shouldTellOffsetsAsTheyAreWhenTheyAreRead() {
        TaskMetadata task = task();
        Map<TopicPartition, Long> committedSeen = task.committedOffsets();
        Map<TopicPartition, Long> endsSeen = task.endOffsets();
        assertEquals(Map.of(SOURCE, -1L), committedSeen);
        assertEquals(Map.of(SOURCE, -1L), endsSeen);
        polled.put(SOURCE, 9L);
        committed.put(SOURCE, 7L);
        assertEquals(7L, committedSeen.get(SOURCE));
        assertEquals(9L, endsSeen.get(SOURCE));
    }

    @Test
    void shouldRefuseChangesOfOffsets() {
        assertThrows(
                UnsupportedOperationException.class,
                () -> task().committedOffsets().put(SOURCE, 1L));
    }

    @Test
    void shouldEqualTheSameTaskOfLater() {
        TaskMetadata before = task();
        committed.put(SOURCE, 7L);
        assertEquals(before, task());
        assertEquals(before.hashCode(), task().hashCode());
    }

    private TaskMetadata task() {
        GroupView group = new GroupView(
                Optional.empty(),
                true,
                Set.of(SOURCE),
                Map.of(),
                Map.of(TASK, Set.of(SOURCE)),
                new GroupView.Standbys(Set.of(), Set.of()));
        return EngineThreadView.of(KafkaStreams.State.RUNNING, "c", Optional.of(group), progress)
                .activeTasks()
                .iterator()
                .next();
    }
}
