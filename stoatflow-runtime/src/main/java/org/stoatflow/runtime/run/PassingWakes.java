package org.stoatflow.runtime.run;

import java.util.function.Supplier;
import org.stoatflow.runtime.monitor.Wakes;

/**
 * Passes wakes on to the ones that a run has now: they are set after its parts are made.
 *
 * @param now gives them. Any thread
 */
record PassingWakes(Supplier<Wakes> now) implements Wakes {
    @Override
    public void lane(int index) {
        now.get().lane(index);
    }

    @Override
    public void committer() {
        now.get().committer();
    }

    @Override
    public boolean pauseLane() {
        return now.get().pauseLane();
    }

    @Override
    public void interruptCommitter() {
        now.get().interruptCommitter();
    }
}
