package org.stoatflow.runtime.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.function.Predicate;
import org.stoatflow.state.FolderDeletion;
import org.stoatflow.state.StateEntries;
import org.stoatflow.streams.errors.ProcessorStateException;

/**
 * Folders in a state folder that are to be deleted. Each is renamed first, in one step: the process may end meanwhile,
 * and half of a database would be a damaged one to the next start, half of a task's folder a whole one. A start deletes
 * what it finds under such a name. This process has the state folder.
 */
final class DeletedFolders {
    private DeletedFolders() {}

    /** Whether an earlier process has ended before it had deleted all. */
    static boolean areIn(Path stateFolder) {
        return !folders(stateFolder, StateEntries::isBeingDeleted).isEmpty();
    }

    /** Deletes the folders that are renamed. */
    static void delete(Path stateFolder) {
        folders(stateFolder, StateEntries::isBeingDeleted).forEach(DeletedFolders::deleteNow);
    }

    /** Renames all folders. */
    static void renameAll(Path stateFolder) {
        folders(stateFolder, folder -> !StateEntries.isBeingDeleted(folder)).forEach(DeletedFolders::rename);
    }

    /** Renames a folder. */
    static void rename(Path folder) {
        Path renamed = folder.resolveSibling(folder.getFileName() + StateEntries.DELETED);
        if (Files.exists(renamed, LinkOption.NOFOLLOW_LINKS)) {
            deleteNow(renamed);
        }
        try {
            Files.move(folder, renamed, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException failure) {
            throw new ProcessorStateException("Cannot rename " + folder + ", which is to be deleted", failure);
        }
    }

    /** The folders of ours in a state folder, in the order of their names. */
    static List<Path> folders(Path stateFolder, Predicate<Path> which) {
        return StateEntries.own(stateFolder).stream()
                .filter(file -> Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS))
                .filter(which)
                .toList();
    }

    private static void deleteNow(Path folder) {
        try {
            FolderDeletion.delete(folder);
        } catch (IOException failure) {
            throw new ProcessorStateException("Cannot delete the folder " + folder, failure);
        }
    }
}
