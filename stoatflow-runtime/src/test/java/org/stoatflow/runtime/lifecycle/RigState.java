package org.stoatflow.runtime.lifecycle;

import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.stoatflow.state.CommittedScan;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.stores.StoreDescription;

/** States in memory, and which of them are open. */
final class RigState {
    private final AtomicInteger scansOpen = new AtomicInteger();
    private Runnable duringWrite = () -> {};
    private boolean usersBroken;
    private int open;

    /** Keeps the next write from coming back until the events are over. */
    void duringNextWrite(Runnable events) {
        duringWrite = events;
    }

    /** A user's store has met a closed channel, until it is opened anew. */
    void breakUsers() {
        usersBroken = true;
    }

    boolean isOpen() {
        return open > 0;
    }

    /** How many iterators over committed rows nobody has closed. */
    int scansOpen() {
        return scansOpen.get();
    }

    StateEngine open(List<StoreDescription> stores) {
        StateEngine opened = StateEngines.inMemory(stores);
        open++;
        return (StateEngine) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {StateEngine.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("apply")) {
                        Runnable during = duringWrite;
                        duringWrite = () -> {};
                        during.run();
                    }
                    if (method.getName().equals("close")) {
                        open--;
                    }
                    if (method.getName().equals("areUsersBroken")) {
                        return usersBroken;
                    }
                    if (method.getName().equals("openUsers")) {
                        usersBroken = false;
                    }
                    Object answer = method.invoke(opened, arguments);
                    return answer instanceof CommittedScan scan ? counted(scan) : answer;
                });
    }

    private CommittedScan counted(CommittedScan scan) {
        scansOpen.incrementAndGet();
        AtomicBoolean closed = new AtomicBoolean();
        return (CommittedScan) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {CommittedScan.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("close") && closed.compareAndSet(false, true)) {
                        scansOpen.decrementAndGet();
                    }
                    return method.invoke(scan, arguments);
                });
    }
}
