package org.stoatflow.runtime.failure;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.runtime.cluster.ClusterTopics;
import org.stoatflow.runtime.cluster.NoAnswerException;
import org.stoatflow.runtime.testkit.LoggedLines;

/** How long the application goes on after failures for want of an answer, and what ends a series of them. */
class OutagePatienceTest {
    private static final Duration TASK_TIMEOUT = Duration.ofMinutes(5);
    private static final Duration PATIENCE = Duration.ofMinutes(7);
    private static final TimeoutException FAILURE = new TimeoutException("no answer");

    private boolean brokersAnswer = true;
    private long nowNs;
    private final Outage outage = new Outage(cluster(), new TestClock(), "app", "broker:9092", TASK_TIMEOUT);

    @Test
    void shouldBeginAnewInAnOutageDaysAfterTheLast() {
        beInOutage();
        assertTrue(outage.allows(FAILURE, true));
        outage.endure();
        endOutage();

        pass(Duration.ofDays(3));
        beInOutage();
        assertDoesNotThrow(outage::endure);
        pass(PATIENCE.minusSeconds(1));
        assertDoesNotThrow(outage::endure);
        pass(Duration.ofSeconds(1));
        assertThrows(NoAnswerException.class, outage::endure);
        assertFalse(outage.allows(FAILURE, false));
    }

    @Test
    void shouldBeginAnewWhereAnotherOutageFollowsAtOnce() {
        for (int i = 0; i < 5; i++) {
            beInOutage();
            assertTrue(outage.allows(FAILURE, false));
            pass(PATIENCE.dividedBy(2));
            assertDoesNotThrow(outage::endure);
            endOutage();
        }
    }

    @Test
    void shouldBeginAnewWhereTheOneBeforeWasTooShortToBeSeen() {
        assertTrue(outage.allows(FAILURE, false));
        pass(Duration.ofDays(3));
        beInOutage();
        assertDoesNotThrow(outage::endure);
    }

    @Test
    void shouldBeginAnewAfterACommit() {
        assertTrue(outage.allows(FAILURE, false));
        pass(PATIENCE.minusMinutes(1));
        outage.forgive();
        pass(Duration.ofMinutes(2));
        beInOutage();
        assertDoesNotThrow(outage::endure);
        assertTrue(outage.allows(FAILURE, false));
    }

    /** The brokers answer small requests but none that matters: no outage begins or ends, and nothing is committed. */
    @Test
    void shouldGiveUpWhereBrokersAnswerAndNothingIsCommitted() {
        for (Duration waited = Duration.ZERO; waited.compareTo(PATIENCE) < 0; waited = waited.plusMinutes(1)) {
            assertTrue(outage.allows(FAILURE, false), () -> "given up early");
            pass(Duration.ofMinutes(1));
        }
        assertFalse(outage.allows(FAILURE, false));
    }

    /** A client of the user's may throw it, or a call may be for a broker that is away. */
    @Test
    void shouldNameTheClientsFailureWhereBrokersAnswer() {
        try (LoggedLines log = LoggedLines.of(Outage.class.getName())) {
            beInOutage();
            endOutage();
            assertTrue(outage.allows(new IllegalStateException("outer", FAILURE), false));
            assertEquals(
                    "Kafka at broker:9092 answers application app, but a call of its clients has timed out. It starts"
                            + " again in place, and goes on trying, after: outer (java.lang.IllegalStateException,"
                            + " caused by org.apache.kafka.common.errors.TimeoutException)",
                    log.all().getLast());
        }
    }

    @Test
    void shouldNotAddUpFailuresThatAreFarApart() {
        for (int i = 0; i < 10; i++) {
            assertTrue(outage.allows(FAILURE, false));
            pass(PATIENCE.plusSeconds(1));
        }
    }

    /**
     * Requests to join that the consumer sent during the outage overtake each other. Later, another process must be the
     * cause.
     */
    @Test
    void shouldExplainAFencedMemberByAnOutageThatIsJustOver() {
        FencedInstanceIdException fenced = new FencedInstanceIdException("another member has registered");
        assertFalse(outage.explains(fenced));
        beInOutage();
        assertTrue(outage.explains(fenced));
        endOutage();
        assertTrue(outage.explains(fenced));
        pass(Duration.ofMinutes(1));
        assertFalse(outage.explains(fenced));
    }

    private void beInOutage() {
        brokersAnswer = false;
        look();
        assertTrue(outage.isOn());
    }

    private void endOutage() {
        brokersAnswer = true;
        look();
        assertTrue(outage.isAnswered());
    }

    private void look() {
        for (int i = 0; i < 3; i++) {
            pass(Duration.ofSeconds(6));
            outage.watch();
            outage.watch();
        }
    }

    private void pass(Duration time) {
        nowNs += time.toNanos();
    }

    private Future<?> answer() {
        return brokersAnswer ? CompletableFuture.completedFuture(1) : CompletableFuture.failedFuture(FAILURE);
    }

    private ClusterTopics cluster() {
        return (ClusterTopics) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {ClusterTopics.class},
                (proxy, method, arguments) -> answer());
    }

    private final class TestClock implements Clock {
        @Override
        public long nanos() {
            return nowNs;
        }

        @Override
        public long millis() {
            return nowNs / 1_000_000;
        }
    }
}
