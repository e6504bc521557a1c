package org.stoatflow.bench.latency;

import java.util.List;

/**
 * One of those that take turns on a scenario.
 *
 * @param title its name in tables, sentences and files
 * @param jvmArgs more JVM options of its application, which may give it a class path of its own
 */
public record Arm(String title, Library library, List<String> jvmArgs) {
    public Arm {
        jvmArgs = List.copyOf(jvmArgs);
    }

    /** A library as it is on our class path. */
    public static Arm of(Library library) {
        return new Arm(library.title(), library, List.of());
    }
}
