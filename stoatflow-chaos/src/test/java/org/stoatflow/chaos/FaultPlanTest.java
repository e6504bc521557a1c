package org.stoatflow.chaos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.stoatflow.command.Guarantee;

/** Which faults a run has. */
class FaultPlanTest {
    private static List<FaultKind> plan(Guarantee guarantee, Duration duration) {
        return FaultPlan.of(new ChaosOptions(duration, guarantee, 1, 1, 400, false, new Mode.Faults()), new Random(1));
    }

    private static int brokerFaults(List<FaultKind> plan) {
        return (int) plan.stream()
                .filter(kind -> switch (kind) {
                    case BROKER_STOP, BROKER_KILL, BROKER_FREEZE, KILL_IN_BROKER_FREEZE, OUTAGE -> true;
                    case KILL, KILL_AT_START, TAKE_OVER, FREEZE, FENCE -> false;
                    case TOPIC_DELETED,
                            SOURCE_CUT,
                            PRODUCER_THREAD,
                            ADMIN_THREAD,
                            HEARTBEAT_THREAD,
                            SLOW_INIT,
                            MOVED_CLOCK -> false;
                })
                .count();
    }

    @Test
    void shouldHaveEnoughOfAllInTwentyMinutes() {
        List<FaultKind> plan = plan(Guarantee.EXACTLY_ONCE, Duration.ofMinutes(20));
        int kills = Collections.frequency(plan, FaultKind.KILL)
                + 2 * Collections.frequency(plan, FaultKind.KILL_AT_START)
                + Collections.frequency(plan, FaultKind.TAKE_OVER);
        assertTrue(kills >= 20, plan::toString);
        assertTrue(brokerFaults(plan) >= 5, plan::toString);
        assertTrue(Collections.frequency(plan, FaultKind.FENCE) >= 5, plan::toString);
        for (FaultKind kind : FaultKind.values()) {
            assertEquals(kind != FaultKind.OUTAGE, plan.contains(kind), kind + " in " + plan);
        }
    }

    @Test
    void shouldHaveAKillABrokerFaultAndAFenceHoweverShort() {
        List<FaultKind> plan = plan(Guarantee.EXACTLY_ONCE, Duration.ofSeconds(10));
        assertEquals(1, Collections.frequency(plan, FaultKind.KILL), plan::toString);
        assertEquals(1, Collections.frequency(plan, FaultKind.FENCE), plan::toString);
        assertEquals(1, brokerFaults(plan), plan::toString);
    }

    @Test
    void shouldHaveTheChosenFaultsOneAfterTheOther() {
        List<FaultKind> chosen = List.of(FaultKind.SOURCE_CUT, FaultKind.KILL);
        Mode only = new Mode.Faults(chosen);
        ChaosOptions minute = new ChaosOptions(Duration.ofMinutes(1), Guarantee.EXACTLY_ONCE, 1, 1, 400, false, only);
        assertEquals(
                List.of(FaultKind.SOURCE_CUT, FaultKind.KILL, FaultKind.SOURCE_CUT),
                FaultPlan.of(minute, new Random(1)));
        ChaosOptions second = new ChaosOptions(Duration.ofSeconds(1), Guarantee.EXACTLY_ONCE, 1, 1, 400, false, only);
        assertEquals(chosen, FaultPlan.of(second, new Random(1)));
    }

    @Test
    void shouldNotFenceWithoutExactlyOnce() {
        List<FaultKind> plan = plan(Guarantee.AT_LEAST_ONCE, Duration.ofMinutes(20));
        assertEquals(0, Collections.frequency(plan, FaultKind.FENCE), plan::toString);
    }
}
