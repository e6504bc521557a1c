package org.stoatflow.bench.jar;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.stoatflow.bench.latency.BenchFailure;

/**
 * What a topic is fed with.
 *
 * @param lines recorded ones, over and over: key and value with a tab between, or a value without key; empty for
 *     generated texts
 */
record Input(String topic, List<String> lines) {
    private static final String[] WORDS = ("the quick brown fox jumps over the lazy dog and comes back before it is"
                    + " noticed by anyone who sleeps in the afternoon sun")
            .split(" ");
    private static final int LENGTH = 8;
    private static final int KEYS = 1_000;

    Input {
        lines = List.copyOf(lines);
    }

    /** A record. */
    record Fed(byte @Nullable [] key, byte[] value) {
        static Fed of(String line) {
            int tab = line.indexOf('\t');
            return new Fed(
                    tab < 0 ? null : line.substring(0, tab).getBytes(StandardCharsets.UTF_8),
                    line.substring(tab + 1).getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Of {@code TOPIC} or {@code TOPIC=FILE}. */
    static Input read(String topic, Optional<Path> file) throws BenchFailure {
        if (file.isEmpty()) {
            return new Input(topic, List.of());
        }
        try {
            List<String> lines = Files.readAllLines(file.get());
            if (lines.isEmpty()) {
                throw new BenchFailure(file.get() + " has no records");
            }
            return new Input(topic, lines);
        } catch (IOException failure) {
            throw new BenchFailure(file.get() + " could not be read: " + failure, failure);
        }
    }

    /** Record {@code number}, from 0; the same for each library. */
    Fed record(long number) {
        return lines.isEmpty() ? generated(number) : Fed.of(lines.get((int) (number % lines.size())));
    }

    private static Fed generated(long number) {
        StringBuilder line = new StringBuilder("key-" + number % KEYS + "\t");
        long word = number;
        for (int place = 0; place < LENGTH; place++) {
            word = word * 6_364_136_223_846_793_005L + 1_442_695_040_888_963_407L;
            line.append(place == 0 ? "" : " ").append(WORDS[(int) Math.floorMod(word >> 33, (long) WORDS.length)]);
        }
        return Fed.of(line.toString());
    }
}
