package org.stoatflow.bench.role;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.stoatflow.bench.role.Orders.Party;
import org.stoatflow.bench.scenario.OutputCheck;
import org.stoatflow.bench.scenario.Scenario;

/**
 * Reads a scenario's output, takes the latencies, and checks it. It says how many outputs there are and are missing,
 * and at the end its {@link ConsumerResult}.
 *
 * <p>A signal ends it early: it says what it has found in all output that was committed then.
 *
 * <p>Variables: BOOTSTRAP_SERVERS, PROGRAM, TOPICS or PREFIX, PARTITIONS, RECORDS, RATE, WARMUP_SECONDS,
 * MEASURED_SECONDS, START, END, AWAIT_SECONDS, CLIENT, RESULT.
 */
public final class LatencyConsumer {
    /** Said with the number of outputs, and of those that are missing. */
    public static final String PROGRESS = "progress ";

    /** Said at the end, with the result. */
    public static final String RESULT = "result ";

    /** The first part of the warm-up, whose latencies are taken apart. */
    public static final Duration COLD = Duration.ofSeconds(10);

    private static final Duration READ_LIMIT = Duration.ofSeconds(60);
    private static final Duration OUTPUT_LIMIT = Duration.ofMinutes(5);
    private static final long LOOK_MS = 100;

    private final Map<String, String> environment;
    private final Scenario scenario;

    private LatencyConsumer(Map<String, String> environment) throws RoleFailure {
        this.environment = environment;
        this.scenario = Scenario.named(Variable.PROGRAM.of(environment));
    }

    /** Ends once it is told to, or all output has come, and all is read. */
    public static void main(String[] args) throws RoleFailure, InterruptedException {
        new LatencyConsumer(System.getenv()).run();
    }

    private void run() throws RoleFailure, InterruptedException {
        BrokerAccess access = BrokerAccess.of(environment);
        new BrokerWait(access, BrokerTopics.needed(environment)).await(environment);
        OutputCheck check = scenario.newCheck(Variable.RECORDS.numberOf(environment));
        try (Orders orders = Orders.of(environment, Party.CONSUMER);
                Admin admin = access.admin()) {
            read(access, BrokerTopics.of(environment, admin), check, orders);
        }
    }

    private void read(BrokerAccess access, BrokerTopics broker, OutputCheck check, Orders orders)
            throws RoleFailure, InterruptedException {
        MeasuredWindows windows = MeasuredWindows.of(
                orders.start(),
                Duration.ofSeconds(Variable.WARMUP_SECONDS.numberOf(environment)),
                Duration.ofSeconds(Variable.MEASURED_SECONDS.numberOf(environment)));
        try (LatencyReader reader =
                new LatencyReader(access, scenario, broker.topics(), broker.partitions(), windows.all(), check)) {
            reader.start();
            awaitEnd(reader, windows.endNs(), orders);
            reader.awaitEnd(orders.isCutShort() ? broker.committedEnd() : broker.endOfOutput(), READ_LIMIT);
            tell(ConsumerResult.of(windows, reader.outputs(), check.verdict()), orders);
        }
    }

    /** A wrong output fails the process where no command looks at the result. */
    private void tell(ConsumerResult result, Orders orders) throws RoleFailure {
        Optional<String> file = Variable.RESULT.in(environment);
        if (file.isPresent()) {
            result.write(Path.of(file.get()));
        }
        if (orders.isCutShort()) {
            Orders.say("cut short");
        }
        if (!Application.isToldByParent(environment)) {
            Orders.say(result.table());
        }
        Orders.say(RESULT + result.text());
        if (!Application.isToldByParent(environment) && !result.wrong().isEmpty()) {
            throw new RoleFailure("the output is wrong, such as\n  " + String.join("\n  ", result.wrong()));
        }
    }

    /** Says how far it is until it is told the end; where nobody tells it, until nothing is missing. */
    private void awaitEnd(LatencyReader reader, long lastSlotNs, Orders orders)
            throws RoleFailure, InterruptedException {
        long said = -1;
        while (!orders.isEnd(LOOK_MS) && (orders.isToldTheEnd() || reader.missing() > 0)) {
            reader.check();
            if (reader.outputs() != said) {
                said = reader.outputs();
                Orders.say(PROGRESS + said + " " + reader.missing());
            }
            if (Schedule.nowNs() - lastSlotNs > OUTPUT_LIMIT.toNanos()) {
                throw new RoleFailure(reader.missing() + " outputs are missing " + OUTPUT_LIMIT.toSeconds()
                        + " s after the last record was due");
            }
        }
        if (!orders.isToldTheEnd() && !orders.isCutShort()) {
            orders.sayComplete();
        }
    }

    /**
     * The windows of a run. The measured one is taken in two halves, which show whether the output falls behind.
     *
     * @param cold the first seconds of the warm-up
     */
    record MeasuredWindows(LatencyWindow cold, LatencyWindow firstHalf, LatencyWindow secondHalf) {
        static MeasuredWindows of(long startNs, Duration warmup, Duration measured) {
            long fromNs = startNs + warmup.toNanos();
            long middleNs = fromNs + measured.toNanos() / 2;
            return new MeasuredWindows(
                    new LatencyWindow(startNs, Math.min(fromNs, startNs + COLD.toNanos())),
                    new LatencyWindow(fromNs, middleNs),
                    new LatencyWindow(middleNs, fromNs + measured.toNanos()));
        }

        List<LatencyWindow> all() {
            return List.of(cold, firstHalf, secondHalf);
        }

        long endNs() {
            return secondHalf.toNs();
        }
    }
}
