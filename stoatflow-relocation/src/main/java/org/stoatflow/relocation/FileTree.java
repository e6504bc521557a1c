package org.stoatflow.relocation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Files by their path, with slashes: what is in a folder or a jar. */
final class FileTree {
    private FileTree() {}

    /** The files of a folder or jar whose path is wanted. */
    static SortedMap<String, byte[]> read(Path source, Predicate<String> wanted) throws IOException {
        if (Files.isDirectory(source)) {
            return readFolder(source, wanted);
        }
        try (FileSystem jar = FileSystems.newFileSystem(source)) {
            return readFolder(jar.getPath("/"), wanted);
        }
    }

    private static SortedMap<String, byte[]> readFolder(Path root, Predicate<String> wanted) throws IOException {
        SortedMap<String, byte[]> files = new TreeMap<>();
        for (Path file : filesOf(root)) {
            String path = relative(root, file);
            if (wanted.test(path)) {
                files.put(path, Files.readAllBytes(file));
            }
        }
        return files;
    }

    /**
     * Makes a folder hold these files and no others. A file that has the right content already keeps its time, so that
     * nothing is built again that stands on it.
     */
    static void write(Path folder, SortedMap<String, byte[]> files) throws IOException {
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            Path target = folder.resolve(file.getKey());
            if (!Files.isRegularFile(target) || !Arrays.equals(Files.readAllBytes(target), file.getValue())) {
                Files.createDirectories(target.getParent());
                Files.write(target, file.getValue());
            }
        }
        if (Files.isDirectory(folder)) {
            for (Path file : filesOf(folder)) {
                if (!files.containsKey(relative(folder, file))) {
                    Files.delete(file);
                }
            }
        }
    }

    private static List<Path> filesOf(Path root) throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            return all.filter(Files::isRegularFile).toList();
        } catch (UncheckedIOException failure) {
            throw failure.getCause();
        }
    }

    private static String relative(Path root, Path file) {
        return root.relativize(file).toString().replace('\\', '/');
    }
}
