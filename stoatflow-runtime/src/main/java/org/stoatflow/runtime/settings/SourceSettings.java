package org.stoatflow.runtime.settings;

import java.time.Duration;
import org.stoatflow.config.StoatflowConfig;
import org.stoatflow.config.TimeSpans;
import org.stoatflow.runtime.source.Dispatcher;
import org.stoatflow.streams.StreamsConfig;

/**
 * How records are taken from the sources.
 *
 * @param queueRecordsMax how many records of a partition are queued before it is paused
 * @param routedRecordsMax see {@link #ROUTED_RECORDS_MAX}; smaller in a simulation
 * @param openEpochsMax how many epochs may be cut and not applied; beyond it none is cut (at-least-once)
 * @param taskIdle how long records wait for those of another topic; negative for not at all
 */
public record SourceSettings(int queueRecordsMax, int routedRecordsMax, int openEpochsMax, Duration taskIdle) {
    /**
     * How many records are handed out between two polls: enough for a full batch to each of many lanes, and for a poll
     * each millisecond.
     */
    public static final int ROUTED_RECORDS_MAX = 4096;

    /**
     * About how long a lane under exactly-once may take for the records that wait in it. An epoch ends when its last
     * lane has finished, and the next epoch is filled meanwhile. So where functions block, this bounds the time between
     * commits. With a shorter time, lanes run dry while another one is full: docs/design/008.
     */
    private static final Duration LANE_BACKLOG = Duration.ofSeconds(1);

    /** The longest that the dispatcher waits in a poll when nothing is due; a thread with news for it wakes it. */
    private static final Duration IDLE_WAIT = Duration.ofMillis(100);

    static SourceSettings of(StreamsConfig config) {
        return new SourceSettings(
                config.getInt(StreamsConfig.BUFFERED_RECORDS_PER_PARTITION_CONFIG),
                ROUTED_RECORDS_MAX,
                StoatflowConfig.OPEN_EPOCHS_MAX.of(config),
                Duration.ofMillis(config.getLong(StreamsConfig.MAX_TASK_IDLE_MS_CONFIG)));
    }

    /** @param isolated whether epochs are isolated from each other */
    public Dispatcher.Settings forDispatcher(boolean isolated) {
        return new Dispatcher.Settings(
                isolated,
                queueRecordsMax,
                routedRecordsMax,
                openEpochsMax,
                TimeSpans.nanos(IDLE_WAIT),
                TimeSpans.nanos(taskIdle),
                isolated ? TimeSpans.nanos(LANE_BACKLOG) : Long.MAX_VALUE);
    }
}
