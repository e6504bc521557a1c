package org.stoatflow.bench.role;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.stoatflow.bench.role.Meeting.Word;

/**
 * Says once in the {@link Meeting} that the application runs, on a thread of its own: the library waits for listeners.
 */
final class Announcement implements Consumer<String> {
    private static final String RUNNING = "RUNNING";

    private final BrokerAccess access;
    private final String prefix;
    private final AtomicBoolean said = new AtomicBoolean();

    Announcement(BrokerAccess access, String prefix) {
        this.access = access;
        this.prefix = prefix;
    }

    @Override
    public void accept(String state) {
        if (state.equals(RUNNING) && said.compareAndSet(false, true)) {
            Thread.ofPlatform().name("announcement").daemon().start(this::say);
        }
    }

    private void say() {
        try {
            Meeting.say(access, prefix, Word.APPLICATION_RUNS, "");
        } catch (RoleFailure failure) {
            said.set(false); // with the next time that it runs; until then the load generator waits
            Orders.say("not announced: " + failure.getMessage());
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }
}
