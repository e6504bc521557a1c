package org.stoatflow.chaos;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/** Reads the output of an instance over all its processes, and counts signs in it. One thread. */
final class InstanceLog {
    private static final String WAITS_FROM_NOW = " goes from JOINING to STANDBY";
    private static final String WAITS_NO_LONGER = " goes from STANDBY to ";

    private final Path file;
    private final Map<Sign, Integer> signs = new EnumMap<>(Sign.class);
    private final Map<String, BitSet> passed = new HashMap<>();
    private String state = "";
    private boolean standsBy; // RUNNING too, without the partitions
    private String partOfLine = "";
    private long position;

    InstanceLog(Path file) {
        this.file = file;
    }

    Path file() {
        return file;
    }

    /** How often a sign was seen. */
    int count(Sign sign) {
        read();
        return signs.getOrDefault(sign, 0);
    }

    /** Serials of the records of a topic that have passed the {@link SideBranches}. */
    BitSet passed(String topic) {
        read();
        return (BitSet) passed.getOrDefault(topic, new BitSet()).clone();
    }

    /** The last state that the process has printed; empty before its first one, and while it waits to take over. */
    String state() {
        read();
        return state;
    }

    /** A new process begins. */
    void onStart() {
        read();
        state = "";
        standsBy = false;
    }

    private void read() {
        if (!Files.exists(file)) {
            return;
        }
        try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "r")) {
            byte[] bytes = new byte[Math.toIntExact(open.length() - position)];
            open.seek(position);
            open.readFully(bytes);
            position += bytes.length;
            // One byte is read as one character, since a killed process may leave a part of a character.
            String[] lines = (partOfLine + new String(bytes, StandardCharsets.ISO_8859_1)).split("\n", -1);
            for (int i = 0; i < lines.length - 1; i++) {
                onLine(lines[i]);
            }
            partOfLine = lines[lines.length - 1];
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private void onLine(String line) {
        if (line.contains(WAITS_FROM_NOW)) {
            standsBy = true;
        } else if (line.contains(WAITS_NO_LONGER)) {
            standsBy = false;
            state = "";
        } else if (line.startsWith(ChaosApplicationMain.STATE)) {
            state = standsBy ? "" : line.substring(ChaosApplicationMain.STATE.length());
        }
        if (line.startsWith(SideBranches.PASSED)) {
            SideRecord record = SideRecord.parse(line.substring(SideBranches.PASSED.length()));
            passed.computeIfAbsent(record.topic(), any -> new BitSet()).set(record.serial());
        }
        for (Sign sign : Sign.values()) {
            if (sign.isIn(line)) {
                signs.merge(sign, 1, Integer::sum);
            }
        }
    }
}
