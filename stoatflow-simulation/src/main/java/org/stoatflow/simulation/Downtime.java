package org.stoatflow.simulation;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The time between two processes of an instance. A call of user code may last beyond the life of the one before. */
final class Downtime {
    private long untilStep;
    private @Nullable InstanceProcess leaving;

    /** A process is over. If it is not dead, its calls go on. */
    void begin(InstanceProcess ended, long startAtStep) {
        untilStep = startAtStep;
        if (ended.crash().isDead()) {
            ended.bury();
        } else if (!ended.runsOut().isEmpty()) {
            leaving = ended;
        }
    }

    /** Adds the calls that may come back. Returns whether there are none left, and the next process may begin. */
    boolean isOver(long step, List<Actor> actors) {
        InstanceProcess before = leaving;
        if (before != null && !before.runsOut().isEmpty()) {
            before.addCalls(step, actors);
            return false;
        }
        leaving = null;
        return step >= untilStep;
    }

    /** The next process may begin as soon as calls come back, and they do. */
    void heal() {
        untilStep = 0;
        if (leaving != null) {
            leaving.release();
        }
    }
}
