package org.stoatflow.parity;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.streams.KafkaStreams;

/**
 * Runs of Kafka Streams that have given what a file says, each by a digest of all that decides what comes out: the jar
 * of Kafka Streams, the sources of the program, and what the file says. While these are what they were, the same comes
 * out, and the run is left out; where one is another, it runs, and says which digest to put into {@code seen-runs.txt}.
 * {@code -Dparity.theirs=all} runs all of them. Usable from any thread.
 */
final class SeenRuns {
    private static final String FILE = "/seen-runs.txt";
    private static final boolean ALL = "all".equals(System.getProperty("parity.theirs"));
    private static final Path SOURCES = Path.of("src", "test", "java", "org", "stoatflow", "parity", "program");
    private static final int DIGEST_BYTES = 8;

    private final Set<String> seen = read();
    private final String group;
    private final MessageDigest sources = sha256();

    /**
     * @param group of runs, such as a test
     * @param program what runs
     */
    SeenRuns(String group, Class<?> program) {
        this.group = group;
        sources.update(bytes(jar()));
        try {
            closure(program.getSimpleName(), sources()).values().forEach(text -> sources.update(bytes(text)));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Texts of the programs' package, by class. */
    private static Map<String, String> sources() throws IOException {
        Map<String, String> sources = new TreeMap<>();
        try (Stream<Path> files = Files.list(SOURCES)) {
            for (Path file : files.toList()) {
                sources.put(file.getFileName().toString().replace(".java", ""), Files.readString(file));
            }
        }
        return sources;
    }

    /** Those of a class, of each that it names, and so on. */
    private static Map<String, String> closure(String program, Map<String, String> sources) {
        Map<String, String> found = new TreeMap<>();
        Deque<String> next = new ArrayDeque<>(List.of(program));
        while (!next.isEmpty()) {
            String name = next.remove();
            String text = sources.get(name);
            if (text != null && found.put(name, text) == null) {
                next.addAll(Stream.of(text.split("\\W+"))
                        .filter(sources::containsKey)
                        .distinct()
                        .toList());
            }
        }
        return found;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** A run that compares what comes out with what the file says. */
    interface Run {
        void run() throws IOException;
    }

    /** Runs it, unless it was seen with the same text. */
    void unlessSeen(String name, String text, Run run) throws IOException {
        String line = digest(text) + " " + group + " " + name;
        if (ALL || !seen.contains(line)) {
            run.run();
            if (!seen.contains(line)) {
                System.out.println(FILE + " does not have this run, which costs another one. Put there: " + line);
            }
        }
    }

    private synchronized String digest(String text) {
        try {
            MessageDigest all = (MessageDigest) sources.clone();
            all.update(bytes(text));
            return HexFormat.of().formatHex(all.digest(), 0, DIGEST_BYTES);
        } catch (CloneNotSupportedException impossible) {
            throw new AssertionError(impossible);
        }
    }

    /** Its name has the version. */
    private static String jar() {
        return Path.of(KafkaStreams.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .getPath())
                .getFileName()
                .toString();
    }

    private static Set<String> read() {
        try (InputStream in = SeenRuns.class.getResourceAsStream(FILE)) {
            byte[] bytes = Objects.requireNonNull(in, FILE).readAllBytes();
            return new String(bytes, StandardCharsets.UTF_8).lines().collect(Collectors.toSet());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError(impossible);
        }
    }
}
