package org.stoatflow.bench.role;

import java.util.Map;

/** Who tells a process when its run begins and ends. For one thread. */
sealed interface Orders extends AutoCloseable permits ParentOrders, ClusterOrders {
    /** Said once a process can begin. */
    String READY = "ready";

    /** Those that follow a schedule. */
    enum Party {
        GENERATOR,
        CONSUMER
    }

    /** Of variable END. */
    static Orders of(Map<String, String> environment, Party party) throws RoleFailure {
        return Application.isToldByParent(environment)
                ? new ParentOrders(environment)
                : new ClusterOrders(environment, party);
    }

    /** Says that this process is ready, and waits for the time of the first record, in nanoseconds since 1970. */
    long start() throws RoleFailure, InterruptedException;

    /** Whether somebody will say when it is over; else a process sees that by itself. */
    boolean isToldTheEnd();

    /** Whether the end was told within a time, or a signal asks for it. */
    boolean isEnd(long waitMs) throws InterruptedException;

    /** Has this done where a signal asks for an end before it is time, on a thread of its own. */
    void onSignal(Runnable action);

    /** Whether a signal asks for an end before it is time. */
    boolean isCutShort();

    /** Tells the others that nothing is missing. */
    void sayComplete() throws RoleFailure, InterruptedException;

    @Override
    void close();

    static void say(String line) {
        System.out.println(line);
        System.out.flush();
    }
}
