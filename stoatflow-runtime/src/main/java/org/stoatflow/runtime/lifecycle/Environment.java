package org.stoatflow.runtime.lifecycle;

import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.runtime.cluster.ClientCloser;
import org.stoatflow.runtime.cluster.ClusterTopics;
import org.stoatflow.runtime.global.GlobalEnvironment;
import org.stoatflow.runtime.restoring.RestoreEnvironment;
import org.stoatflow.runtime.run.RunEnvironment;
import org.stoatflow.state.StateEngine;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.streams.KafkaClientSupplier;

/**
 * Everything from outside that the lifecycle of an application needs: time, Kafka clients, disk, threads. The engine
 * implements it with the machine's, a simulation with its own.
 */
public interface Environment extends RunEnvironment, RestoreEnvironment, GlobalEnvironment {
    @Override
    Clock clock();

    KafkaClientSupplier clients();

    /** The admin client of the application. A lifecycle closes it at its end. */
    @Override
    ClusterTopics topics();

    /**
     * Opens the state, and locks its folder for this process.
     *
     * @throws org.stoatflow.streams.errors.StreamsException naming the folder, if it is in use or cannot be used
     */
    StateEngine openState(List<StoreDescription> stores);

    /**
     * Deletes what stores that users have written have left on disk for tasks that there are not any more. The state is
     * open.
     *
     * @param isPlanned whether the application has a task of that name
     */
    default void deleteOldTasks(Predicate<String> isPlanned) {}

    /** The id under which this instance is a member of its group. To be asked only while the state is open. */
    String instanceId();

    /** Whether the next start has the same id. If not, the group need not wait for this member to come back. */
    default boolean keepsInstanceId() {
        return true;
    }

    /** Whether this process has the state's folder. If not, another process may have it. Any thread. */
    default boolean hasFolder() {
        return true;
    }

    /** Closes clients, each within a time. */
    default ClientCloser closer() {
        return ClientCloser.HERE;
    }

    /**
     * Does some work that may take long, while the dispatcher's thread polls the group: requests to brokers, and calls
     * of users' stores. Without a thread it is done at once.
     *
     * @param role names the thread
     * @throws RuntimeException what the work has thrown, where it is done at once
     */
    default Aside beside(String role, Runnable work) {
        work.run();
        return Aside.DONE;
    }

    /** Waits for so long, for callers without a consumer that they could poll. */
    void idle(Duration time);
}
