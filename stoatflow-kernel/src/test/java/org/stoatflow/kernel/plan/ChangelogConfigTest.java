package org.stoatflow.kernel.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import java.util.OptionalInt;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.junit.jupiter.api.Test;
import org.stoatflow.spi.TopologyAccess;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.state.KeyValueStore;

class ChangelogConfigTest {
    private static final String AFTER_MAX_MS = "message.timestamp.after.max.ms";

    private static Map<String, String> config(Map<String, String> ofStore) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in")
                .groupByKey()
                .count(Materialized.<String, Long, KeyValueStore<Bytes, byte[]>>as("counts")
                        .withLoggingEnabled(ofStore));
        Plan plan = Planner.compile(
                TopologyAccess.logical(builder.build()),
                new PlanSettings("app", 1, Serdes.String(), 0),
                topic -> topic.equals("in") ? OptionalInt.of(1) : OptionalInt.empty());
        return plan.stores().getFirst().changelogConfig();
    }

    /** A row has the time of a record, which anybody may have chosen; brokers refuse an hour ahead by default. */
    @Test
    void shouldHaveAChangelogTakeRowsOfAnyTime() {
        assertEquals(
                Map.of(
                        "cleanup.policy",
                        "compact",
                        "message.timestamp.type",
                        "CreateTime",
                        AFTER_MAX_MS,
                        "9223372036854775807",
                        "message.timestamp.before.max.ms",
                        "9223372036854775807"),
                config(Map.of()));
    }

    @Test
    void shouldLeaveTheTimeToTheUserWhoChoosesIt() {
        assertEquals("1", config(Map.of(AFTER_MAX_MS, "1")).get(AFTER_MAX_MS));
    }
}
