package org.stoatflow.watch;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** A program with a test that waits for what nobody does, until the watch ends it. */
class StandingCase {
    private static final int WAIT_MINUTES = 20;

    @Test
    void shouldWaitForNobody() throws InterruptedException {
        Thread.ofVirtual().name("a-lane").start(() -> await(new CountDownLatch(1)));
        await(new CountDownLatch(1));
    }

    private static void await(CountDownLatch nobody) {
        try {
            nobody.await(WAIT_MINUTES, TimeUnit.MINUTES);
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }

    public static void main(String[] args) {
        LauncherFactory.create()
                .execute(LauncherDiscoveryRequestBuilder.request()
                        .selectors(DiscoverySelectors.selectClass(StandingCase.class))
                        .forExecution()
                        .build());
    }
}
