package org.stoatflow.examples.demo;

import java.util.Locale;

/** The libraries that count the lines: each in a JVM of its own, under its own application id, into its own topic. */
enum Library {
    STOATFLOW("StoatFlow", "counts", "", org.stoatflow.examples.demo.stoatflow.CountingApplication.class),
    KAFKA_STREAMS(
            "Kafka Streams",
            "counts-of-kafka-streams",
            " (for up to 45 s the broker waits for the dead member, session.timeout.ms)",
            org.stoatflow.examples.demo.kafkastreams.CountingApplication.class);

    private final String title;
    private final String counts;
    private final String waitsFor;
    private final Class<?> program;

    Library(String title, String counts, String waitsFor, Class<?> program) {
        this.title = title;
        this.counts = counts;
        this.waitsFor = waitsFor;
        this.program = program;
    }

    /** As people read it. */
    String title() {
        return title;
    }

    /** The topic that it writes to. */
    String counts() {
        return counts;
    }

    String applicationId() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-') + "-demo";
    }

    /** The changelog of its store. */
    String changelog() {
        return applicationId() + "-" + WordCount.STORE + "-changelog";
    }

    /**
     * What its next life waits for after a death, as it is by default; empty for ours, which comes back as the same
     * static member of the group.
     */
    String waitsFor() {
        return waitsFor;
    }

    /** The class with its {@code main}. */
    Class<?> program() {
        return program;
    }
}
