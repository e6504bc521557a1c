package org.stoatflow.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileOwnerAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.stoatflow.state.FolderAccess.Group;
import org.stoatflow.streams.errors.ProcessorStateException;

/** Who may use the folders of state, on a file system that has owners and rights. */
class FolderAccessTest {
    @TempDir
    Path parent;

    private Path folder;

    @BeforeEach
    void requirePosix() {
        Assumptions.assumeTrue(
                parent.getFileSystem().supportedFileAttributeViews().contains("posix"));
        folder = parent.resolve("state");
    }

    @Test
    void shouldMakeFoldersThatOthersCannotRead() throws IOException {
        FolderAccess.close(folder.resolve("deep/down"), Group.READS);
        for (Path made : new Path[] {folder, folder.resolve("deep"), folder.resolve("deep/down")}) {
            assertTrue(rights(made).endsWith("---"), made + " is " + rights(made));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "rwxr-xr-x, READS, rwxr-x---",
        "rwxrwxr-x, READS, rwxr-x---",
        "rwxrwxrwx, READS, rwxr-x---",
        "rwx------, READS, rwx------",
        "rwxr-xr-x, WRITES, rwxrwx---",
        "rwx------, WRITES, rwxrwx---",
        "rwxr-xr-x, AS_IT_IS, rwxr-x---",
        "rwxrwxr-x, AS_IT_IS, rwxrwx---",
        "rwx------, AS_IT_IS, rwx------",
    })
    void shouldCloseAFolderThatIsThereAlready(String before, Group group, String after) throws IOException {
        make(before);
        FolderAccess.close(folder, group);
        assertEquals(after, rights(folder));
    }

    /** Only root can give files away, so only root can try. */
    @Test
    void shouldShareAFolderWithAGroupThatMayWrite() throws IOException {
        make("rwxrwx---");
        give(folder);
        FolderAccess.close(folder, Group.WRITES);
        assertEquals("rwxrwx---", rights(folder));
    }

    @Test
    void shouldRefuseALink() throws IOException {
        Path theirs = Files.createDirectories(parent.resolve("theirs"));
        Files.createSymbolicLink(folder, theirs);
        assertRefused("is a link");
        Files.delete(theirs);
        assertRefused("is a link");
    }

    /** Only root can give files away, so only root can try. */
    @Test
    void shouldRefuseAFolderOfAnotherUser() throws IOException {
        make("rwxr-xr-x");
        give(folder);
        assertRefused("belongs to user ");
        assertEquals("rwxr-xr-x", rights(folder));
        assertEquals(0, folder.toFile().list().length);
    }

    @Test
    void shouldRefuseASharedFolderThatAnotherUserHasPutWhereEverybodyMay() throws IOException {
        Path shared = Files.createDirectories(parent.resolve("tmp/kafka-streams"));
        give(shared);
        FolderAccess.makeShared(shared); // an administrator's, where others put nothing
        Files.setPosixFilePermissions(shared.getParent(), PosixFilePermissions.fromString("rwxrwxrwx"));
        ProcessorStateException refused =
                assertThrows(ProcessorStateException.class, () -> FolderAccess.makeShared(shared));
        assertTrue(refused.getMessage().contains(shared + ": it belongs to user "), refused.getMessage());
        Files.delete(shared);
        Files.createSymbolicLink(shared, Files.createDirectories(parent.resolve("mine")));
        FolderAccess.makeShared(shared);
        give(shared);
        assertThrows(ProcessorStateException.class, () -> FolderAccess.makeShared(shared));
    }

    private void assertRefused(String why) {
        ProcessorStateException refused =
                assertThrows(ProcessorStateException.class, () -> FolderAccess.close(folder, Group.READS));
        assertTrue(refused.getMessage().contains(folder + ": it " + why), refused.getMessage());
    }

    private static void give(Path file) throws IOException {
        Assumptions.assumeTrue("root".equals(System.getProperty("user.name")));
        UserPrincipal nobody =
                file.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody");
        Files.getFileAttributeView(file, FileOwnerAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                .setOwner(nobody);
    }

    private void make(String rights) throws IOException {
        Files.createDirectory(folder);
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString(rights));
    }

    private static String rights(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }
}
