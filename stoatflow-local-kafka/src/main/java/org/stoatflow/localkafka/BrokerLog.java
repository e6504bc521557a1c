package org.stoatflow.localkafka;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The file that a broker's process writes to, across its restarts. */
record BrokerLog(Path file) {
    private static final int TAIL_LINES = 40;

    /** The last lines, for an error message. */
    String tail() {
        List<String> lines = lines();
        List<String> last = lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size());
        return "log " + file + ", its end:\n  " + String.join("\n  ", last);
    }

    /** Whether a line after the first {@code skip} ones has this text. */
    boolean containsAfter(int skip, String text) {
        return lines().stream().skip(skip).anyMatch(line -> line.contains(text));
    }

    int length() {
        return lines().size();
    }

    private List<String> lines() {
        if (!Files.exists(file)) {
            return List.of();
        }
        try {
            // Not UTF-8: a process that was killed may leave half a character.
            return Files.readAllLines(file, StandardCharsets.ISO_8859_1);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
