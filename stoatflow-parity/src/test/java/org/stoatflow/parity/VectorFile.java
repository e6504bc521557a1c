package org.stoatflow.parity;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.kafka.common.header.internals.RecordHeaders;

/** The file of vectors of one kind of store. */
public final class VectorFile {
    private static final String COMMENT = "#";

    /** The changelog of versioned stores. */
    private static final String VERSIONS = "app-versions-changelog";

    private final List<String> lines;

    private VectorFile(List<String> lines) {
        this.lines = lines;
    }

    /** That of a kind. */
    public static VectorFile of(String kind) {
        String name = "/vectors/" + kind + ".txt";
        try (InputStream in = VectorFile.class.getResourceAsStream(name)) {
            byte[] bytes = Objects.requireNonNull(in, name).readAllBytes();
            return new VectorFile(
                    new String(bytes, StandardCharsets.UTF_8).lines().toList());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** What stands above the records. */
    List<String> comments() {
        return lines.stream().filter(line -> line.startsWith(COMMENT)).toList();
    }

    /** The records. */
    public List<VectorLine> records() {
        return lines.stream()
                .filter(line -> !line.isEmpty() && !line.startsWith(COMMENT))
                .map(VectorLine::of)
                .toList();
    }

    /**
     * For each input what came of it, and after this the changelog records by topic and key: a commit writes them in no
     * order across keys, and the last one of each key only.
     */
    static String committed(List<VectorLine> records) {
        StringBuilder text = new StringBuilder();
        List<VectorLine> logged = new ArrayList<>();
        for (VectorLine record : records) {
            if (record.isInput()) {
                lastOfEachKey(logged).values().forEach(text::append);
                logged.clear();
            }
            if (record.kind().equals(VectorLine.LOG)) {
                logged.add(record);
            } else {
                text.append(record.text()).append('\n');
            }
        }
        lastOfEachKey(logged).values().forEach(text::append);
        return text.toString();
    }

    /** The last changelog record of each key, and all of a key with versions. */
    static Map<String, String> lastOfEachKey(List<VectorLine> logged) {
        Map<String, String> last = new TreeMap<>();
        logged.forEach(record -> last.merge(
                row(record),
                record.text() + "\n",
                (one, other) -> record.topic().equals(VERSIONS) ? one + other : other));
        return last;
    }

    /** All changelog records, by topic and key. */
    static Map<String, String> allOfEachKey(List<VectorLine> logged) {
        Map<String, String> all = new TreeMap<>();
        logged.forEach(record -> all.merge(row(record), record.text() + "\n", String::concat));
        return all;
    }

    private static String row(VectorLine record) {
        return new VectorLine(record.kind(), record.topic(), record.key(), null, null, new RecordHeaders()).text();
    }

    /** Records as they stand in a file. */
    static String text(List<VectorLine> records) {
        StringBuilder text = new StringBuilder();
        records.forEach(record -> text.append(record.text()).append('\n'));
        return text.toString();
    }
}
