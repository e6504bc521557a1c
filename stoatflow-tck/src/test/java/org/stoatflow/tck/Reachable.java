package org.stoatflow.tck;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The executions of Kafka Streams' tests that need nothing of its internals but their names, as {@code class#method}.
 */
final class Reachable {
    private static final String FILE = "reachable.txt";

    /** What an execution needs of the internals. */
    enum Kind {
        /** Nothing. */
        PLAIN,
        /** That classes of that name can be loaded. */
        SHELLS
    }

    private final SortedMap<String, Kind> executions;

    private Reachable(SortedMap<String, Kind> executions) {
        this.executions = Collections.unmodifiableSortedMap(executions);
    }

    /** The project's list. */
    static Reachable listed() {
        return listed(FILE);
    }

    /** The project's list of that name. */
    static Reachable listed(String file) {
        try (InputStream in = Reachable.class.getResourceAsStream(file)) {
            return of(new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Of lines that have a kind and a name each. */
    static Reachable of(List<String> lines) {
        SortedMap<String, Kind> executions = new TreeMap<>();
        for (String line : lines) {
            int space = line.indexOf(' ');
            Kind kind = switch (line.substring(0, space)) {
                case "plain" -> Kind.PLAIN;
                case "shells" -> Kind.SHELLS;
                default -> throw new IllegalArgumentException("line=" + line + " must begin with a kind");
            };
            if (executions.put(line.substring(space + 1), kind) != null) {
                throw new IllegalArgumentException("line=" + line + " is there twice");
            }
        }
        return new Reachable(executions);
    }

    /** Those whose name is wanted. */
    Reachable only(Predicate<String> wanted) {
        SortedMap<String, Kind> some = new TreeMap<>(executions);
        some.keySet().removeIf(wanted.negate());
        return new Reachable(some);
    }

    SortedMap<String, Kind> executions() {
        return executions;
    }

    /** Names of test methods, without parameters and numbers, by their class. */
    Map<String, List<String>> methods() {
        return executions.keySet().stream()
                .collect(Collectors.groupingBy(
                        name -> name.substring(0, name.indexOf('#')),
                        TreeMap::new,
                        Collectors.mapping(Reachable::method, Collectors.toList())));
    }

    private static String method(String name) {
        int end = name.indexOf('(');
        return name.substring(name.indexOf('#') + 1, end < 0 ? name.length() : end);
    }
}
