package org.stoatflow.runtime.lifecycle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigDef;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.stoatflow.config.ConfigKey;
import org.stoatflow.config.StoatflowConfig;
import org.stoatflow.streams.KafkaStreams.State;
import org.stoatflow.streams.StreamsConfig;

/** Each key that is a length of time takes each length: an application with it starts, and ends. */
class DurationKeysTest {
    private static final List<Long> ENDS =
            List.of(0L, 1L, Long.MAX_VALUE / 1_000_000, Long.MAX_VALUE - 1, Long.MAX_VALUE);

    /** Of Kafka Streams, the keys that end so, and that it takes any length for. */
    private static final List<String> THEIRS = List.of(
            StreamsConfig.COMMIT_INTERVAL_MS_CONFIG,
            StreamsConfig.MAX_TASK_IDLE_MS_CONFIG,
            StreamsConfig.POLL_MS_CONFIG,
            StreamsConfig.REPARTITION_PURGE_INTERVAL_MS_CONFIG,
            StreamsConfig.STATE_CLEANUP_DELAY_MS_CONFIG,
            StreamsConfig.STATE_CLEANUP_DIR_MAX_AGE_MS_CONFIG,
            StreamsConfig.TASK_TIMEOUT_MS_CONFIG,
            StreamsConfig.WINDOW_STORE_CHANGE_LOG_ADDITIONAL_RETENTION_MS_CONFIG);

    static Stream<Arguments> keysAndEnds() {
        Stream<String> ours = StoatflowConfig.keys().stream()
                .filter(key -> key.unit().equals("ms") && key.type() == ConfigDef.Type.LONG)
                .map(ConfigKey::key);
        return Stream.concat(ours, THEIRS.stream()).flatMap(key -> ENDS.stream().map(end -> Arguments.of(key, end)));
    }

    @ParameterizedTest
    @MethodSource("keysAndEnds")
    void shouldStartAndEnd(String key, long end) {
        // With transactions, an interval longer than theirs is refused, as on Kafka Streams.
        boolean ofFlow = key.equals(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG);
        String guarantee = ofFlow ? StreamsConfig.AT_LEAST_ONCE : StreamsConfig.EXACTLY_ONCE_V2;
        LifecycleRig rig = LifecycleRig.configured(
                        Map.of(key, end, StreamsConfig.PROCESSING_GUARANTEE_CONFIG, guarantee))
                .run();
        rig.step().step().close().reach(PhaseName.ENDED);
        rig.requireClosed();
        assertFalse(rig.shown.contains(State.ERROR), rig.shown.toString());
    }

    @Test
    void shouldWaitForAsLongAsItIsToldInAnOutage() {
        LifecycleRig rig = LifecycleRig.configured(Map.of(StreamsConfig.TASK_TIMEOUT_MS_CONFIG, Long.MAX_VALUE))
                .run()
                .silence()
                .failPoll(PhaseWays.unanswered())
                .reach(PhaseName.PAUSING);
        rig.pass(Duration.ofDays(400)).step();
        assertEquals(PhaseName.PAUSING, rig.phase());
        rig.answer().reach(PhaseName.RUNNING);
    }
}
