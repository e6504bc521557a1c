package org.stoatflow.runtime.failure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.kernel.epoch.EpochTooLargeException;
import org.stoatflow.kernel.error.HandlerFailedException;
import org.stoatflow.kernel.error.InitFailedException;
import org.stoatflow.kernel.lane.LaneFailures;
import org.stoatflow.runtime.cluster.NoAnswerException;
import org.stoatflow.state.rocks.StateFolder;
import org.stoatflow.streams.errors.ProcessorStateException;
import org.stoatflow.streams.errors.StreamsException;

class FailureClassifierTest {
    @TempDir
    Path folder;

    /** A close interrupts a start, which may be at the lock file. It is no reason to look after the disk. */
    @Test
    void shouldSeeTheInterruptionBehindAFolderThatCouldNotBeTaken() {
        Thread.currentThread().interrupt();
        ProcessorStateException failure;
        try {
            failure = assertThrows(ProcessorStateException.class, () -> StateFolder.take(folder));
        } finally {
            Thread.interrupted(); // for the tests that follow in this thread
        }
        assertTrue(FailureClassifier.isInterruption(failure), failure.getMessage());
    }

    @Test
    void shouldSeeNoInterruptionBehindAFolderThatCannotBeMade() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        ProcessorStateException failure = assertThrows(ProcessorStateException.class, () -> StateFolder.take(file));
        assertFalse(FailureClassifier.isInterruption(failure), failure.getMessage());
    }

    /** A processor may use a static member of a group of its own, and wait in it. */
    @Test
    void shouldTakeNothingThatUserCodeHasThrownForAFailureOfItsOwnClients() {
        for (RuntimeException theirs : List.of(
                new FencedInstanceIdException("the processor's own consumer"),
                interrupted(),
                new TimeoutException("the processor's own broker"))) {
            Throwable processing = new StreamsException(LaneFailures.of(theirs));
            Throwable handler = new StreamsException(new HandlerFailedException("a handler failed", theirs));
            Throwable init = InitFailedException.ofInit("theirs", theirs);
            Throwable supplier = InitFailedException.ofSupplier("theirs", theirs);
            for (Throwable failure : List.of(processing, handler, init, supplier)) {
                assertFalse(FailureClassifier.isFenced(failure), theirs.getMessage());
                assertFalse(FailureClassifier.isFinal(failure), theirs.getMessage());
                assertFalse(FailureClassifier.isInterruption(failure), theirs.getMessage());
                assertFalse(FailureClassifier.isNoAnswer(failure), theirs.getMessage());
            }
            assertTrue(FailureClassifier.isOfProcessing(processing), theirs.getMessage());
        }
    }

    @Test
    void shouldTellOfAFailedInitWithTheTypeThatKafkaStreamsUses() {
        Throwable cause = new IllegalArgumentException("no such region");
        Throwable told = FailureClassifier.told(InitFailedException.ofInit("enrich", cause));
        assertSame(StreamsException.class, told.getClass());
        assertSame(cause, told.getCause());
        assertEquals("Processor enrich could not be initialised: no such region", told.getMessage());
    }

    @Test
    void shouldSeeWhatItsOwnClientsHaveThrown() {
        assertTrue(FailureClassifier.isFenced(new StreamsException(new FencedInstanceIdException("ours"))));
        assertTrue(FailureClassifier.isInterruption(new StreamsException(interrupted())));
        assertTrue(FailureClassifier.isNoAnswer(new StreamsException(new TimeoutException("ours"))));
        assertTrue(FailureClassifier.isNoAnswer(LaneFailures.of(new NoAnswerException("ours, in a lane"))));
    }

    /** What is done again in place would meet it again, and threads of clients may have met it too. */
    @Test
    void shouldNotGoOnInPlaceAfterTheVirtualMachineHasFailed() {
        for (Error theirs : List.of(new OutOfMemoryError("heap"), new StackOverflowError())) {
            assertTrue(FailureClassifier.isOfVirtualMachine(new RuntimeException(theirs)), "a consumer's thread");
        }
        assertTrue(FailureClassifier.isFinal(new StreamsException(LaneFailures.of(new OutOfMemoryError("heap")))));
        assertFalse(FailureClassifier.isFinal(new StreamsException(LaneFailures.of(new StackOverflowError()))));
        assertFalse(FailureClassifier.isFinal(LaneFailures.of(new AssertionError("a user's"))));
    }

    @Test
    void shouldSeeAnEpochThatWasTooLargeBehindWhatALaneThrows() {
        StreamsException failure =
                new StreamsException(LaneFailures.of(new EpochTooLargeException(7, 300, 200, 250, false)));
        EpochTooLargeException seen = Objects.requireNonNull(FailureClassifier.epochTooLarge(failure));
        assertEquals(7, seen.epoch());
        assertTrue(seen.isOfOne());
        assertFalse(FailureClassifier.isFinal(failure), "the next epoch has fewer records");
        assertTrue(FailureClassifier.isFinal(new WorkTooLargeException(failure)));
    }

    @Test
    void shouldComeToTheEndOfCausesThatAreACircle() {
        IllegalStateException one = new IllegalStateException("one");
        one.initCause(new IllegalStateException("another", one));
        assertFalse(FailureClassifier.isFinal(one));
    }

    private static InterruptException interrupted() {
        InterruptException made = new InterruptException("interrupted");
        Thread.interrupted(); // the exception has interrupted the thread that has made it
        return made;
    }

    /** Which user code can make, and which no question about a failure may be caught in. */
    @Test
    void shouldAnswerWhereCausesGoRound() {
        RuntimeException one = new IllegalStateException("a");
        one.initCause(new IllegalStateException("b", one));
        Throwable failure = LaneFailures.of(one);
        assertTrue(FailureClassifier.isOfProcessing(failure));
        assertFalse(FailureClassifier.isFinal(failure));
        assertFalse(FailureClassifier.isMendedByOpening(failure));
        assertFalse(FailureClassifier.isInterruption(one));
        assertFalse(FailureClassifier.isNoAnswer(one));
        assertSame(one, FailureClassifier.told(failure).getCause());
    }

    /** What user code says may have values of records; where it was is told, and of which type it was. */
    @Test
    void shouldShowNothingThatUserCodeHasSaid() {
        RuntimeException theirs = new IllegalStateException("value 4711", new IOException("of customer 12"));
        for (Throwable failure : List.of(
                new StreamsException(LaneFailures.of(theirs)),
                new StreamsException(new HandlerFailedException("a handler failed", theirs)),
                InitFailedException.ofInit("theirs", theirs))) {
            String shown = FailureClassifier.shown(failure);
            assertFalse(shown.contains("4711") || shown.contains("customer"), shown);
            assertTrue(shown.endsWith("java.lang.IllegalStateException, caused by java.io.IOException"), shown);
        }
        assertTrue(FailureClassifier.shown(LaneFailures.of(theirs)).startsWith("Processing failed in "));
    }

    /** A partitioner, an interceptor, a store or a setter of RocksDB's options throws through our clients and state. */
    @Test
    void shouldShowMessagesOnlyOfTypesThatHaveOurOwnWords() {
        RuntimeException theirs = new IllegalStateException("value 4711");
        for (Throwable failure : List.of(
                theirs,
                new KafkaException("sending failed: value 4711", theirs),
                new TimeoutException("value 4711"),
                new StreamsException("Epoch 1 is aborted: value 4711", theirs),
                new ProcessorStateException("value 4711", theirs),
                new StackOverflowError("value 4711"))) {
            assertEquals(FailureClassifier.types(failure), FailureClassifier.shown(failure));
        }
        assertEquals(
                NoAnswerException.class.getName() + ": no broker",
                FailureClassifier.shown(new NoAnswerException("no broker")));
    }
}
