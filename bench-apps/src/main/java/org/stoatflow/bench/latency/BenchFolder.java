package org.stoatflow.bench.latency;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.stoatflow.state.FolderDeletion;

/**
 * A new temporary folder of a measurement, which is deleted with all that is in it.
 *
 * @param path where it is
 */
public record BenchFolder(Path path) implements AutoCloseable {
    private static final double MIB = 1 << 20;

    /** @param measurement part of its name */
    public static BenchFolder create(String measurement) throws BenchFailure {
        try {
            return new BenchFolder(Files.createTempDirectory("stoatflow-" + measurement + "-"));
        } catch (IOException failure) {
            throw new BenchFailure("no temporary folder: " + failure.getMessage(), failure);
        }
    }

    /** The size of all files in it, in MiB, while others write and delete some. */
    public double mib() throws BenchFailure {
        long[] bytes = new long[1];
        try {
            Files.walkFileTree(path, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    bytes[0] += attributes.size();
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException gone) {
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException failure) {
            throw new BenchFailure("folder " + path + " cannot be read: " + failure, failure);
        }
        return bytes[0] / MIB;
    }

    @Override
    public void close() {
        try {
            FolderDeletion.delete(path);
        } catch (IOException failure) {
            throw new UncheckedIOException("folder " + path + " could not be deleted", failure);
        }
    }
}
