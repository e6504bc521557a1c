package org.stoatflow.bench.role;

import java.util.Map;
import java.util.Optional;

/** What the processes read from their environment. */
public enum Variable {
    /** Addresses of the brokers. */
    BOOTSTRAP_SERVERS,
    /** File of settings that all clients of the brokers get, in the format of Java's properties; there need be none. */
    CLIENT,
    /** How long a process waits at its start for brokers, topics and the others; without it there is no wait. */
    AWAIT_SECONDS,
    /** Name of the program. */
    PROGRAM,
    /** What its topics are called on the broker, as {@code input=a;output=b}. */
    TOPICS,
    /** What the names of its topics begin with, where {@link #TOPICS} does not name them. */
    PREFIX,
    /** Partitions of each topic. */
    PARTITIONS,
    /** How many records the generator sends, and the check expects the output of. */
    RECORDS,
    /** Records a second. */
    RATE,
    /** Seconds before the measured window. */
    WARMUP_SECONDS,
    /** Seconds of the measured window. */
    MEASURED_SECONDS,
    /**
     * When the first record is due, in nanoseconds since 1970; without it a line of standard input says so, or where
     * {@link #END} is {@code signal} the processes agree on it in a topic.
     */
    START,
    /** File for the result of the latency consumer; there need be none. */
    RESULT,
    /** The library: {@code stoatflow} or {@code kafka-streams}. */
    LIBRARY,
    /** File of the application's settings, in the format of Java's properties. */
    SETTINGS,
    /** Where it is {@code signal}, nobody writes to standard input, and the end comes by a signal. */
    END;

    private static final String ID_PREFIX = "BENCH_";

    /** The variable's name. */
    public String id() {
        return ID_PREFIX + name();
    }

    /** Its value, if there is one. */
    Optional<String> in(Map<String, String> environment) {
        return Optional.ofNullable(environment.get(id()));
    }

    /** Its value, which must be there. */
    String of(Map<String, String> environment) throws RoleFailure {
        return in(environment).orElseThrow(() -> new RoleFailure("variable " + id() + " is not set"));
    }

    /** Its value, which must be a whole number. */
    long numberOf(Map<String, String> environment) throws RoleFailure {
        String text = of(environment);
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException unreadable) {
            throw new RoleFailure("variable " + id() + " is no whole number: '" + text + "'", unreadable);
        }
    }

    int intOf(Map<String, String> environment) throws RoleFailure {
        return Math.toIntExact(numberOf(environment));
    }
}
