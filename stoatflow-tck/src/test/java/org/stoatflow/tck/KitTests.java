package org.stoatflow.tck;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** The classes of Kafka Streams' integration tests, in the order in which they run. */
record KitTests(List<KitTests.OfClass> classes) {
    private static final String PACKAGE = "org.apache.kafka.streams.integration.";
    private static final Duration START_LIMIT = Duration.ofMinutes(2);
    private static final int LIMIT_FACTOR = 6;

    /**
     * One of them.
     *
     * @param seconds how long it takes where nothing else runs
     * @param use who runs it
     */
    record OfClass(String name, int seconds, Use use) {
        /** After which it is ended. */
        Duration limit() {
            return START_LIMIT.plusSeconds((long) LIMIT_FACTOR * seconds);
        }

        String simpleName() {
            return name.substring(PACKAGE.length());
        }

        boolean has(String execution) {
            return execution.startsWith(name + "#");
        }

        OfClass judged() {
            return new OfClass(name, seconds, use == Use.UNJUDGED ? Use.COMMAND : use);
        }

        String line() {
            String word = use == Use.COMMAND ? "" : " " + use.name().toLowerCase(Locale.ROOT);
            return seconds + " " + simpleName() + word;
        }
    }

    /** Who runs a class. */
    enum Use {
        /** The command, and the build. */
        SHORT,
        /** The command. */
        COMMAND,
        /** The command where it names the class: no list has its executions yet. */
        UNJUDGED
    }

    /** The project's list. */
    static KitTests listed() {
        try (InputStream in = KitTests.class.getResourceAsStream("kit-classes.txt")) {
            return of(new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Of lines that have a number of seconds and a class each, and some of them a use. */
    static KitTests of(List<String> lines) {
        return new KitTests(lines.stream().map(KitTests::parsed).toList());
    }

    private static OfClass parsed(String line) {
        String[] parts = line.split(" ", -1);
        Use use = parts.length > 2 ? Use.valueOf(parts[2].toUpperCase(Locale.ROOT)) : Use.COMMAND;
        return new OfClass(PACKAGE + parts[1], Integer.parseInt(parts[0]), use);
    }

    /** Those of these names; where there are none, all that are judged. */
    KitTests only(List<String> simpleNames) {
        List<String> known = classes.stream().map(OfClass::simpleName).toList();
        for (String name : simpleNames) {
            if (!known.contains(name)) {
                throw new IllegalArgumentException("class=" + name + " must be one of kit-classes.txt");
            }
        }
        return new KitTests(classes.stream()
                .filter(each ->
                        simpleNames.isEmpty() ? each.use() != Use.UNJUDGED : simpleNames.contains(each.simpleName()))
                .toList());
    }

    /** Those that the build runs. */
    KitTests shortOnes() {
        return new KitTests(
                classes.stream().filter(each -> each.use() == Use.SHORT).toList());
    }

    boolean has(String execution) {
        return classes.stream().anyMatch(each -> each.has(execution));
    }
}
