package org.stoatflow.kernel.lane;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.error.ErrorHandling;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;

/** An epoch refers to the next epoch. So a lane that kept its last epoch would keep all later epochs in memory. */
class LettingGoOfEpochsTest {
    private static final Consumer<StreamsBuilder> WITH_HOP = builder -> builder.<String, String>stream(LaneRig.IN)
            .groupBy((key, value) -> value)
            .count()
            .toStream()
            .mapValues(count -> Long.toString(count))
            .to("out");

    @Test
    void shouldKeepNoEpochUnderExactlyOnce() throws InterruptedException {
        keepsNoEpoch(LaneRig.exactlyOnce(WITH_HOP, errors()));
    }

    @Test
    void shouldKeepNoEpochUnderAtLeastOnce() throws InterruptedException {
        keepsNoEpoch(LaneRig.atLeastOnce(WITH_HOP, errors()));
    }

    private static void keepsNoEpoch(LaneRig rig) throws InterruptedException {
        rig.feed(0, "a=x");
        rig.feed(1, "b=y");
        WeakReference<Epoch> first = rig.cutAndApply();
        for (int epoch = 0; epoch < 3; epoch++) { // the lane of partition 0 is idle
            rig.feed(1, "b=y");
            rig.cutAndApply();
        }
        for (int attempt = 0; attempt < 100 && first.get() != null; attempt++) {
            System.gc();
            Thread.sleep(10);
        }

        assertNull(first.get());
        assertTrue(rig.isCutComplete());
    }

    private static ErrorHandling errors() {
        return ErrorHandling.of(new StreamsConfig(
                Map.of(StreamsConfig.APPLICATION_ID_CONFIG, "app", StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "b:1")));
    }
}
