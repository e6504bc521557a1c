package org.stoatflow.runtime.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.epoch.SourcePosition;
import org.stoatflow.streams.StreamsBuilder;

/** What wraps the consumer keeps records back for later polls, as one that limits their rate does. */
class KeptBackRecordsTest extends SourceQueuesRig {
    private final SourceQueues queues = queues(streams(), 0, LEFT_0);

    private static StreamsBuilder streams() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream("left").foreach((key, value) -> {});
        return builder;
    }

    private void gone(long offset) {
        queues.takePositions(partition -> Optional.of(new OffsetAndMetadata(offset)));
    }

    private long position() {
        SourcePosition position = queues.positions().get(LEFT_0);
        return position == null ? -1 : position.offset();
    }

    @Test
    void shouldHandOutWhatComesAfterTheConsumerHasGonePastIt() {
        fill(queues, record(LEFT_0, 0), record(LEFT_0, 1));
        gone(10);
        fill(queues, record(LEFT_0, 2), record(LEFT_0, 3));
        assertEquals(List.of("left-0@0", "left-0@1", "left-0@2", "left-0@3"), drain(queues, 0));
        assertEquals(Optional.empty(), queues.fault());
    }

    @Test
    void shouldCommitNoFurtherThanWhatHasComeOnceThatIsKnown() {
        fill(queues, record(LEFT_0, 0));
        gone(10);
        fill(queues, record(LEFT_0, 1), record(LEFT_0, 2));
        assertEquals(0, position());
        drain(queues, 0);
        assertEquals(3, position());
        gone(10);
        assertEquals(3, position());
        fill(queues, Map.of(LEFT_0, List.of(record(LEFT_0, 5))), Map.of(LEFT_0, new OffsetAndMetadata(20)));
        drain(queues, 0);
        assertEquals(6, position());
        assertFalse(queues.havePassed());
    }

    @Test
    void shouldStillLeaveOutWhatHasComeBefore() {
        fill(queues, record(LEFT_0, 0), record(LEFT_0, 1));
        gone(10);
        fill(queues, record(LEFT_0, 2));
        fill(queues, record(LEFT_0, 1), record(LEFT_0, 2), record(LEFT_0, 3));
        assertEquals(List.of("left-0@0", "left-0@1", "left-0@2", "left-0@3"), drain(queues, 0));
    }
}
