package org.stoatflow.runtime.metrics;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.stoatflow.kernel.counters.HotKeys;
import org.stoatflow.kernel.lane.Lane;
import org.stoatflow.kernel.plan.Stage;
import org.stoatflow.status.ApplicationStatus;

/** The most frequent keys of a stage, from the samples of all its lanes. Immutable. */
public final class HotKeyList {
    /** How many keys the text names at most. */
    static final int SHOWN_MAX = 5;

    /** With fewer samples the list is empty: a few records always have a most frequent key. */
    static final int SAMPLES_MIN = 64;

    private static final double SHARE_MIN = 0.01;

    private final List<ApplicationStatus.HotKey> keys;

    private HotKeyList(List<ApplicationStatus.HotKey> keys) {
        this.keys = keys;
    }

    /** The list of a stage of a run. */
    public static HotKeyList of(MeasuredRun run, Stage stage) {
        long nowNs = run.clock().nanos();
        long samples = 0;
        List<Found> found = new ArrayList<>();
        for (Lane lane : run.lanes().subList(stage.firstLane(), stage.firstLane() + stage.lanes())) {
            HotKeys.Sample sample = lane.counters().hotKeys(nowNs);
            samples += sample.samples();
            sample.keys().forEach(counted -> found.add(new Found(lane, counted)));
        }
        if (samples < SAMPLES_MIN) {
            return new HotKeyList(List.of());
        }
        double all = samples;
        return new HotKeyList(found.stream()
                .filter(one -> one.counted().samples() / all >= SHARE_MIN)
                .sorted(Comparator.comparingLong((Found one) -> -one.counted().samples()))
                .limit(SHOWN_MAX)
                .map(one -> new ApplicationStatus.HotKey(
                        one.lane().keyText(one.counted().entry(), one.counted().key()),
                        one.lane().name(),
                        one.counted().samples() / all))
                .toList());
    }

    private record Found(Lane lane, HotKeys.Counted counted) {}

    /** The share of the most frequent key; 0 if no key has a hundredth. */
    double greatestShare() {
        return keys.isEmpty() ? 0 : keys.getFirst().share();
    }

    List<ApplicationStatus.HotKey> keys() {
        return keys;
    }

    @Override
    public String toString() {
        return keys.isEmpty()
                ? "none"
                : String.join(
                        ", ", keys.stream().map(ApplicationStatus.HotKey::text).toList());
    }
}
