package org.stoatflow.runtime.failure;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.state.rocks.StateFolder;
import org.stoatflow.streams.errors.ProcessorStateException;

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
}
