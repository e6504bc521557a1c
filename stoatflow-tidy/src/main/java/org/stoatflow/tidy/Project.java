package org.stoatflow.tidy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The files of the repository: those that a rule reads, with their text, and the paths of all. */
final class Project {
    private static final List<String> READ =
            List.of(".java", ".md", ".tla", ".xml", "/stoatflow", "/retired-words.txt");

    private static final String SERVICES = "/META-INF/services/";

    private final List<TextFile> files;
    private final Set<String> paths;
    private final Set<String> empty;
    private final List<JavaFile> java;

    private Project(List<TextFile> files, Set<String> paths, Set<String> empty) {
        this.files = List.copyOf(files);
        this.paths = new TreeSet<>(paths);
        this.empty = Set.copyOf(empty);
        this.java = JavaParser.parse(ending(".java"));
    }

    /** A project of these files and no others. */
    static Project of(List<TextFile> files) {
        Set<String> paths = new TreeSet<>();
        Set<String> empty = new TreeSet<>();
        for (TextFile file : files) {
            paths.add(file.path());
            if (file.text().isEmpty()) {
                empty.add(file.path());
            }
        }
        return new Project(files, paths, empty);
    }

    /** Everything below a folder but what a build or another tool has made. */
    static Project in(Path root) {
        Set<String> paths = new TreeSet<>();
        Set<String> empty = new TreeSet<>();
        List<TextFile> files = new ArrayList<>();
        for (Path file : walk(root)) {
            String path = root.relativize(file).toString().replace('\\', '/');
            paths.add(path);
            if (file.toFile().length() == 0) {
                empty.add(path);
            }
            if (path.contains(SERVICES) || READ.stream().anyMatch(("/" + path)::endsWith)) {
                files.add(new TextFile(path, read(file)));
            }
        }
        return new Project(files, paths, empty);
    }

    List<TextFile> ending(String suffix) {
        return files.stream()
                .filter(file -> ("/" + file.path()).endsWith(suffix))
                .toList();
    }

    Optional<TextFile> page(String path) {
        return files.stream().filter(file -> file.path().equals(path)).findFirst();
    }

    List<JavaFile> java() {
        return java;
    }

    Set<String> paths() {
        return paths;
    }

    /** Whether a file has nothing in it. */
    boolean isEmpty(String path) {
        return empty.contains(path);
    }

    /** Whether a file or a folder has this path. */
    boolean has(String path) {
        String plain = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
        return plain.isEmpty()
                || paths.contains(plain)
                || paths.stream().anyMatch(each -> each.startsWith(plain + "/"));
    }

    private static List<Path> walk(Path root) {
        List<Path> found = new ArrayList<>();
        try {
            Files.walkFileTree(root, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                    String name = folder.getFileName() == null
                            ? ""
                            : folder.getFileName().toString();
                    boolean skipped = !folder.equals(root) && (name.startsWith(".git") || name.equals("target"));
                    return skipped ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    found.add(file);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return found;
    }

    static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException failure) {
            throw new UncheckedIOException(file + " cannot be read", failure);
        }
    }
}
