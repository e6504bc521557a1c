package org.stoatflow.runtime.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.epoch.SourcePosition;
import org.stoatflow.restore.ConsumerPosition;
import org.stoatflow.restore.PolledRecords;
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
    void shouldSeeThatTheConsumerHasGoneFurtherThanWhatHasCome() {
        fill(queues, record(LEFT_0, 0));
        assertFalse(queues.areBehind(partition -> Optional.of(new OffsetAndMetadata(1))));
        assertTrue(queues.areBehind(partition -> Optional.of(new OffsetAndMetadata(10))));
        assertTrue(queues.areBehind(partition -> Optional.empty()), "nobody knows, as where partitions were lost");
        assertEquals(0, position(), "it is not believed");
    }

    /** The consumer was positioned anew, at 0, and what wraps it does not know. */
    @Test
    void shouldLeaveOutWhatWasKeptSinceBeforeTheRun() {
        standingAt(0, List.of(record(LEFT_0, 5), record(LEFT_0, 6)));
        assertEquals(-1, position());
        standingAt(7, List.of(record(LEFT_0, 0), record(LEFT_0, 5), record(LEFT_0, 6)));
        assertEquals(List.of("left-0@0", "left-0@5", "left-0@6"), drain(queues, 0));
        assertEquals(7, position());
        assertTrue(queues.areKeptBack(), "another run needs another consumer");
    }

    @Test
    void shouldLeaveOutWhatIsBeforeTheBegin() {
        SourceQueues later = queues(streams(), 0);
        later.add(LEFT_0, 5);
        fill(later, record(LEFT_0, 3), record(LEFT_0, 4));
        fill(later, record(LEFT_0, 5));
        assertEquals(List.of("left-0@5"), drain(later, 0));
    }

    @Test
    void shouldTellThatAnotherRunNeedsAnotherConsumer() {
        fill(queues, record(LEFT_0, 0));
        gone(10);
        assertFalse(queues.areKeptBack());
        fill(queues, record(LEFT_0, 1));
        assertTrue(queues.areKeptBack());
    }

    private void standingAt(long offset, List<ConsumerRecord<byte[], byte[]>> came) {
        MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none");
        consumer.assign(List.of(LEFT_0));
        consumer.seek(LEFT_0, offset);
        queues.fill(new PolledRecords(
                new ConsumerPosition(consumer, any -> {}), new ConsumerRecords<>(Map.of(LEFT_0, came), Map.of())));
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
