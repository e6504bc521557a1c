package org.stoatflow.relocation;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Makes one folder of the classes and resources of several, with a package renamed: in names and paths, in the strings
 * of the program, and in resources.
 *
 * <p>Arguments: old package, new package, folder to write, then the folders or jars to read. The folder to write holds
 * nothing else afterwards.
 */
public final class Relocation {
    private static final String SERVICES = "META-INF/services/";
    private static final Set<String> OF_ITS_BUILD =
            Set.of("META-INF/MANIFEST.MF", "META-INF/LICENSE", "META-INF/NOTICE");
    private static final int ARGUMENTS_MIN = 4;

    private final Renaming renaming;
    private final SortedMap<String, byte[]> files = new TreeMap<>();

    Relocation(Renaming renaming) {
        this.renaming = renaming;
    }

    /** Runs it; the class says what the arguments are. */
    public static void main(String[] args) throws IOException {
        if (args.length < ARGUMENTS_MIN) {
            throw new IllegalArgumentException("arguments=" + Arrays.toString(args)
                    + " must be: old package, new package, folder to write, folders or jars to read");
        }
        Relocation relocation = new Relocation(new Renaming(args[0], args[1]));
        List<Path> sources = Stream.of(args).skip(3).map(Path::of).toList();
        for (Path source : sources) {
            relocation.add(source);
        }
        relocation.write(Path.of(args[2]));
    }

    /** Adds what is in a folder or jar, but what its builder wrote about it. */
    void add(Path source) throws IOException {
        SortedMap<String, byte[]> read =
                FileTree.read(source, path -> !path.startsWith("META-INF/maven/") && !OF_ITS_BUILD.contains(path));
        if (read.isEmpty()) {
            throw new IllegalStateException(source + " holds no files; it is to be built before it is relocated");
        }
        for (Map.Entry<String, byte[]> file : read.entrySet()) {
            String path = renaming.in(file.getKey());
            byte[] content = renamed(path, file.getValue());
            byte[] before = files.putIfAbsent(path, content);
            if (before != null) {
                files.put(path, joined(path, before, content, source));
            }
        }
    }

    void write(Path folder) throws IOException {
        FileTree.write(folder, files);
    }

    private byte[] renamed(String path, byte[] content) throws IOException {
        if (path.endsWith(".class")) {
            return ConstantTexts.changed(content, renaming::in);
        }
        String text = new String(content, StandardCharsets.ISO_8859_1); // each byte a character, whatever it means
        return renaming.in(text).getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Providers of one service may come from several sources; all else is there once. */
    private static byte[] joined(String path, byte[] before, byte[] content, Path source) {
        if (!path.startsWith(SERVICES)) {
            throw new IllegalStateException(path + " of " + source + " is in another source too");
        }
        List<String> lines = new ArrayList<>();
        for (byte[] part : List.of(before, content)) {
            new String(part, StandardCharsets.UTF_8).lines().forEach(lines::add);
        }
        return (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
    }
}
