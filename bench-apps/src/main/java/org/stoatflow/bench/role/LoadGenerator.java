package org.stoatflow.bench.role;

import java.time.Duration;
import java.util.Map;
import org.stoatflow.bench.scenario.Scenario;
import org.stoatflow.bench.scenario.Topics;

/**
 * Writes a scenario's input at its rate, and says how late the latest record was.
 *
 * <p>Variables: BOOTSTRAP_SERVERS, PROGRAM, TOPICS, PARTITIONS, RECORDS, RATE, START, END.
 */
public final class LoadGenerator {
    /** Said at the end, with the latest record's nanoseconds behind its slot. */
    public static final String DONE = "done ";

    private LoadGenerator() {}

    /** Ends once all is acknowledged, and it is told the end if somebody tells it: until then it closes on. */
    public static void main(String[] args) throws RoleFailure, InterruptedException {
        Map<String, String> environment = System.getenv();
        long records = Variable.RECORDS.numberOf(environment);
        int rate = Variable.RATE.intOf(environment);
        try (Feeder feeder = new Feeder(
                Variable.BOOTSTRAP_SERVERS.of(environment),
                Scenario.named(Variable.PROGRAM.of(environment)),
                Topics.parse(Variable.TOPICS.of(environment)),
                Variable.PARTITIONS.intOf(environment),
                records)) {
            Orders orders = new Orders(environment);
            Schedule schedule = new Schedule(orders.start(), rate);
            feeder.start(schedule);
            feeder.awaitEnd(Duration.ofSeconds(records / rate + 1));
            while (orders.isToldTheEnd() && !orders.isEnd(Feeder.CLOSING_PAUSE.toMillis())) {
                feeder.closeMore(schedule);
            }
            feeder.check();
            Orders.say(DONE + feeder.latestNs());
        }
    }
}
