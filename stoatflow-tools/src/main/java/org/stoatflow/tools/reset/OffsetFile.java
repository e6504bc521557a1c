package org.stoatflow.tools.reset;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;

/** A file of lines {@code topic,partition,offset}. */
final class OffsetFile {
    private static final int COLUMNS = 3;

    private OffsetFile() {}

    /** @throws IllegalArgumentException with a sentence, where it cannot be read or a line is not such a one */
    static Map<TopicPartition, Long> read(Path file) {
        List<String> lines;
        try {
            lines = Files.readAllLines(file);
        } catch (IOException failure) {
            throw new IllegalArgumentException(file + " cannot be read: " + failure, failure);
        }
        Map<TopicPartition, Long> offsets = new TreeMap<>(Partitions.ORDER);
        for (int i = 0; i < lines.size(); i++) {
            if (!lines.get(i).isBlank()) {
                add(lines.get(i), file + ":" + (i + 1), offsets);
            }
        }
        if (offsets.isEmpty()) {
            throw new IllegalArgumentException(file + " has no line");
        }
        return offsets;
    }

    private static void add(String line, String place, Map<TopicPartition, Long> offsets) {
        String[] columns = line.strip().split(",", -1);
        if (columns.length != COLUMNS || columns[0].isBlank()) {
            throw notSuch(place, line);
        }
        try {
            TopicPartition partition = new TopicPartition(columns[0].strip(), Integer.parseInt(columns[1].strip()));
            if (offsets.put(partition, Long.parseLong(columns[2].strip())) != null) {
                throw new IllegalArgumentException(place + " names " + Partitions.words(partition) + " a second time");
            }
        } catch (NumberFormatException wrong) {
            throw notSuch(place, line);
        }
    }

    private static IllegalArgumentException notSuch(String place, String line) {
        return new IllegalArgumentException(place + " must be topic,partition,offset, not '" + line + "'");
    }
}
