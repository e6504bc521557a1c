package org.stoatflow.parity;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What the rows of {@link ParityIT} gave on Kafka Streams, as a file: which version it was, and then by row what a user
 * could see. A line with one tab before it is a section, one with two is a line of it; what is no plain text is escaped
 * as in a Java source. A very long section has its digest only. Not for several threads.
 */
final class RecordedRows {
    private static final String VERSION = "# ";
    private static final String SECTION = "\t";
    private static final String LINE = "\t\t";
    private static final int LONG = 1_000;

    private final String version;
    private final SortedMap<String, Observed> rows = new TreeMap<>();

    RecordedRows(String version) {
        this.version = version;
    }

    /** Those of a file; none of a file that there is not, which have no version. */
    static RecordedRows in(Path file) {
        try {
            return read(Files.readAllLines(file));
        } catch (NoSuchFileException none) {
            return new RecordedRows("");
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    static RecordedRows read(List<String> lines) {
        RecordedRows recorded = new RecordedRows(
                lines.isEmpty() || !lines.getFirst().startsWith(VERSION)
                        ? ""
                        : lines.getFirst().substring(VERSION.length()));
        Observed row = new Observed();
        String section = "";
        for (String line : lines) {
            if (line.startsWith(LINE)) {
                row.add(section, line.substring(LINE.length()).translateEscapes());
            } else if (line.startsWith(SECTION)) {
                section = line.substring(SECTION.length());
            } else if (!line.startsWith(VERSION)) {
                row = new Observed();
                recorded.rows.put(line, row);
            }
        }
        return recorded;
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>(List.of(VERSION + version));
        rows.forEach((row, seen) -> {
            lines.add(row);
            seen.sections().forEach((section, texts) -> {
                lines.add(SECTION + section);
                texts.forEach(text -> lines.add(LINE + escaped(text)));
            });
        });
        return lines;
    }

    void write(Path file) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.write(file, lines());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** The version of Kafka Streams that gave this, or an empty text. */
    String version() {
        return version;
    }

    @Nullable Observed of(String row) {
        return rows.get(row);
    }

    void put(String row, Observed seen) {
        rows.put(row, shortened(seen));
    }

    /** As it is recorded: instead of a very long section, how many lines it has, and their SHA-256. */
    static Observed shortened(Observed seen) {
        Observed shortened = new Observed();
        seen.sections().forEach((section, texts) -> {
            List<String> kept =
                    texts.size() <= LONG ? texts : List.of(texts.size() + " lines, SHA-256 " + digest(texts));
            kept.forEach(text -> shortened.add(section, text));
        });
        return shortened;
    }

    private static String digest(List<String> texts) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256")
                            .digest(String.join("\n", texts).getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("Each JDK has SHA-256", impossible);
        }
    }

    /** Leaves out rows of other names. */
    void retain(Collection<String> names) {
        rows.keySet().retainAll(names);
    }

    /** Recorded rows that none of the names is, which a run of all rows would not look at. */
    Collection<String> besides(Collection<String> names) {
        TreeSet<String> others = new TreeSet<>(rows.keySet());
        others.removeAll(names);
        return others;
    }

    private static String escaped(String text) {
        StringBuilder escaped = new StringBuilder();
        text.chars().forEach(each -> {
            switch (each) {
                case '\\' -> escaped.append("\\\\");
                case '\n' -> escaped.append("\\n");
                case '\r' -> escaped.append("\\r");
                case '\t' -> escaped.append("\\t");
                default -> escaped.append((char) each);
            }
        });
        return escaped.toString();
    }
}
