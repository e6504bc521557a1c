package org.stoatflow.runtime.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.stoatflow.runtime.testkit.Eventually;

class CarrierWatchTest {
    private static final long SECOND_NS = 1_000_000_000L;

    private final CarrierWatch watch = new CarrierWatch(new EngineThreads("app", (thread, failure) -> {}));
    private long nowNs = Long.MAX_VALUE - 3 * SECOND_NS; // the machine's clock may overflow

    @Test
    void shouldTellWhereEveryCarrierIsBusyAndUntilOneIsFree() throws InterruptedException {
        whileCarriersAreBusy(() -> {
            List<Long> told = new ArrayList<>();
            for (int second = 0; second < 22; second++) {
                told.add(look() / SECOND_NS);
                nowNs += SECOND_NS;
            }
            assertEquals(List.of(5L, 10L, 20L), told.stream().filter(s -> s > 0).toList());
        });
        Eventually.await(() -> !isTold(60), () -> "the end of the warning");
    }

    /** Looks, and waits for the answer of a thread that has a processor of its own. */
    private long look() {
        long told = watch.look(nowNs);
        Eventually.await(
                () -> Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(each -> each.getName().endsWith("carrier watch")),
                () -> "the answer of a platform thread");
        return told;
    }

    private static void whileCarriersAreBusy(Runnable test) throws InterruptedException {
        int carriers = Runtime.getRuntime().availableProcessors();
        AtomicBoolean mayEnd = new AtomicBoolean();
        CountDownLatch busy = new CountDownLatch(carriers);
        List<Thread> computing = new ArrayList<>();
        for (int i = 0; i < carriers; i++) {
            computing.add(Thread.ofVirtual().start(() -> {
                busy.countDown();
                while (!mayEnd.get()) {
                    Thread.onSpinWait();
                }
            }));
        }
        try {
            assertTrue(busy.await(60, TimeUnit.SECONDS));
            test.run();
        } finally {
            mayEnd.set(true);
        }
        for (Thread each : computing) {
            assertTrue(each.join(Duration.ofSeconds(60)));
        }
    }

    /** Whether it tells something within so many seconds of its clock. */
    private boolean isTold(int seconds) {
        boolean told = false;
        for (int second = 0; second < seconds; second++) {
            told |= watch.look(nowNs) > 0;
            nowNs += SECOND_NS / 100;
        }
        return told;
    }

    /** A process that was suspended says nothing of its carriers. */
    @Test
    void shouldSayNothingOfATimeInWhichNobodyLooked() throws InterruptedException {
        whileCarriersAreBusy(() -> {
            look();
            nowNs += 3_600 * SECOND_NS;
            assertEquals(0, look());
        });
    }
}
