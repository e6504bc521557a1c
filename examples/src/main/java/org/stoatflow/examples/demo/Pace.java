package org.stoatflow.examples.demo;

import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.util.Locale;
import java.util.Optional;

/**
 * Whether one application's counts keep up with the lines. Where they come late, the machine is too busy or the
 * rate too high, and the latency is that of a queue: the demo has to say so. One thread.
 */
final class Pace {
    /** From here on a latency tells of a queue: an epoch on a machine that keeps up takes a small part of it. */
    static final double LATE_MS = 1_000;

    private final String title;
    private State state = State.WITH;
    private long aliveNs; // when a count came, or the first look was
    private long behind;
    private long looks;

    private enum State {
        /** Counts come in time, until one look finds them late. */
        WITH,
        /** Counts come late, until one look finds them in time. */
        BEHIND,
        /** Counts come late since the application was killed, until one look finds them in time. */
        CATCHING_UP
    }

    Pace(String title) {
        this.title = title;
    }

    /** The application is killed: its counts may be late now. */
    void onKill() {
        state = State.CATCHING_UP;
    }

    /**
     * Looks at the latencies since the last look, and says what is new.
     *
     * @param p50Ms not a number where no count came; then the time without one says whether they are late
     */
    Optional<String> look(double p50Ms, long nowNs) {
        boolean came = !Double.isNaN(p50Ms);
        if (came || looks == 0) {
            aliveNs = nowNs;
        }
        looks++;
        double lateMs = came ? p50Ms : (nowNs - aliveNs) / 1e6;
        boolean late = lateMs > LATE_MS;
        State before = state;
        if (!late && came) {
            state = State.WITH;
        } else if (late && state == State.WITH) {
            state = State.BEHIND;
        }
        behind += late && state == State.BEHIND ? 1 : 0;
        return before == state ? Optional.empty() : Optional.of(change(before, lateMs));
    }

    private String change(State before, double lateMs) {
        return switch (state) {
            case BEHIND ->
                "behind: the counts of " + title + " come " + seconds(lateMs) + " late. " + machine()
                        + ": what follows is the length of a queue";
            case WITH ->
                before == State.CATCHING_UP
                        ? title + " has caught up with the lines"
                        : title + " keeps up with the lines again";
            case CATCHING_UP -> throw new IllegalStateException("state=" + state + ", before=" + before);
        };
    }

    /** What a reader of the latencies has to know; empty where all looks found the counts in time. */
    Optional<String> remark() {
        return behind == 0
                ? Optional.empty()
                : Optional.of(title + " was behind for " + Math.max(1, 100 * behind / looks) + " % of the run. "
                        + machine() + ": its latency is that of a queue, not of the library. Try when the machine is"
                        + " idle, or with a lower --rate");
    }

    private static String seconds(double milliseconds) {
        return String.format(Locale.ROOT, "%.1f s", milliseconds / 1_000);
    }

    /** How busy the machine is, as far as it says. */
    private static String machine() {
        OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();
        double load = system.getSystemLoadAverage();
        String processors = system.getAvailableProcessors() + " processors";
        return load < 0
                ? "This machine of " + processors + " is too busy, or the rate too high"
                : String.format(Locale.ROOT, "This machine has a load of %.1f on %s", load, processors);
    }
}
