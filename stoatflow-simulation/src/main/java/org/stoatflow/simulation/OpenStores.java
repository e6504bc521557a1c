package org.stoatflow.simulation;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/** The stores of users that a process has open, and what they have on disk, which outlasts it. */
final class OpenStores {
    private final Map<Path, NavigableMap<Bytes, byte[]>> files = new HashMap<>();
    private Set<String> open = new HashSet<>();

    /** A process begins, and has none open. */
    void begin() {
        open = new HashSet<>();
    }

    /** Opens a store. Returns what closes it; null if such a store is open. */
    @Nullable
    Runnable open(String at) {
        Set<String> ofProcess = open;
        return ofProcess.add(at) ? () -> ofProcess.remove(at) : null;
    }

    /** Rows by the file that stands for them. */
    NavigableMap<Bytes, byte[]> rows(Path file) {
        return files.computeIfAbsent(file, none -> new TreeMap<>());
    }
}
