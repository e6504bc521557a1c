package org.stoatflow.runtime.lifecycle;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Keeps the work of phases from its end. */
final class RigHolds {
    private final Set<PhaseName> held = EnumSet.noneOf(PhaseName.class);
    private final List<Held> asides = new ArrayList<>();

    void hold(PhaseName phase, boolean nowHeld) {
        if (nowHeld) {
            held.add(phase);
        } else {
            held.remove(phase);
        }
    }

    boolean isHeld(PhaseName phase) {
        return held.contains(phase);
    }

    /** Does the work of a recovery at once, unless it is held. */
    Aside beside(Runnable work) {
        Held aside = new Held(work);
        asides.add(aside);
        if (!isHeld(PhaseName.RECOVERING)) {
            aside.release();
        }
        return aside;
    }

    /** Does the work that is held. */
    void releaseBeside() {
        asides.forEach(Held::release);
    }

    /** Whether all work that is held was asked to stop. */
    boolean isStopped() {
        return asides.stream().allMatch(aside -> aside.ended || aside.stopped);
    }

    private static final class Held implements Aside {
        private final Runnable work;
        private boolean ended;
        private boolean stopped;
        private RuntimeException failure;

        Held(Runnable work) {
            this.work = work;
        }

        void release() {
            if (ended) {
                return;
            }
            ended = true;
            try {
                work.run();
            } catch (RuntimeException any) {
                failure = any;
            }
        }

        @Override
        public boolean isDone(long waitNs) {
            if (failure != null) {
                throw failure;
            }
            return ended;
        }

        @Override
        public boolean hasEnded() {
            return ended;
        }

        @Override
        public boolean stop(long waitNs) {
            stopped = true;
            return ended;
        }
    }
}
