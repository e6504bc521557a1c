package org.stoatflow.state.rocks;

import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.rocksdb.LiveFileMetaData;
import org.stoatflow.state.FolderDeletion;

/** The files of a state folder, for tests that damage them. */
final class StateFiles {
    private final Path folder;
    private final Path backup;
    private final Path database;

    StateFiles(Path folder, Path backup) {
        this.folder = folder;
        this.backup = backup;
        database = folder.resolve("rocksdb");
    }

    Path fileOf(String store) {
        try (RocksFamilies families = RocksFamilies.readOnly(database, DamagedStateTest.SMALL, RocksTuning.NONE)) {
            int id = store.equals("a") ? 0 : 1;
            for (LiveFileMetaData file : families.db().getLiveFilesMetaData()) {
                if (Arrays.equals(file.columnFamilyName(), RocksFamilies.KEY_VALUE.getBytes(StandardCharsets.UTF_8))
                        && ByteBuffer.wrap(file.smallestKey()).getInt() == id) {
                    return database.resolve(file.fileName().substring(1));
                }
            }
        }
        throw new AssertionError("no file has rows of store " + store);
    }

    static void flip(Path file, double share) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        if (bytes.length > 0) {
            bytes[(int) (bytes.length * share)] ^= 0x55;
            Files.write(file, bytes);
        }
    }

    void save() throws IOException {
        FolderDeletion.delete(backup);
        copy(folder, backup);
    }

    void restoreSaved() throws IOException {
        FolderDeletion.delete(folder);
        copy(backup, folder);
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> all = Files.walk(from)) {
            for (Path path : all.toList()) {
                Path target = to.resolve(from.relativize(path).toString());
                if (Files.isDirectory(path)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(path, target);
                }
            }
        }
    }

    List<Path> ofKind(String kind) throws IOException {
        try (Stream<Path> files = Files.list(database)) {
            List<Path> found = files.filter(file -> {
                        String name = file.getFileName().toString();
                        return kind.startsWith(".") ? name.endsWith(kind) : name.startsWith(kind);
                    })
                    .sorted()
                    .toList();
            assertFalse(found.isEmpty(), kind);
            return found;
        }
    }

    List<String> asides() throws IOException {
        return names(folder).stream()
                .filter(name -> name.startsWith("rocksdb.damaged-"))
                .toList();
    }

    static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> !name.startsWith("LOG"))
                    .sorted()
                    .toList();
        }
    }
}
