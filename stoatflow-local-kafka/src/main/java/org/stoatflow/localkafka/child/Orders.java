package org.stoatflow.localkafka.child;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * Reads the parent's orders from this JVM's standard input, on a thread of its own. The line {@code stop} asks for an
 * orderly end. The end of input says that the parent is gone, also after kill -9, since a pipe closes with its process.
 * Then this class removes the node's folder, since nobody else will, and halts the JVM.
 */
final class Orders {
    private static final String STOP = "stop";
    private static final int ORPHANED = 2;

    private final BufferedReader input;
    private final Path folder;
    private final CountDownLatch stop = new CountDownLatch(1);

    Orders(InputStream input, Path folder) {
        this.input = new BufferedReader(new InputStreamReader(input, StandardCharsets.UTF_8));
        this.folder = folder;
    }

    void follow() {
        Thread.ofPlatform().name("orders").daemon().start(this::read);
    }

    /** Returns when the parent asked for an orderly end; an unbounded wait, since a broker has no end of its own. */
    void awaitStop() throws InterruptedException {
        stop.await();
    }

    private void read() {
        try {
            for (String line = input.readLine(); line != null; line = input.readLine()) {
                if (line.equals(STOP)) {
                    stop.countDown();
                }
            }
        } catch (IOException failure) {
            new BrokerLogger(Orders.class.getName()).error("standard input broke; the parent counts as gone", failure);
        } finally {
            try {
                delete(folder);
                // The cluster's folder goes with the last node's.
                folder.resolve("..").normalize().toFile().delete();
            } finally {
                Runtime.getRuntime().halt(ORPHANED);
            }
        }
    }

    /**
     * As far as it goes: the broker still writes, and what is left only costs space. A link is deleted, and nothing
     * behind it: this JVM may run for days in a folder that others can reach.
     */
    static void delete(Path folder) {
        try {
            Files.walkFileTree(folder, new Deletion());
        } catch (IOException gone) { // the visitor goes on after each failure, so nothing of the folder can be read
            new BrokerLogger(Orders.class.getName()).error("the folder " + folder + " is left behind", gone);
        }
    }

    /** Does not follow links, as long as the walk is not told to. */
    private static final class Deletion extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            return deleted(file);
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException gone) {
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure) {
            return deleted(visited);
        }

        private static FileVisitResult deleted(Path file) {
            file.toFile().delete(); // false where the broker has written meanwhile
            return FileVisitResult.CONTINUE;
        }
    }
}
