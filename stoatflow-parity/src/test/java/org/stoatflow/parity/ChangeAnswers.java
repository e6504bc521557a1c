package org.stoatflow.parity;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * What becomes of an application whose topology changes between two starts: for each change the lines of a run. Lines
 * that one library has alone begin with its sign, and a comment says why.
 */
final class ChangeAnswers {
    private static final String FILE = "/changed-topologies.txt";
    private static final String CHANGE = "== ";
    private static final String COMMENT = "#";
    private static final String OURS = "SF|";
    private static final String THEIRS = "KS|";
    private static final String CHECK = "  check ";

    private final Map<String, List<String>> changes = new LinkedHashMap<>();

    private ChangeAnswers(List<String> lines) {
        String change = "";
        for (String line : lines) {
            if (line.startsWith(CHANGE)) {
                change = line.substring(CHANGE.length());
                if (changes.put(change, new ArrayList<>()) != null) {
                    throw new IllegalStateException(FILE + " has twice: " + change);
                }
            } else if (changes.containsKey(change) && !line.isBlank()) {
                changes.get(change).add(line);
            }
        }
    }

    static ChangeAnswers read() {
        try (InputStream in = ChangeAnswers.class.getResourceAsStream(FILE)) {
            byte[] bytes = Objects.requireNonNull(in, FILE).readAllBytes();
            return new ChangeAnswers(
                    new String(bytes, StandardCharsets.UTF_8).lines().toList());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Names of the changes, in the order of the file. */
    List<String> changes() {
        return List.copyOf(changes.keySet());
    }

    /** The lines of a run of ours. */
    String ours(String change) {
        return of(change, OURS, THEIRS);
    }

    /** The lines of a run of Kafka Streams. */
    String theirs(String change) {
        return of(change, THEIRS, OURS);
    }

    private String of(String change, String own, String other) {
        return changes.getOrDefault(change, List.of()).stream()
                .filter(line -> !line.startsWith(COMMENT) && !line.startsWith(other))
                .map(line -> line.startsWith(own) ? line.substring(own.length()) : line)
                .collect(Collectors.joining("\n"));
    }

    private static String withoutCheck(String lines) {
        return lines.lines().filter(line -> !line.startsWith(CHECK)).collect(Collectors.joining("\n"));
    }

    /** Changes that the libraries answer differently. */
    List<String> apart() {
        return changes.keySet().stream()
                .filter(change -> !withoutCheck(ours(change)).equals(theirs(change)))
                .toList();
    }

    /** Changes where the libraries differ and no comment says why. */
    List<String> unexplained() {
        return apart().stream()
                .filter(change -> changes.get(change).stream().noneMatch(line -> line.startsWith(COMMENT)))
                .toList();
    }
}
