package org.stoatflow.bench.blocking;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.utils.Utils;

/** Keys, and the lanes that they go to in a stage by key. */
final class LaneKeys {
    private LaneKeys() {}

    static int laneOf(String key, int lanes) {
        return Utils.toPositive(Utils.murmur2(key.getBytes(StandardCharsets.UTF_8))) % lanes;
    }

    /** Makes so many different keys, none of which goes to the lane of {@code key}. */
    static String[] beside(String key, int lanes, int count) {
        String[] keys = new String[count];
        int lane = laneOf(key, lanes);
        int found = 0;
        for (int i = 0; found < count; i++) {
            String other = "key-" + i;
            if (laneOf(other, lanes) != lane) {
                keys[found++] = other;
            }
        }
        return keys;
    }

    /** Mean load of the lanes divided by the greatest. */
    static double meanToMaximum(long[] loads) {
        long sum = 0;
        long max = 0;
        for (long load : loads) {
            sum += load;
            max = Math.max(max, load);
        }
        return (double) sum / loads.length / max;
    }
}
