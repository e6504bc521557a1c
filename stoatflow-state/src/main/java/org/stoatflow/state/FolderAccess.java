package org.stoatflow.state;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.EnumSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.streams.errors.ProcessorStateException;

/**
 * Makes folders of state, and makes sure that nobody else may read them, nor has prepared them: what lies in such a
 * folder is opened, believed and deleted (docs/design/052). All of it is one user's, this process's or root's, and no
 * part of it is a link.
 *
 * <p>Where a file system has no owners and rights of POSIX, it does what Kafka Streams does there.
 */
public final class FolderAccess {
    private static final Logger LOG = LoggerFactory.getLogger(FolderAccess.class);
    private static final Set<PosixFilePermission> OWN = PosixFilePermissions.fromString("rwxr-x---");
    private static final Set<PosixFilePermission> GROUPS = PosixFilePermissions.fromString("rwxrwx---");

    /** What the owner's group may do in a folder. */
    public enum Group {
        /** May read it. */
        READS,
        /** May write to it, too. */
        WRITES,
        /** May do what it may already; it reads what is made anew. */
        AS_IT_IS
    }

    private FolderAccess() {}

    /**
     * Makes a folder where it is missing, and has nobody but its owner and the owner's group use it.
     *
     * @param folder the folder
     * @param group what the group may do
     * @throws ProcessorStateException naming the folder, if it is a link, another user's and not of a group that may
     *     write, or root's and everybody may write to it
     * @throws IOException if it cannot be made, or not be closed
     */
    public static void close(Path folder, Group group) throws IOException {
        requireNoLink(folder);
        make(folder);
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            throw new NotDirectoryException(folder.toString());
        }
        if (isPosix(folder)) {
            closePosix(folder, group);
        } else {
            closeElsewhere(folder.toFile());
        }
    }

    private static void closeElsewhere(File folder) {
        boolean isRead = folder.setReadable(true, true);
        boolean isWritten = folder.setWritable(true, true);
        boolean isEntered = folder.setExecutable(true, true);
        if (!isRead || !isWritten || !isEntered) {
            LOG.warn("Who may use the folder {} cannot be set on its file system", folder);
        }
    }

    private static void closePosix(Path folder, Group group) throws IOException {
        PosixFileAttributes found = Files.readAttributes(folder, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        boolean isOurs = isOurs(folder, found.owner());
        boolean isTheGroups = group == Group.WRITES && Files.isWritable(folder);
        if (!isOurs && !isTheGroups && !isRoots(folder)) {
            throw refused(
                    folder,
                    "belongs to user " + found.owner().getName()
                            + ", who may have prepared it. Give it to the user of this"
                            + " process, or name another folder");
        }
        if (found.permissions().contains(PosixFilePermission.OTHERS_WRITE)) {
            tellOfOthers(folder, found.permissions(), isOurs);
        }
        Set<PosixFilePermission> wanted = wanted(found.permissions(), group);
        if (isOurs && !wanted.equals(found.permissions())) {
            Files.setPosixFilePermissions(folder, wanted);
        }
    }

    /** A folder of ours is closed, as Kafka Streams does: some file systems show such rights for all that they hold. */
    private static void tellOfOthers(Path folder, Set<PosixFilePermission> rights, boolean isOurs) {
        String who = "may be written by every user of this machine (" + PosixFilePermissions.toString(rights) + ")";
        if (!isOurs) {
            throw refused(
                    folder,
                    who + ", who may have prepared it. Look at what is in it, and take the right from them (chmod o-w),"
                            + " or name another folder");
        }
        LOG.warn(
                "The folder {} {}. It is closed to them now; see that what is in it is of this application",
                folder,
                who);
    }

    /** Rights are taken, and given to a group that is to write only: a folder may be closed further than we would. */
    private static Set<PosixFilePermission> wanted(Set<PosixFilePermission> found, Group group) {
        if (group == Group.WRITES) {
            return GROUPS;
        }
        Set<PosixFilePermission> wanted = EnumSet.noneOf(PosixFilePermission.class);
        wanted.addAll(found);
        wanted.retainAll(group == Group.READS ? OWN : GROUPS);
        return wanted;
    }

    /**
     * Makes a folder that many applications may share, where it is missing. One that is there is left as it is, and
     * refused if somebody has put it where everybody may put one, as into the temporary folder of the machine.
     *
     * @param folder the folder, or a link to it
     * @throws ProcessorStateException naming the folder, if another user may have prepared it
     * @throws IOException if it cannot be made
     */
    public static void makeShared(Path folder) throws IOException {
        make(folder);
        Path place = folder.toAbsolutePath().normalize();
        Path parent = place.getParent();
        if (parent == null || !isPosix(parent)) {
            return;
        }
        boolean isPublic = Files.getPosixFilePermissions(parent).contains(PosixFilePermission.OTHERS_WRITE);
        UserPrincipal owner = Files.getOwner(place, LinkOption.NOFOLLOW_LINKS); // of the link, where it is one
        if (isPublic && !isRoots(place) && !isOurs(folder, owner)) {
            throw refused(
                    place,
                    "belongs to user " + owner.getName() + ", and every user may put folders into " + parent
                            + ": name another folder, which others cannot prepare");
        }
    }

    /**
     * Refuses a link in the place of a folder or file of state, there or not.
     *
     * @param file the folder or file
     * @throws ProcessorStateException naming it, if it is one
     */
    public static void requireNoLink(Path file) {
        if (Files.isSymbolicLink(file)) {
            throw refused(file, "is a link, and none is followed to state: put what it leads to in its place");
        }
    }

    private static void make(Path folder) throws IOException {
        FileAttribute<?>[] closed = isPosix(folder)
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(OWN)}
                : new FileAttribute<?>[0];
        if (!Files.exists(folder)) {
            Files.createDirectories(folder, closed);
        }
    }

    private static boolean isPosix(Path folder) {
        return folder.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    private static boolean isRoots(Path folder) throws IOException {
        return folder.getFileSystem().supportedFileAttributeViews().contains("unix")
                && Integer.valueOf(0).equals(Files.getAttribute(folder, "unix:uid", LinkOption.NOFOLLOW_LINKS));
    }

    /**
     * Whether this process's user is an owner. By the name first; a container's user may have none, and some file
     * systems give all files one owner, so else a file that is made there says who we are.
     */
    private static boolean isOurs(Path folder, UserPrincipal owner) throws IOException {
        if (owner.getName().equals(System.getProperty("user.name"))) {
            return true;
        }
        Path probe;
        try {
            probe = Files.createTempFile(folder, StateEntries.PROBE, "");
        } catch (IOException notWritable) {
            LOG.debug("Nothing can be made in the folder {}, so it counts as another user's", folder, notWritable);
            return false;
        }
        try {
            return owner.equals(Files.getOwner(probe, LinkOption.NOFOLLOW_LINKS));
        } finally {
            Files.delete(probe);
        }
    }

    private static ProcessorStateException refused(Path folder, String why) {
        return new ProcessorStateException("State is not kept in " + folder + ": it " + why);
    }
}
