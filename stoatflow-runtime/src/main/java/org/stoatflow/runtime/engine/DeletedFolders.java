package org.stoatflow.runtime.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.stoatflow.state.FolderDeletion;
import org.stoatflow.streams.errors.ProcessorStateException;

/**
 * Folders in a state folder that are to be deleted. Each is renamed first, in one step: the process may end meanwhile,
 * and half of a database would be a damaged one to the next start, half of a task's folder a whole one. A start deletes
 * what it finds under such a name. This process has the state folder.
 */
final class DeletedFolders {
    private static final String ENDING = ".deleted";

    private DeletedFolders() {}

    /** Whether an earlier process has ended before it had deleted all. */
    static boolean areIn(Path stateFolder) {
        return !folders(stateFolder, DeletedFolders::isRenamed).isEmpty();
    }

    /** Deletes the folders that are renamed. */
    static void delete(Path stateFolder) {
        folders(stateFolder, DeletedFolders::isRenamed).forEach(DeletedFolders::deleteNow);
    }

    /** Renames all folders. */
    static void renameAll(Path stateFolder) {
        folders(stateFolder, folder -> !isRenamed(folder)).forEach(DeletedFolders::rename);
    }

    /** Renames a folder. */
    static void rename(Path folder) {
        Path renamed = folder.resolveSibling(folder.getFileName() + ENDING);
        if (Files.exists(renamed)) {
            deleteNow(renamed);
        }
        try {
            Files.move(folder, renamed, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException failure) {
            throw new ProcessorStateException("Cannot rename " + folder + ", which is to be deleted", failure);
        }
    }

    /** The folders in a state folder, in the order of their names. */
    static List<Path> folders(Path stateFolder, Predicate<Path> which) {
        try (Stream<Path> files = Files.list(stateFolder)) {
            return files.filter(Files::isDirectory).filter(which).sorted().toList();
        } catch (IOException failure) {
            throw new ProcessorStateException("Cannot list the state folder " + stateFolder, failure);
        }
    }

    private static boolean isRenamed(Path folder) {
        return folder.getFileName().toString().endsWith(ENDING);
    }

    private static void deleteNow(Path folder) {
        try {
            FolderDeletion.delete(folder);
        } catch (IOException failure) {
            throw new ProcessorStateException("Cannot delete the folder " + folder, failure);
        }
    }
}
