package org.stoatflow.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Which faults happen, in which order: the same for the same options. */
final class FaultPlan {
    private static final double TWENTY_MINUTES_S = Duration.ofMinutes(20).toSeconds();

    private static final int SECONDS_BETWEEN_CHOSEN = 20;

    private FaultPlan() {}

    /**
     * Plans as many faults as fit into the duration, in the proportions of twenty minutes. There is always a kill, a
     * broker fault, a topic deleted and, where the guarantee allows it, a fence.
     */
    static List<FaultKind> of(ChaosOptions options, Random random) {
        if (options.mode() instanceof Mode.Outage) {
            return List.of(FaultKind.OUTAGE);
        }
        if (options.mode() instanceof Mode.Faults(List<FaultKind> only) && !only.isEmpty()) {
            return onlyOf(only, options.duration());
        }
        double share = options.duration().toSeconds() / TWENTY_MINUTES_S;
        List<FaultKind> faults = new ArrayList<>();
        for (FaultKind kind : FaultKind.values()) {
            if (options.exactlyOnce() || !kind.isOnlyExactlyOnce()) {
                long times = Math.round(kind.timesInTwentyMinutes() * share);
                faults.addAll(Collections.nCopies((int) Math.max(atLeast(kind), times), kind));
            }
        }
        Collections.shuffle(faults, random);
        return List.copyOf(faults);
    }

    /** One kind after the other, each at least once. */
    private static List<FaultKind> onlyOf(List<FaultKind> kinds, Duration duration) {
        int times = (int) Math.max(kinds.size(), duration.toSeconds() / SECONDS_BETWEEN_CHOSEN);
        return IntStream.range(0, times)
                .mapToObj(number -> kinds.get(number % kinds.size()))
                .toList();
    }

    private static int atLeast(FaultKind kind) {
        return switch (kind) {
            case KILL, BROKER_KILL, FENCE, TOPIC_DELETED -> 1;
            case KILL_AT_START,
                    TAKE_OVER,
                    FREEZE,
                    BROKER_STOP,
                    BROKER_FREEZE,
                    KILL_IN_BROKER_FREEZE,
                    SOURCE_CUT,
                    PRODUCER_THREAD,
                    ADMIN_THREAD,
                    HEARTBEAT_THREAD,
                    SLOW_INIT,
                    MOVED_CLOCK,
                    OUTAGE -> 0;
        };
    }
}
