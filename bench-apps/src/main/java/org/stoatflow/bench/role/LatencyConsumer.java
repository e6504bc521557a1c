package org.stoatflow.bench.role;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.stoatflow.bench.scenario.OutputCheck;
import org.stoatflow.bench.scenario.Scenario;
import org.stoatflow.bench.scenario.Topics;

/**
 * Reads a scenario's output, takes the latencies, and checks it. It says how many outputs there are and are missing,
 * and at the end its {@link ConsumerResult}.
 *
 * <p>Variables: BOOTSTRAP_SERVERS, PROGRAM, TOPICS, PARTITIONS, RECORDS, RATE, WARMUP_SECONDS, MEASURED_SECONDS, START,
 * END.
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
    private final Topics topics;
    private final Orders orders;

    private LatencyConsumer(Map<String, String> environment) throws RoleFailure {
        this.environment = environment;
        this.scenario = Scenario.named(Variable.PROGRAM.of(environment));
        this.topics = Topics.parse(Variable.TOPICS.of(environment));
        this.orders = new Orders(environment);
    }

    /** Ends once it is told to, or all output has come, and all is read. */
    public static void main(String[] args) throws RoleFailure, InterruptedException {
        new LatencyConsumer(System.getenv()).run();
    }

    private void run() throws RoleFailure, InterruptedException {
        String address = Variable.BOOTSTRAP_SERVERS.of(environment);
        int partitions = Variable.PARTITIONS.intOf(environment);
        OutputCheck check = scenario.newCheck(Variable.RECORDS.numberOf(environment));
        MeasuredWindows windows = MeasuredWindows.of(
                orders.start(),
                Duration.ofSeconds(Variable.WARMUP_SECONDS.numberOf(environment)),
                Duration.ofSeconds(Variable.MEASURED_SECONDS.numberOf(environment)));
        try (Admin admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, address));
                LatencyReader reader = new LatencyReader(address, scenario, topics, partitions, windows.all(), check)) {
            reader.start();
            awaitEnd(reader, windows.endNs());
            reader.awaitEnd(new BrokerTopics(admin, scenario, topics, partitions).endOfOutput(), READ_LIMIT);
            OutputCheck.Verdict verdict = check.verdict();
            Orders.say(RESULT
                    + ConsumerResult.of(windows, reader.outputs(), verdict).text());
        }
    }

    /** Says how far it is until it is told the end; where nobody tells it, until nothing is missing. */
    private void awaitEnd(LatencyReader reader, long lastSlotNs) throws RoleFailure, InterruptedException {
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
