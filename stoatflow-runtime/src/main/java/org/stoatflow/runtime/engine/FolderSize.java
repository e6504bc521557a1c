package org.stoatflow.runtime.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.stoatflow.config.TimeSpans;

/** What the files of a folder have together. It is looked at once in ten seconds at most. Any thread. */
final class FolderSize {
    private static final long KEPT_NS = TimeSpans.nanos(Duration.ofSeconds(10));

    private final Path folder;
    private final LongSupplier nanos;

    /**
     * Shared. Written by: whoever asks. Read by: whoever asks. Safe: volatile, one immutable object; of two who look at
     * once, either's is kept. Proof: SharedFieldsTest.
     */
    private volatile @Nullable Seen seen;

    private record Seen(long bytes, long atNs) {}

    FolderSize(Path folder, LongSupplier nanos) {
        this.folder = folder;
        this.nanos = nanos;
    }

    /** The bytes; 0 where there is no such folder. */
    long bytes() {
        Seen last = seen;
        long nowNs = nanos.getAsLong();
        if (last == null || nowNs - last.atNs() >= KEPT_NS) {
            last = new Seen(look(), nowNs);
            seen = last;
        }
        return last.bytes();
    }

    private long look() {
        Sum sum = new Sum();
        try {
            Files.walkFileTree(folder, sum);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable); // Sum passes over all that cannot be read
        }
        return sum.bytes;
    }

    private static final class Sum extends SimpleFileVisitor<Path> {
        private long bytes;

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            bytes += attributes.size();
            return FileVisitResult.CONTINUE;
        }

        /** Files come and go while somebody looks. */
        @Override
        public FileVisitResult visitFileFailed(Path file, IOException gone) {
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException gone) {
            return FileVisitResult.CONTINUE;
        }
    }
}
