package org.stoatflow.runtime.metrics;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.stoatflow.kernel.counters.HotKeys;
import org.stoatflow.kernel.lane.Lane;
import org.stoatflow.kernel.plan.Stage;

/** The most frequent keys of a stage, from the samples of all its lanes. Immutable. */
public final class HotKeyList {
    /** How many keys the text names at most. */
    static final int SHOWN_MAX = 5;

    /** With fewer samples the list is empty: a few records always have a most frequent key. */
    static final int SAMPLES_MIN = 64;

    private static final double SHARE_MIN = 0.01;

    private final List<HotKey> keys;

    /**
     * A key that many records have.
     *
     * @param lane the lane that serves the key, by the name that messages use
     * @param share the least share that the key has in the records of its stage, between 0 and 1
     */
    record HotKey(String lane, String key, double share) {
        @Override
        public String toString() {
            return String.format(Locale.ROOT, "%s %.1f %% (%s)", key, share * 100, lane);
        }
    }

    private HotKeyList(List<HotKey> keys) {
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
                .map(one -> new HotKey(
                        one.lane().name(),
                        one.lane().keyText(one.counted().entry(), one.counted().key()),
                        one.counted().samples() / all))
                .toList());
    }

    private record Found(Lane lane, HotKeys.Counted counted) {}

    /** The share of the most frequent key; 0 if no key has a hundredth. */
    double greatestShare() {
        return keys.isEmpty() ? 0 : keys.getFirst().share();
    }

    List<HotKey> keys() {
        return keys;
    }

    @Override
    public String toString() {
        return keys.isEmpty()
                ? "none"
                : String.join(", ", keys.stream().map(HotKey::toString).toList());
    }
}
