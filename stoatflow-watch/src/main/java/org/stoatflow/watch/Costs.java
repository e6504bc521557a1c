package org.stoatflow.watch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;

/**
 * Writes what each class of tests costs to a file of this JVM: a line with the class, milliseconds, and milliseconds of
 * processor time. What is computed between two classes counts for the later one, and the start of the JVM for the
 * first. {@code ./stoatflow test} makes a table of these files. Classes come one after the other.
 */
final class Costs {
    private final Path file;
    private final ProcessorTime processors;
    private long beginNs;
    private long countedNs;

    Costs(Path folder, ProcessorTime processors) {
        this.file = folder.resolve("costs-" + ProcessHandle.current().pid() + ".txt");
        this.processors = processors;
    }

    synchronized void begin() {
        beginNs = System.nanoTime();
    }

    synchronized void end(String testClass) {
        long computedNs = processors.totalNs();
        String line = testClass + " " + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beginNs) + " "
                + TimeUnit.NANOSECONDS.toMillis(computedNs - countedNs) + "\n";
        countedNs = computedNs;
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException failure) {
            throw new UncheckedIOException("The costs of " + testClass + " cannot be written to " + file, failure);
        }
    }
}
