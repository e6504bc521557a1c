package org.stoatflow.runtime.topics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.kernel.plan.PlanSettings;
import org.stoatflow.kernel.plan.PlanText;
import org.stoatflow.kernel.plan.Planner;
import org.stoatflow.spi.TopologyAccess;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.kstream.Consumed;

class PlanLogTest {
    private static final String NOTICE =
            "num.stream.threads is 1, but 7 lanes call functions and serdes at once, each in a"
                    + " thread of its own, so what these share must be safe for that."
                    + " stoatflow.affinity=PARTITION restores one lane"
                    + " for each partition; stoatflow.affinity=KEY with stoatflow.lanes=1 runs each stage in one lane";

    @Test
    void shouldNameTheKeysWhereOneThreadBecomesManyLanes() {
        assertEquals(NOTICE, notice("num.stream.threads", 1, "stoatflow.lanes", 7));
        assertEquals(NOTICE, notice("stoatflow.lanes", 7), "1 is the default");
    }

    @Test
    void shouldSayNothingWhereManyThreadsAreExpectedOrThereIsOneLane() {
        assertNull(notice("num.stream.threads", 4, "stoatflow.lanes", 7));
        assertNull(notice("num.stream.threads", 1, "stoatflow.affinity", "PARTITION"));
        assertNull(notice("num.stream.threads", 1, "stoatflow.affinity", "KEY", "stoatflow.lanes", 1));
    }

    @Test
    void shouldDescribeEachStageInALine() {
        assertEquals(
                List.of("Stage 0: KEY, 7 lanes, 3 virtual partitions, source lines, of topic in: operators are the"
                        + " DSL's, and"
                        + " keys stay as they are"),
                PlanText.lines(plan(config("stoatflow.lanes", 7))));
    }

    private static String notice(Object... settings) {
        StreamsConfig config = config(settings);
        return PlanLog.threads(plan(config), config);
    }

    private static Plan plan(StreamsConfig config) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in", Consumed.as("lines")).to("out");
        return Planner.compile(
                TopologyAccess.logical(builder.build()),
                PlanSettings.of(config, Serdes.String()),
                topic -> OptionalInt.of(3));
    }

    private static StreamsConfig config(Object... settings) {
        Map<String, Object> config = new HashMap<>();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, "app");
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:1");
        for (int i = 0; i < settings.length; i += 2) {
            config.put((String) settings[i], settings[i + 1]);
        }
        return new StreamsConfig(config);
    }
}
