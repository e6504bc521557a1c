package org.stoatflow.runtime.global;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.runtime.testkit.OwnStore;

class GlobalThreadTest {
    /** The caller closes the state next, which the thread may be writing to. */
    @Test
    void shouldWaitForItsEndAlsoWhereTheCallerIsInterrupted() throws InterruptedException {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch mayLeave = new CountDownLatch(1);
        try (FollowerRig rig = FollowerRig.keeping(record -> {
            entered.countDown();
            awaitUninterruptibly(mayLeave);
        })) {
            rig.topic("world", 0, 0, 0);
            rig.begin();
            rig.load(follower -> {});
            rig.arrive("world", 0, 0, "a", "1");
            List<Thread> made = new ArrayList<>();
            GlobalThread driver = new GlobalThread(rig.follower(), task -> {
                made.add(new Thread(task, "followed"));
                return made.getFirst();
            });
            driver.start();
            entered.await();
            assertFalse(driver.isBack());
            assertTrue(driver.doing().contains("world"), driver::doing);
            AtomicReference<String> seen = new AtomicReference<>();
            Thread stopper = new Thread(() -> {
                Thread.currentThread().interrupt();
                driver.stop();
                seen.set("alive=" + made.getFirst().isAlive() + " interrupted="
                        + Thread.currentThread().isInterrupted());
            });
            stopper.start();
            while (stopper.getState() != Thread.State.TIMED_WAITING && stopper.isAlive()) {
                Thread.onSpinWait();
            }
            mayLeave.countDown();
            stopper.join();
            assertEquals("alive=false interrupted=true", seen.get());
            assertTrue(driver.isBack());
            assertNull(driver.failure());
        } finally {
            mayLeave.countDown();
        }
    }

    /** A store in native memory must not be freed under a call. */
    @Test
    void shouldKeepUsersStoresOpenWhereItIsLeftBehindInAProcessor(@TempDir Path folder) throws InterruptedException {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch mayLeave = new CountDownLatch(1);
        List<OwnStore> opened = new ArrayList<>();
        try (FollowerRig rig = FollowerRig.keepingInOwn(opened, folder, record -> {
            entered.countDown();
            awaitUninterruptibly(mayLeave);
        })) {
            rig.topic("world", 0, 0, 0);
            rig.begin();
            rig.load(follower -> {});
            rig.arrive("world", 0, 0, "a", "1");
            List<Thread> made = new ArrayList<>();
            GlobalThread driver = new GlobalThread(rig.follower(), task -> {
                made.add(new Thread(task, "followed"));
                return made.getFirst();
            });
            driver.start();
            entered.await();
            rig.closeState(); // once nobody waits for the thread any more
            assertTrue(opened.getFirst().isOpen());
            mayLeave.countDown();
            made.getFirst().join();
            assertFalse(opened.getFirst().isOpen());
        } finally {
            mayLeave.countDown();
        }
    }

    /** The next poll would end by it, and the application with that. */
    @Test
    void shouldDropAnInterruptThatAProcessorHasLeft() throws InterruptedException {
        CountDownLatch twice = new CountDownLatch(2);
        List<Boolean> seen = Collections.synchronizedList(new ArrayList<>());
        try (FollowerRig rig = FollowerRig.keeping(record -> {
            seen.add(Thread.currentThread().isInterrupted());
            Thread.currentThread().interrupt();
            twice.countDown();
        })) {
            rig.topic("world", 0, 0, 0);
            rig.begin();
            rig.load(follower -> {});
            rig.consumer().schedulePollTask(() -> rig.arrive("world", 0, 0, "a", "1"));
            rig.consumer().schedulePollTask(() -> rig.arrive("world", 0, 1, "b", "2"));
            GlobalThread driver = new GlobalThread(rig.follower(), task -> new Thread(task, "followed"));
            driver.start();
            twice.await();
            driver.stop();
            assertEquals(List.of(false, false), seen);
            assertNull(driver.failure());
        }
    }

    /** It is in the close of its processor, which may flush what a client of its own holds. */
    @Test
    void shouldNotInterruptTheCloseOfAProcessor() throws InterruptedException {
        CountDownLatch mayLeave = new CountDownLatch(1);
        List<String> seen = Collections.synchronizedList(new ArrayList<>());
        try (FollowerRig rig = FollowerRig.closing(() -> {
            try {
                mayLeave.await();
                seen.add("flushed");
            } catch (InterruptedException interrupted) {
                seen.add("interrupted");
            }
        })) {
            rig.topic("world", 0, 0, 0);
            rig.begin();
            rig.load(follower -> {});
            List<Thread> made = new ArrayList<>();
            GlobalThread driver = new GlobalThread(
                    rig.follower(),
                    task -> {
                        made.add(new Thread(task, "followed"));
                        return made.getFirst();
                    },
                    Duration.ofMillis(100));
            driver.start();
            driver.stop();
            mayLeave.countDown();
            made.getFirst().join();
            assertEquals(List.of("flushed"), seen);
        } finally {
            mayLeave.countDown();
        }
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        while (true) {
            try {
                latch.await();
                return;
            } catch (InterruptedException again) {
                Thread.onSpinWait();
            }
        }
    }
}
