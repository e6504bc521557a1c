package org.stoatflow.runtime.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.state.FolderDeletion;
import org.stoatflow.state.StateEntries;
import org.stoatflow.streams.errors.LockException;
import org.stoatflow.streams.errors.ProcessorStateException;

/**
 * The folders of tasks that Kafka Streams has left in an application's folder, beside ours. It has written a file there
 * by which they are known to be its own.
 */
final class FormerFolders {
    private static final Logger LOG = LoggerFactory.getLogger(FormerFolders.class);
    private static final String MARK = "kafka-streams-process-metadata";
    private static final String LOCK = ".lock";

    private FormerFolders() {}

    /** They, in the order of their names; none is a link. */
    static List<Path> in(Path application) {
        if (!Files.isRegularFile(application.resolve(MARK), LinkOption.NOFOLLOW_LINKS)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(application)) {
            return files.filter(StateEntries::isTask).sorted().toList();
        } catch (IOException | UncheckedIOException failure) { // the second where reading on fails
            throw new ProcessorStateException("Cannot list the folder " + application, failure);
        }
    }

    /** Tells at a start of folders that nobody uses, as long as the application runs here. It never fails the start. */
    static void tell(Path application) {
        tell(application, FormerFolders::in);
    }

    /** @param finder finds the folders, or throws */
    static void tell(Path application, Function<Path, List<Path>> finder) {
        List<Path> left;
        try {
            left = finder.apply(application);
        } catch (ProcessorStateException unreadable) {
            LOG.warn("Whether Kafka Streams has left folders of tasks in {} is not known", application, unreadable);
            return;
        }
        if (!left.isEmpty()) {
            LOG.info(
                    "Kafka Streams has left {} folders of tasks in {}, which StoatFlow does not use. Keep them for a"
                            + " move back, or delete them: KafkaStreams.cleanUp() does, with all other state",
                    left.size(),
                    application);
        }
    }

    /**
     * Deletes them, as Kafka Streams' {@code cleanUp()} does.
     *
     * @throws LockException if Kafka Streams uses them
     * @throws ProcessorStateException if they cannot be deleted
     */
    static void delete(Path application) {
        List<Path> left = in(application);
        if (left.isEmpty()) {
            return;
        }
        try {
            deleteUnused(left, application);
            LOG.info("Deleted the folders of tasks that Kafka Streams had left: {}", left);
        } catch (IOException failure) {
            throw new ProcessorStateException(
                    "Cannot delete the folders of tasks that Kafka Streams has left in " + application, failure);
        }
    }

    /** Kafka Streams holds the lock as long as it may use them. */
    private static void deleteUnused(List<Path> left, Path application) throws IOException {
        FileChannel channel = FileChannel.open(
                application.resolve(LOCK),
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE,
                LinkOption.NOFOLLOW_LINKS);
        boolean kept = false;
        try {
            if (channel.tryLock() == null) {
                throw used(application);
            }
            for (Path folder : left) {
                FolderDeletion.delete(folder);
            }
        } catch (OverlappingFileLockException inThisProcess) {
            kept = true; // to close it would end the lock of this process
            throw used(application);
        } finally {
            if (!kept) {
                channel.close();
            }
        }
    }

    private static LockException used(Path application) {
        return new LockException("Kafka Streams uses the folders of tasks in " + application
                + ", so they are not deleted. Close it first");
    }
}
