package org.stoatflow.runtime.failure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;
import org.stoatflow.runtime.cluster.ClusterTopics;

class ProbeTest {
    private CompletableFuture<Object> answer = new CompletableFuture<>();
    private int renewed;
    private long nowNs;
    private final Probe probe = new Probe(cluster(), 0);

    @Test
    void shouldMakeTheClientAnewWhereARequestHasNoEnd() {
        pass(Duration.ofSeconds(15));
        assertEquals(0, renewed);
        pass(Duration.ofSeconds(2));
        assertEquals(1, renewed);
        answer.complete("here");
        assertEquals(Probe.Finding.ANSWER, look());
    }

    @Test
    void shouldGoOnMakingItAnew() {
        pass(Duration.ofMinutes(1));
        assertEquals(3, renewed);
    }

    /** Its thread has ended, so that it refuses what it is asked, in the words in which it says that nobody answers. */
    @Test
    void shouldMakeTheClientAnewWhereItRefusesARequestAtOnce() {
        answer = CompletableFuture.failedFuture(new TimeoutException("The AdminClient thread has exited"));
        look();
        assertEquals(1, renewed);
        answer = CompletableFuture.completedFuture("here");
        assertEquals(Probe.Finding.NOTHING, look());
        assertEquals(Probe.Finding.ANSWER, look());
    }

    @Test
    void shouldTakeASecondRefusalAtOnceForSilence() {
        answer = CompletableFuture.failedFuture(new TimeoutException("nobody answers"));
        look();
        answer = CompletableFuture.failedFuture(new TimeoutException("nobody answers"));
        look();
        assertEquals(Probe.Finding.SILENCE, look());
        assertEquals(1, renewed);
    }

    /** The brokers may have other addresses than those that it knows. */
    @Test
    void shouldMakeTheClientAnewOnceBrokersHaveBeenSilentForLong() {
        silent(Duration.ofSeconds(50));
        assertEquals(0, renewed);
        silent(Duration.ofSeconds(20));
        assertEquals(1, renewed);
        silent(Duration.ofSeconds(40));
        assertEquals(1, renewed);
        answer.complete("here");
        assertEquals(Probe.Finding.ANSWER, look());
        silent(Duration.ofSeconds(50));
        assertEquals(1, renewed);
    }

    private void silent(Duration time) {
        for (long passed = 0; passed < time.toSeconds(); passed += 5) {
            look();
            nowNs += TimeUnit.SECONDS.toNanos(5);
            answer.completeExceptionally(new TimeoutException("nobody answers"));
            look();
            answer = new CompletableFuture<>();
        }
        look();
    }

    /** The thread of the client was suspended with this one. */
    @Test
    void shouldKeepTheClientOfASuspendedProcess() {
        look();
        nowNs += TimeUnit.DAYS.toNanos(1);
        look();
        answer.completeExceptionally(new TimeoutException("after a day"));
        assertEquals(Probe.Finding.NOTHING, look());
        assertEquals(0, renewed);
    }

    private Probe.Finding look() {
        return probe.look(false, nowNs);
    }

    private void pass(Duration time) {
        for (long left = time.toMillis(); left >= 0; left -= 100) {
            look();
            nowNs += TimeUnit.MILLISECONDS.toNanos(100);
        }
    }

    private ClusterTopics cluster() {
        return (ClusterTopics) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {ClusterTopics.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("renew")) {
                        answer = new CompletableFuture<>();
                        renewed++;
                        return null;
                    }
                    return answer;
                });
    }
}
