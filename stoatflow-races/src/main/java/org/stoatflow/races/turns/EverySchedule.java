package org.stoatflow.races.turns;

import java.util.ArrayList;
import java.util.List;

/**
 * All schedules up to a number of preemptions, one after the other: first those without a preemption, then those with
 * one, and so on.
 */
final class EverySchedule implements Schedule {
    private final int preemptionsMax;
    private final List<int[]> path = new ArrayList<>(); // the chosen option and the number of options, for each place
    private int preemptions;
    private int spent;
    private int at;

    EverySchedule(int preemptionsMax) {
        this.preemptionsMax = preemptionsMax;
    }

    @Override
    public int choose(int options, boolean free) {
        if (!free && spent >= preemptions) {
            return 0;
        }
        if (at == path.size()) {
            path.add(new int[] {0, options});
        }
        int chosen = path.get(at)[0];
        at++;
        if (!free && chosen > 0) {
            spent++;
        }
        return chosen;
    }

    /** Goes to the next schedule. Returns false if there is none. */
    boolean next() {
        at = 0;
        spent = 0;
        while (!path.isEmpty()) {
            int[] last = path.getLast();
            if (last[0] + 1 < last[1]) {
                last[0]++;
                return true;
            }
            path.removeLast();
        }
        preemptions++;
        return preemptions <= preemptionsMax;
    }
}
