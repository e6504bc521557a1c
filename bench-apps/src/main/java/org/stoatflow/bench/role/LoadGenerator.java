package org.stoatflow.bench.role;

import java.time.Duration;
import java.util.Map;
import org.stoatflow.bench.role.Orders.Party;
import org.stoatflow.bench.scenario.Scenario;

/**
 * Writes a scenario's input at its rate, and says how late the latest record was. A signal ends it early, once all is
 * acknowledged that it has sent.
 *
 * <p>Variables: BOOTSTRAP_SERVERS, PROGRAM, TOPICS or PREFIX, PARTITIONS, RECORDS, RATE, START, END, AWAIT_SECONDS,
 * CLIENT.
 */
public final class LoadGenerator {
    /** Said at the end, with the latest record's nanoseconds behind its slot. */
    public static final String DONE = "done ";

    private static final Duration CLOSING_LIMIT = Duration.ofHours(1); // a command or the consumer ends it long before

    private LoadGenerator() {}

    /** Ends once all is acknowledged, and it is told the end if somebody tells it: until then it closes on. */
    public static void main(String[] args) throws RoleFailure, InterruptedException {
        Map<String, String> environment = System.getenv();
        BrokerAccess access = BrokerAccess.of(environment);
        new BrokerWait(access, BrokerTopics.needed(environment)).await(environment);
        try (Feeder feeder = new Feeder(
                        access,
                        Scenario.named(Variable.PROGRAM.of(environment)),
                        BrokerTopics.named(environment),
                        Variable.PARTITIONS.intOf(environment),
                        Variable.RECORDS.numberOf(environment));
                Orders orders = Orders.of(environment, Party.GENERATOR)) {
            feed(feeder, orders, environment);
        }
    }

    private static void feed(Feeder feeder, Orders orders, Map<String, String> environment)
            throws RoleFailure, InterruptedException {
        int rate = Variable.RATE.intOf(environment);
        Schedule schedule = new Schedule(orders.start(), rate);
        orders.onSignal(feeder::stop);
        feeder.start(schedule);
        feeder.awaitEnd(Duration.ofSeconds(Variable.RECORDS.numberOf(environment) / rate + 1));
        Orders.say("sent " + feeder.sent());
        long closingNs = System.nanoTime();
        while (!orders.isCutShort() && orders.isToldTheEnd() && !orders.isEnd(Feeder.CLOSING_PAUSE.toMillis())) {
            if (System.nanoTime() - closingNs > CLOSING_LIMIT.toNanos()) {
                throw new RoleFailure("nobody has said the end after " + CLOSING_LIMIT);
            }
            feeder.closeMore(schedule);
        }
        feeder.check();
        Orders.say(DONE + feeder.latestNs());
    }
}
