package org.stoatflow.bench.role;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/** What the log of a role's process says, for who can only read it afterwards. */
public final class RoleLog {
    private static final String SENT = "sent ";

    private RoleLog() {}

    /** What the latency consumer has found; empty where it has not come so far. */
    public static Optional<ConsumerResult> result(String log) throws RoleFailure {
        Optional<String> said = last(log, LatencyConsumer.RESULT);
        return said.isPresent() ? Optional.of(ConsumerResult.parse(said.get())) : Optional.empty();
    }

    /** How many outputs the latency consumer has met so far. */
    public static long outputs(String log) {
        return last(log, LatencyConsumer.PROGRESS)
                .map(said -> Long.parseLong(said.split(" ")[0]))
                .orElse(0L);
    }

    /** How long after its slot the load generator sent the latest record, in nanoseconds. */
    public static OptionalLong latestNs(String log) {
        return last(log, LoadGenerator.DONE)
                .map(said -> OptionalLong.of(Long.parseLong(said.strip())))
                .orElseGet(OptionalLong::empty);
    }

    /** When the load generator had sent all, where each line of its log begins with its time. */
    public static Optional<Instant> sentAt(String timedLog) {
        return timedLog.lines()
                .map(line -> line.split(" ", 2))
                .filter(sides -> sides.length == 2 && sides[1].startsWith(SENT))
                .map(sides -> Instant.parse(sides[0]))
                .findFirst();
    }

    private static Optional<String> last(String log, String prefix) {
        return log.lines()
                .filter(line -> line.startsWith(prefix))
                .map(line -> line.substring(prefix.length()))
                .reduce((before, line) -> line);
    }
}
