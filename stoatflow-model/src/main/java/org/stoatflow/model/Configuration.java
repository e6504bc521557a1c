package org.stoatflow.model;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * One configuration of the model: a {@code .cfg} file named {@code Module_name.cfg}, whose first lines say in comments
 * what it shows, what TLC must find, and how large it is.
 *
 * @param expected {@code holds}, {@code deadlock}, or {@code violates} and the name of an invariant or a property
 */
record Configuration(Path file, String module, String shows, String expected, Size size) {
    private static final String SUFFIX = ".cfg";

    /** Who checks it. */
    enum Size {
        /** The build, too. */
        BUILD,
        /** The command. */
        SMALL,
        /** The command, if asked for it: minutes, gigabytes. */
        LARGE
    }

    static final String HOLDS = "holds";
    static final String DEADLOCK = "deadlock";
    static final String VIOLATES = "violates ";

    Configuration {
        if (!expected.equals(HOLDS) && !expected.equals(DEADLOCK) && !expected.startsWith(VIOLATES)) {
            throw new IllegalArgumentException(file + ": expect=" + expected);
        }
        boolean mustFail = file.getFileName().toString().startsWith(module + "_v_");
        if (mustFail == expected.equals(HOLDS)) {
            throw new IllegalArgumentException(file + ": a name with v_ is one that must fail, but expect=" + expected);
        }
    }

    /** All configurations of the folder, by name. */
    static List<Configuration> all(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(SUFFIX))
                    .sorted()
                    .map(Configuration::read)
                    .toList();
        }
    }

    String name() {
        String fileName = file.getFileName().toString();
        return fileName.substring(0, fileName.length() - SUFFIX.length());
    }

    private static Configuration read(Path file) {
        String fileName = file.getFileName().toString();
        int underscore = fileName.indexOf('_');
        if (underscore < 0) {
            throw new IllegalArgumentException(file + " is not named Module_name.cfg");
        }
        try {
            List<String> lines = Files.readAllLines(file);
            return new Configuration(
                    file,
                    fileName.substring(0, underscore),
                    header(file, lines, "shows"),
                    header(file, lines, "expect"),
                    size(file, header(file, lines, "size")));
        } catch (IOException failure) {
            throw new IllegalStateException("Cannot read " + file, failure);
        }
    }

    private static String header(Path file, List<String> lines, String name) {
        String prefix = "\\* " + name + ": ";
        return lines.stream()
                .filter(line -> line.startsWith(prefix))
                .map(line -> line.substring(prefix.length()).strip())
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(file + " has no line that begins with " + prefix));
    }

    private static Size size(Path file, String size) {
        return Stream.of(Size.values())
                .filter(known -> known.name().equalsIgnoreCase(size))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(file + ": size=" + size));
    }
}
