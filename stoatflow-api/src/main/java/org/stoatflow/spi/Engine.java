package org.stoatflow.spi;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.stoatflow.status.ApplicationStatus;
import org.stoatflow.status.ApplicationTopology;
import org.stoatflow.streams.ClientInstanceIds;

/** Runs one topology. {@link #start()} is called at most once; all other methods from any thread, several times. */
public interface Engine {
    /** Starts the engine's threads and returns. The engine tells the {@link EngineListener} what happens then. */
    void start();

    /**
     * Stops or goes on processing records and calling punctuators. Records in flight are finished and committed, and
     * the engine keeps its place in the consumer group. Allowed before the start.
     *
     * @param nowPaused whether to stop
     */
    void pause(boolean nowPaused);

    /**
     * Stops the engine and stays in the consumer group, so that a restart soon after moves no partition. An engine that
     * was not started, or has stopped, only releases its resources.
     *
     * @param timeout how long to wait; the engine goes on stopping after that
     * @return whether it has stopped
     */
    boolean close(Duration timeout);

    /**
     * Stops the engine as {@link #close} does, and leaves the consumer group.
     *
     * @param timeout how long to wait; the engine goes on stopping after that
     * @return whether it has stopped
     */
    boolean closeAndLeaveGroup(Duration timeout);

    /**
     * The stores, as far as they can be read now.
     *
     * @return empty where no state is open: before and between starts, and after the end
     */
    Optional<StoreViews> stores();

    /**
     * The group, as this instance knows it.
     *
     * @return empty until it is known who has the partitions, and after the end
     */
    Optional<GroupView> group();

    /**
     * Up to where this instance has read its source topics.
     *
     * @return a view that goes on to tell
     */
    SourceProgress sources();

    /**
     * The admin client that is in use now. An engine makes another one where it does not answer.
     *
     * @return the client
     */
    Admin admin();

    /** Deletes the application's local state. Called only while the engine does not run. */
    void cleanUp();

    /**
     * The ids under which brokers know the metrics of the engine's consumers and producers, and of the admin client.
     * A client that pushes no metrics has none.
     *
     * @param timeout how long to wait for all of them together
     * @return the ids of the clients that are open now
     * @throws org.apache.kafka.common.errors.TimeoutException if a client that pushes metrics has not got its id by
     *     then
     */
    ClientInstanceIds clientInstanceIds(Duration timeout);

    /**
     * The metrics of the engine and its clients.
     *
     * @return a snapshot
     */
    Map<MetricName, ? extends Metric> metrics();

    /**
     * What the engine is doing now.
     *
     * @return a snapshot
     */
    ApplicationStatus status();

    /**
     * The plan by which the engine runs the topology.
     *
     * @return empty until it is planned
     */
    Optional<ApplicationTopology> topology();
}
