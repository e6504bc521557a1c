package org.stoatflow.runtime.lifecycle;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.stoatflow.status.ApplicationStatus;
import org.stoatflow.streams.KafkaStreams;

/**
 * What an application is doing until its next phase, by name: for logs and for those who watch from outside. The table
 * in docs/ARCHITECTURE.md lists the same phases; a test compares the two.
 */
public enum PhaseName {
    /** Waiting until a broker answers, compiling the plan against the cluster's topics, opening the state. */
    PLANNING,
    /** Loading global stores, where there is nothing else; no group is joined. */
    LOADING,
    /** Following the topics of global stores, where there is nothing else. */
    FOLLOWING,
    /** Creating changelog topics and subscribing to the sources, with the state open. */
    SUBSCRIBING,
    /** Compiling the plan again, with the topics that the group knows now; state and membership are kept. */
    REPLANNING,
    /** Polling until every source partition is ours, or the group says that another instance owns them. */
    JOINING,
    /** Waiting while another instance owns the partitions, ready to take over; following the changelogs if asked to. */
    STANDBY,
    /** Waiting out the pause before a restart in place. */
    PAUSING,
    /** Initialising the transactional ids, reading committed offsets, planning the restore. */
    RECOVERING,
    /** Polling without input until the state is complete. */
    RESTORING,
    /** Polling without input while each lane prepares its processors. */
    OPENING,
    /** Processing. */
    RUNNING,
    /**
     * Processing and committing what is handed out, and handing out nothing more, before the end or before planning
     * again.
     */
    DRAINING,
    /** Over; everything is closed. */
    ENDED;

    /** The phases for which this one may be left. */
    Set<PhaseName> successors() {
        return switch (this) {
            case PLANNING -> EnumSet.of(SUBSCRIBING, LOADING, PLANNING, ENDED);
            case LOADING -> EnumSet.of(FOLLOWING, PLANNING, ENDED);
            case FOLLOWING -> EnumSet.of(PLANNING, ENDED);
            case SUBSCRIBING -> EnumSet.of(JOINING, PLANNING, ENDED);
            case REPLANNING -> EnumSet.of(JOINING, PAUSING, PLANNING, ENDED);
            case JOINING -> EnumSet.of(RECOVERING, STANDBY, REPLANNING, JOINING, PLANNING, ENDED);
            case STANDBY -> EnumSet.of(RECOVERING, REPLANNING, JOINING, PLANNING, ENDED);
            case PAUSING -> EnumSet.of(RECOVERING, OPENING, PAUSING, JOINING, REPLANNING, PLANNING, ENDED);
            case RECOVERING -> EnumSet.of(RESTORING, JOINING, REPLANNING, PAUSING, PLANNING, ENDED);
            case RESTORING -> EnumSet.of(OPENING, JOINING, REPLANNING, PAUSING, PLANNING, ENDED);
            case OPENING -> EnumSet.of(RUNNING, JOINING, REPLANNING, PAUSING, PLANNING, ENDED);
            case RUNNING -> EnumSet.of(DRAINING, JOINING, PAUSING, PLANNING, ENDED);
            case DRAINING -> EnumSet.of(REPLANNING, JOINING, PAUSING, PLANNING, ENDED);
            case ENDED -> EnumSet.noneOf(PhaseName.class);
        };
    }

    /** The state that {@code KafkaStreams} shows in this phase; empty where the facade itself decides. */
    Optional<KafkaStreams.State> shown() {
        return switch (this) {
            case PLANNING, LOADING, SUBSCRIBING, REPLANNING, JOINING, PAUSING, RECOVERING, RESTORING, OPENING ->
                Optional.of(KafkaStreams.State.REBALANCING);
            case FOLLOWING, STANDBY, RUNNING, DRAINING -> Optional.of(KafkaStreams.State.RUNNING);
            case ENDED -> Optional.empty();
        };
    }

    /** What this phase means for whoever would send the application work. */
    ApplicationStatus.Readiness readiness() {
        return switch (this) {
            case FOLLOWING, RUNNING -> ApplicationStatus.Readiness.WORKS;
            case STANDBY -> ApplicationStatus.Readiness.STANDS_BY;
            case RESTORING -> ApplicationStatus.Readiness.RESTORES;
            case PLANNING, LOADING, SUBSCRIBING, REPLANNING, JOINING, PAUSING, RECOVERING, OPENING, DRAINING ->
                ApplicationStatus.Readiness.WAITS;
            case ENDED -> ApplicationStatus.Readiness.ENDED;
        };
    }

    /** Whether records of the sources are processed in this phase. */
    boolean processes() {
        return switch (this) {
            case RUNNING, DRAINING -> true;
            case PLANNING,
                    LOADING,
                    FOLLOWING,
                    SUBSCRIBING,
                    REPLANNING,
                    JOINING,
                    STANDBY,
                    PAUSING,
                    RECOVERING,
                    RESTORING,
                    OPENING,
                    ENDED -> false;
        };
    }

    /** Whether a step in this phase may wait for the cluster for as long as a request may take. */
    public boolean waitsForCluster() {
        return switch (this) {
            case PLANNING, SUBSCRIBING, REPLANNING, RECOVERING -> true;
            case LOADING, FOLLOWING, JOINING, STANDBY, PAUSING, RESTORING, OPENING, RUNNING, DRAINING, ENDED -> false;
        };
    }
}
