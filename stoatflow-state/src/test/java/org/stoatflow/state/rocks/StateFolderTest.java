package org.stoatflow.state.rocks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.state.FolderAccess.Group;
import org.stoatflow.state.Removal;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.streams.errors.LockException;
import org.stoatflow.streams.errors.ProcessorStateException;

class StateFolderTest {
    @TempDir
    Path folder;

    @Test
    void shouldMakeMissingFoldersAndGiveTheFolderBack() {
        Path deep = folder.resolve("a/b/c");
        StateFolder.take(deep).close();
        try (StateFolder again = StateFolder.take(deep)) {
            assertTrue(again.path().endsWith("a/b/c"));
        }
    }

    @Test
    void shouldRefuseAFolderHeldByThisProcessAndGoOnHoldingIt() throws Exception {
        try (StateFolder held = StateFolder.take(folder)) {
            LockException refused = assertThrows(
                    LockException.class, () -> StateFolder.take(folder.resolve("../" + folder.getFileName())));
            assertTrue(refused.getMessage()
                    .contains("this process, pid " + ProcessHandle.current().pid()));
            assertTrue(refused.getMessage().contains(held.path().toString()));
            Child other = Child.start(FolderHolder.class, folder.toString());
            assertTrue(other.line().startsWith("refused: "), "the first lock must survive the second attempt");
            other.kill();
        }
    }

    /** As an application server does that deploys an application a second time. */
    @Test
    void shouldRefuseAFolderThatAnotherClassLoaderHoldsAndLeaveItThatLock() throws Exception {
        StateFolder.take(folder).close();
        try (FileChannel theirs = FileChannel.open(folder.resolve("lock"), StandardOpenOption.WRITE);
                FileLock lock = theirs.lock(Long.MAX_VALUE - 1, 1, false)) {
            LockException refused = assertThrows(LockException.class, () -> StateFolder.take(folder));
            assertTrue(refused.getMessage().contains("another class loader"), refused.getMessage());
            assertTrue(lock.isValid());
            Child other = Child.start(FolderHolder.class, folder.toString());
            assertTrue(other.line().startsWith("refused: "), "the lock must survive the attempt");
            other.kill();
        }
        StateFolder.take(folder).close();
    }

    @Test
    void shouldNameTheProcessThatHoldsTheFolderAndTakeItOnceThatIsKilled() throws Exception {
        Child other = Child.start(FolderHolder.class, folder.toString());
        assertEquals("held", other.line());
        LockException refused = assertThrows(LockException.class, () -> StateFolder.take(folder));
        assertTrue(refused.getMessage().contains("process " + other.pid()), refused.getMessage());
        assertTrue(refused.getMessage().contains(folder.getFileName().toString()), refused.getMessage());
        other.kill();
        StateFolder.take(folder).close();
    }

    @Test
    void shouldNameAFolderThatCannotBeMade() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        for (Path bad : new Path[] {file, file.resolve("below"), Path.of("/proc/stoatflow/state")}) {
            ProcessorStateException refused = assertThrows(ProcessorStateException.class, () -> StateFolder.take(bad));
            assertTrue(refused.getMessage().contains(bad.toString()), refused.getMessage());
            assertTrue(refused.getMessage().contains("state.dir"), refused.getMessage());
        }
    }

    /** Else who prepares a folder has a file of ours emptied, or a database of theirs used. */
    @Test
    void shouldFollowNoLinkOfAFileOfOurs() throws IOException {
        Path victim = Files.writeString(folder.resolve("victim"), "precious");
        Path state = Files.createDirectory(folder.resolve("state"));
        for (String name : new String[] {"lock", "instance.id", "rocksdb", "0_1", "rocksdb.manifest.new"}) {
            Path link = Files.createSymbolicLink(state.resolve(name), victim);
            ProcessorStateException refused =
                    assertThrows(ProcessorStateException.class, () -> StateFolder.take(state));
            assertTrue(refused.getMessage().contains(link + ": it is a link"), refused.getMessage());
            assertEquals("precious", Files.readString(victim));
            Files.delete(link);
        }
        Path link = Files.createSymbolicLink(folder.resolve("link"), state);
        assertThrows(ProcessorStateException.class, () -> StateFolder.take(link));
        StateFolder.take(state).close();
    }

    /** As a colleague's process makes it, where the configuration lets the group write. Only root can give it away. */
    @Test
    void shouldTakeAColleaguesFolderWhereItsGroupMayWrite() throws IOException {
        Path state = Files.createDirectory(folder.resolve("state"));
        giveAway(state);
        Files.setPosixFilePermissions(state, PosixFilePermissions.fromString("rwxrwx---"));
        StateFolder.take(state, Group.WRITES).close();
        List<StoreDescription> none = List.of();
        StateEngines.openRocks(state, none, RocksSettings.defaults(), RocksTuning.NONE, Removal.NONE, Group.WRITES)
                .close();
        StateEngines.requireUsable(state, Group.WRITES);
        assertEquals("rwxrwx---", PosixFilePermissions.toString(Files.getPosixFilePermissions(state)));
        for (Group strict : new Group[] {Group.READS, Group.AS_IT_IS}) {
            ProcessorStateException refused =
                    assertThrows(ProcessorStateException.class, () -> StateFolder.take(state, strict));
            assertTrue(refused.getMessage().contains("belongs to user nobody"), refused.getMessage());
        }
        assertThrows(ProcessorStateException.class, () -> StateFolder.take(state), "tools are strict");
    }

    private static void giveAway(Path file) throws IOException {
        boolean canGive = "root".equals(System.getProperty("user.name"))
                && file.getFileSystem().supportedFileAttributeViews().contains("posix");
        Assumptions.assumeTrue(canGive);
        Files.setOwner(
                file, file.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody"));
    }

    @Test
    void shouldSayWhetherAFolderIsFreeWithoutChangingIt() throws Exception {
        Path free = Files.createDirectory(folder.resolve("free"));
        StateFolder.requireFree(free);
        assertEquals(0, free.toFile().list().length);
        Child other = Child.start(FolderHolder.class, folder.toString());
        assertEquals("held", other.line());
        LockException refused = assertThrows(LockException.class, () -> StateFolder.requireFree(folder));
        assertTrue(refused.getMessage().contains("process " + other.pid()), refused.getMessage());
        other.kill();
        StateFolder.requireFree(folder);
        assertEquals("" + other.pid(), Files.readString(folder.resolve("lock")));
        try (StateFolder held = StateFolder.take(folder)) {
            assertThrows(LockException.class, () -> StateFolder.requireFree(held.path()));
        }
    }

    /** Nobody may make files in a process's folder below /proc, not even root, whom permissions do not stop. */
    @Test
    void shouldNameAFolderThatCannotBeWritten() {
        Path readOnly = Path.of("/proc/self/task").toAbsolutePath();
        Assumptions.assumeTrue(Files.isDirectory(readOnly));
        ProcessorStateException refused = assertThrows(ProcessorStateException.class, () -> StateFolder.take(readOnly));
        assertTrue(refused.getMessage().contains("/task"), refused.getMessage());
        assertThrows(ProcessorStateException.class, () -> StateFolder.take(readOnly), "and is not left held");
    }

    /** Takes a folder in a process of its own and says whether that went well. */
    static final class FolderHolder {
        private FolderHolder() {}

        public static void main(String[] args) throws Exception {
            try {
                StateFolder.take(Path.of(args[0]));
                System.out.println("held");
            } catch (LockException failure) {
                System.out.println("refused: " + failure.getMessage());
            }
            Thread.sleep(60_000);
        }
    }

    /** Another JVM with the tests' class path. */
    record Child(Process process, BufferedReader out) {
        static Child start(Class<?> main, String... args) throws IOException {
            return start(List.of("-Xmx256m"), main, args);
        }

        static Child start(List<String> options, Class<?> main, String... args) throws IOException {
            String java =
                    Path.of(System.getProperty("java.home"), "bin", "java").toString();
            ProcessBuilder builder = new ProcessBuilder(java, "--enable-native-access=ALL-UNNAMED");
            builder.command().addAll(options);
            builder.command().addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
            builder.command().addAll(List.of(args));
            builder.redirectError(ProcessBuilder.Redirect.INHERIT);
            Process process = builder.start();
            return new Child(process, process.inputReader());
        }

        String line() throws IOException {
            return out.readLine();
        }

        long pid() {
            return process.pid();
        }

        /** Kills it as kill -9 does, and waits until it is gone. */
        void kill() throws InterruptedException {
            process.destroyForcibly().waitFor();
        }
    }
}
