package org.stoatflow.state.rocks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.stoatflow.state.FolderAccess;
import org.stoatflow.state.StateEntries;
import org.stoatflow.streams.errors.LockException;
import org.stoatflow.streams.errors.ProcessorStateException;

/**
 * The folder of an application's state, held by one process: a file in it is locked as long as this object is open and
 * holds the holder's process id. The operating system frees the lock of a process that dies.
 *
 * <p>Design: POSIX frees a process's lock on a file when the process closes <em>any</em> descriptor of it. So a second
 * open in this process must not touch the file; {@code HELD} keeps it away. What our classes of another class loader
 * hold is not in it, so a channel whose byte this process has locked already stays open. The locked byte is far behind
 * the process id, since Windows lets nobody read a locked byte. The file is never deleted: another process may hold it
 * open already.
 */
public final class StateFolder implements AutoCloseable {
    private static final String DATABASE_FOLDER = "rocksdb";
    private static final long LOCKED_BYTE = Long.MAX_VALUE - 1;
    private static final int PID_CHARS_MAX = 32;
    private static final String THIS_PROCESS =
            "this process, pid " + ProcessHandle.current().pid();

    /**
     * Shared. Written by: who opens and closes a state folder. Read by: the same. Safe: concurrent set: of two who add
     * a folder, one is refused. Proof: StateFolderTest.
     */
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    private final Path path;
    private final FileChannel channel;

    /**
     * Shared. Written by: who holds the folder, and who keeps it beside that. Read by: the same. Safe: atomic counter;
     * the one who brings it to zero gives the folder back. Proof: UserHoldTest.
     */
    private final AtomicInteger holders = new AtomicInteger(1);

    private StateFolder(Path path, FileChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    /**
     * As {@link #take(Path, FolderAccess.Group)}, for who does not know whether the group may write: the group may do
     * what it may already, and a folder of another user is refused.
     *
     * @throws ProcessorStateException if it cannot be made or written, or another user may have prepared it
     * @throws LockException if somebody holds it
     */
    public static StateFolder take(Path folder) {
        return take(folder, FolderAccess.Group.AS_IT_IS);
    }

    /**
     * Takes the folder, making it where it is missing.
     *
     * @param group what the group may do in it, as the application is configured
     * @throws ProcessorStateException if it cannot be made or written, or another user may have prepared it
     * @throws LockException if somebody holds it
     */
    public static StateFolder take(Path folder, FolderAccess.Group group) {
        Path real = made(folder, group);
        if (!HELD.add(real)) {
            throw heldBy(real, THIS_PROCESS);
        }
        boolean taken = false;
        try {
            StateFolder lock = locked(real);
            taken = true;
            return lock;
        } catch (IOException failure) {
            throw notUsable(real, failure);
        } finally {
            if (!taken) {
                HELD.remove(real);
            }
        }
    }

    private static Path made(Path folder, FolderAccess.Group group) {
        try {
            Path place = folder.toAbsolutePath().normalize();
            FolderAccess.close(place, group);
            StateEntries.requireNoLinks(place);
            return place.toRealPath();
        } catch (IOException failure) {
            throw notUsable(folder.toAbsolutePath(), failure);
        }
    }

    private static StateFolder locked(Path folder) throws IOException {
        FileChannel channel = FileChannel.open(
                folder.resolve(StateEntries.LOCK),
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE,
                LinkOption.NOFOLLOW_LINKS);
        boolean kept = false;
        try {
            FileLock lock = channel.tryLock(LOCKED_BYTE, 1, false);
            if (lock == null) {
                throw heldBy(folder, "process " + readPid(channel));
            }
            writePid(channel);
            kept = true;
            return new StateFolder(folder, channel);
        } catch (OverlappingFileLockException anotherLoader) {
            kept = true;
            throw heldBy(folder, THIS_PROCESS + ", by classes of another class loader");
        } finally {
            if (!kept) {
                channel.close();
            }
        }
    }

    /**
     * Makes sure that nobody holds a folder that is there, and changes nothing. Somebody may take it afterwards.
     *
     * @throws ProcessorStateException if that cannot be found out
     * @throws LockException if somebody holds it
     */
    public static void requireFree(Path folder) {
        try {
            Path real = folder.toRealPath();
            if (HELD.contains(real)) {
                throw heldBy(real, THIS_PROCESS);
            }
            if (Files.exists(real.resolve(StateEntries.LOCK))) {
                requireUnlocked(real);
            }
        } catch (IOException failure) {
            throw notUsable(folder, failure);
        }
    }

    private static void requireUnlocked(Path folder) throws IOException {
        FileChannel channel =
                FileChannel.open(folder.resolve(StateEntries.LOCK), StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
        boolean kept = false;
        try {
            if (channel.tryLock(LOCKED_BYTE, 1, true) == null) {
                throw heldBy(folder, "process " + readPid(channel));
            }
        } catch (OverlappingFileLockException anotherLoader) {
            kept = true;
            throw heldBy(folder, THIS_PROCESS + ", by classes of another class loader");
        } finally {
            if (!kept) {
                channel.close();
            }
        }
    }

    private static void writePid(FileChannel channel) throws IOException {
        channel.truncate(0);
        String pid = Long.toString(ProcessHandle.current().pid());
        channel.write(ByteBuffer.wrap(pid.getBytes(StandardCharsets.US_ASCII)), 0);
    }

    private static String readPid(FileChannel channel) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(PID_CHARS_MAX);
        channel.read(buffer, 0);
        String pid = StandardCharsets.US_ASCII.decode(buffer.flip()).toString();
        return pid.isEmpty() ? "of unknown id" : pid;
    }

    private static LockException heldBy(Path folder, String holder) {
        return new LockException("State folder " + folder + " is in use by " + holder
                + ": an application has one instance for each state folder."
                + " Stop the other one, or set another state.dir or application.id");
    }

    /** The exception for a folder that cannot be made or written. */
    public static ProcessorStateException notUsable(Path folder, @Nullable IOException cause) {
        return new ProcessorStateException(
                "State folder " + folder
                        + " cannot be made or written: set state.dir to a folder that this process may write (" + cause
                        + ")",
                cause);
    }

    /** The folder, without links in its path. */
    public Path path() {
        return path;
    }

    /** The file that is locked, in the folder. */
    public Path lockFile() {
        return path.resolve(StateEntries.LOCK);
    }

    /** The folder in it that has the database. */
    public Path database() {
        return database(path);
    }

    /** The folder that has the database of a state folder, there or not. */
    public static Path database(Path folder) {
        return folder.resolve(DATABASE_FOLDER);
    }

    /**
     * Keeps the folder from being given back by its holder alone. Any thread, while it is held.
     *
     * @return is run once by who has kept it
     */
    Runnable keep() {
        holders.incrementAndGet();
        return this::close;
    }

    /** Gives the folder back, unless somebody keeps it. Once. */
    @Override
    public void close() {
        if (holders.decrementAndGet() > 0) {
            return;
        }
        try {
            channel.close();
        } catch (IOException failure) {
            throw new UncheckedIOException("State folder " + path + " cannot be given back", failure);
        } finally {
            HELD.remove(path);
        }
    }
}
