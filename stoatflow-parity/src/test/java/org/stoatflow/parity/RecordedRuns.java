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
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * What runs gave on Kafka Streams, as a file: its first line says which version it was; each other one has the first
 * 8 bytes of the SHA-256 of what one section of a run said, the run's name and the section's, between tabs. Any thread.
 */
final class RecordedRuns {
    private static final String VERSION = "# ";
    private static final String TAB = "\t";
    private static final int DIGEST_BYTES = 8;

    private final String version;

    /** Digests by section, by run. */
    private final SortedMap<String, SortedMap<String, String>> runs = new ConcurrentSkipListMap<>();

    RecordedRuns(String version) {
        this.version = version;
    }

    /** Those of a file; none, of a version without a name, where there is no such file. */
    static RecordedRuns in(Path file) {
        try {
            return read(Files.readAllLines(file));
        } catch (NoSuchFileException none) {
            return new RecordedRuns("");
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** @throws IllegalArgumentException if these are not the lines of such a file */
    static RecordedRuns read(List<String> lines) {
        if (lines.isEmpty() || !lines.getFirst().startsWith(VERSION)) {
            throw new IllegalArgumentException("The first line does not say a version");
        }
        RecordedRuns recorded = new RecordedRuns(lines.getFirst().substring(VERSION.length()));
        for (String line : lines.subList(1, lines.size())) {
            String[] parts = line.split(TAB, -1);
            if (parts.length != 3) {
                throw new IllegalArgumentException("No digest, run and section: " + line);
            }
            recorded.runs.computeIfAbsent(parts[1], unseen -> new TreeMap<>()).put(parts[2], parts[0]);
        }
        return recorded;
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>(List.of(VERSION + version));
        runs.forEach((run, sections) ->
                sections.forEach((section, digest) -> lines.add(digest + TAB + run + TAB + section)));
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

    boolean has(String run) {
        return runs.containsKey(run);
    }

    void put(String run, Observed seen) {
        runs.put(run, digests(seen));
    }

    /** Sections in which a run says other than what is recorded, which may be nothing. */
    TreeSet<String> differing(String run, Observed seen) {
        SortedMap<String, String> recorded = runs.getOrDefault(run, new TreeMap<>());
        Map<String, String> now = digests(seen);
        TreeSet<String> sections = new TreeSet<>(recorded.keySet());
        sections.addAll(now.keySet());
        sections.removeIf(section -> recorded.getOrDefault(section, "").equals(now.get(section)));
        return sections;
    }

    /** Leaves out runs of other names. */
    void retain(Collection<String> names) {
        runs.keySet().retainAll(names);
    }

    /** Recorded runs that have none of the names: nobody makes them any more. */
    TreeSet<String> besides(Collection<String> names) {
        TreeSet<String> others = new TreeSet<>(runs.keySet());
        others.removeAll(names);
        return others;
    }

    private static SortedMap<String, String> digests(Observed seen) {
        SortedMap<String, String> digests = new TreeMap<>();
        seen.sections().forEach((section, lines) -> digests.put(section, digest(String.join("\n", lines))));
        return digests;
    }

    private static String digest(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, DIGEST_BYTES);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("Each JDK has SHA-256", impossible);
        }
    }
}
