package org.stoatflow.kernel.lane;

import org.stoatflow.kernel.record.NodeOfTask;
import org.stoatflow.kernel.record.RecordPlace;
import org.stoatflow.streams.processor.TaskId;

/** Failures of lanes, for tests in other packages. */
public final class LaneFailures {
    private LaneFailures() {}

    /** What a lane throws where a processor has thrown this. */
    public static LaneFailure of(Throwable thrown) {
        return at(new RecordPlace.InTopic("in", 0, 0, "key"), "lane", "node", thrown);
    }

    /** The same, at another place. */
    public static LaneFailure at(RecordPlace place, String lane, String node, Throwable thrown) {
        return LaneFailure.of(lane, new NodeOfTask(node, new TaskId(0, 0)), place, thrown);
    }
}
