package org.stoatflow.bench.role;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.stoatflow.bench.role.Meeting.Word;

/**
 * Of a process that nobody has started as a child: it begins at the time of variable START, or as the processes agree
 * in their {@link Meeting}, and a signal ends it before its time. The JVM then waits until what was begun is brought to
 * its end.
 */
final class ClusterOrders implements Orders {
    private static final Duration LEAD = Duration.ofSeconds(3); // until the consumer has heard it, and reads
    private static final Duration START_LIMIT = Duration.ofMinutes(5);
    private static final Duration DRAIN_LIMIT = Duration.ofSeconds(50); // less than the grace that pods have

    private final Map<String, String> environment;
    private final Party party;
    private final BrokerAccess access;
    private final List<Runnable> actions = new CopyOnWriteArrayList<>();
    private final CountDownLatch drained = new CountDownLatch(1);
    private final AtomicBoolean signalled = new AtomicBoolean();
    private final @Nullable Meeting meeting; // null where the time is given

    ClusterOrders(Map<String, String> environment, Party party) throws RoleFailure {
        this.environment = environment;
        this.party = party;
        this.access = BrokerAccess.of(environment);
        this.meeting = Variable.START.in(environment).isPresent()
                ? null
                : new Meeting(access, Variable.PREFIX.of(environment));
    }

    /** From here on a signal waits for what was begun. */
    @Override
    public long start() throws RoleFailure, InterruptedException {
        Orders.say(READY);
        long startNs = meeting == null ? Variable.START.numberOf(environment) : agreed(meeting);
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().name("signal").unstarted(this::drain));
        return startNs;
    }

    private long agreed(Meeting others) throws RoleFailure, InterruptedException {
        Duration limit = Variable.AWAIT_SECONDS.in(environment).isEmpty()
                ? START_LIMIT
                : Duration.ofSeconds(Variable.AWAIT_SECONDS.numberOf(environment));
        others.requireNoStart(limit);
        switch (party) {
            case GENERATOR -> {
                others.await(Set.of(Word.APPLICATION_RUNS, Word.CONSUMER_IS_READY), limit);
                say(Word.START, Long.toString(Schedule.nowNs() + LEAD.toNanos()));
            }
            case CONSUMER -> say(Word.CONSUMER_IS_READY, "");
        }
        others.await(Set.of(Word.START), limit);
        return Long.parseLong(others.heard(Word.START).orElseThrow());
    }

    private void say(Word word, String text) throws RoleFailure, InterruptedException {
        Meeting.say(access, Variable.PREFIX.of(environment), word, text);
    }

    @Override
    public boolean isToldTheEnd() {
        return switch (party) {
            case GENERATOR -> meeting != null;
            case CONSUMER -> false;
        };
    }

    @Override
    public boolean isEnd(long waitMs) throws InterruptedException {
        if (meeting == null || party == Party.CONSUMER) {
            TimeUnit.MILLISECONDS.sleep(waitMs);
            return signalled.get();
        }
        return isComplete(meeting, waitMs);
    }

    private boolean isComplete(Meeting others, long waitMs) {
        long startNs = System.nanoTime();
        Duration wait = Duration.ofMillis(waitMs);
        do {
            others.listen(Meeting.POLL);
            if (signalled.get() || others.heard(Word.NOTHING_IS_MISSING).isPresent()) {
                return true;
            }
        } while (System.nanoTime() - startNs < wait.toNanos());
        return false;
    }

    @Override
    public void onSignal(Runnable action) {
        actions.add(action);
    }

    @Override
    public boolean isCutShort() {
        return signalled.get();
    }

    @Override
    public void sayComplete() throws RoleFailure, InterruptedException {
        if (meeting != null) {
            say(Word.NOTHING_IS_MISSING, "");
        }
    }

    @Override
    public void close() {
        drained.countDown();
        if (meeting != null) {
            meeting.close();
        }
    }

    /** When the JVM is asked to end, and at its end; then nothing is left to do. */
    private void drain() {
        signalled.set(true);
        actions.forEach(Runnable::run);
        try {
            if (!drained.await(DRAIN_LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                Orders.say("not brought to its end within " + DRAIN_LIMIT.toSeconds() + " s");
            }
        } catch (InterruptedException hasty) {
            Thread.currentThread().interrupt();
        }
    }
}
