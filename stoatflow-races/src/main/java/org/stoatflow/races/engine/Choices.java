package org.stoatflow.races.engine;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.stoatflow.config.StoatflowConfig;
import org.stoatflow.runtime.settings.CommitSettings;
import org.stoatflow.runtime.settings.InFlightSettings;
import org.stoatflow.runtime.settings.RunSettings;
import org.stoatflow.runtime.settings.SendSettings;
import org.stoatflow.runtime.settings.SourceSettings;
import org.stoatflow.streams.StreamsConfig;

/**
 * What a seed chooses. Any four consecutive seeds have both programs under both guarantees. Bounds are so small that
 * the engine reaches them.
 */
record Choices(SeedApplication program, boolean exactlyOnce, boolean cached, int lanes, RunSettings settings) {
    static final String APPLICATION = "room";
    private static final long CACHE_BYTES = 100_000;
    private static final Duration STALLED_AFTER = Duration.ofSeconds(2);
    private static final Duration ANSWER_WITHIN = Duration.ofMinutes(2);

    static Choices of(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        SeedApplication program = (seed & 1) == 0 ? SeedApplication.WORDS : SeedApplication.TWO_HOPS;
        boolean exactlyOnce = (seed >> 1 & 1) == 0;
        return new Choices(
                program,
                exactlyOnce,
                program == SeedApplication.WORDS && random.nextInt(3) == 0,
                1 + random.nextInt(4),
                settings(random, exactlyOnce));
    }

    /** Draws in this order, so that a seed stays what it was. */
    private static RunSettings settings(SplittableRandom random, boolean exactlyOnce) {
        Duration commitMin = Duration.ofNanos((200 + random.nextInt(3_000)) * 1_000L);
        long inFlightBytesMax = oneOf(random, 2_000, 20_000, 1 << 20);
        int openEpochsMax = 1 + random.nextInt(4);
        int stalledMarkBatches = oneOf(random, 2, 4, 256);
        int routedRecordsMax = oneOf(random, 2, 20, 4_096);
        return new RunSettings(
                exactlyOnce,
                new CommitSettings(
                        0.1,
                        commitMin,
                        commitMin.plusMillis(20),
                        Optional.empty(),
                        1 << 20,
                        exactlyOnce ? Optional.of(Duration.ofSeconds(15)) : Optional.empty(),
                        3),
                new SourceSettings(1_000, routedRecordsMax, openEpochsMax, Duration.ZERO),
                new InFlightSettings(inFlightBytesMax, Long.MAX_VALUE),
                stalledMarkBatches,
                STALLED_AFTER,
                new SendSettings(SendSettings.PATIENCE, ANSWER_WITHIN));
    }

    private static int oneOf(SplittableRandom random, int... choices) {
        return choices[random.nextInt(choices.length)];
    }

    StreamsConfig config() {
        Map<String, Object> values = new HashMap<>();
        values.put(StreamsConfig.APPLICATION_ID_CONFIG, APPLICATION);
        values.put(StoatflowConfig.KEYS_SHOWN.key(), "text"); // a hash has a salt, and a seed repeats all messages
        values.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "modelled:9092");
        values.put(
                StreamsConfig.PROCESSING_GUARANTEE_CONFIG,
                exactlyOnce ? StreamsConfig.EXACTLY_ONCE_V2 : StreamsConfig.AT_LEAST_ONCE);
        values.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, cached ? CACHE_BYTES : 0);
        values.put(StreamsConfig.STATE_DIR_CONFIG, "nowhere");
        values.put(StreamsConfig.REPLICATION_FACTOR_CONFIG, 1);
        values.put(StoatflowConfig.LANES.key(), lanes);
        values.put(StoatflowConfig.RESTARTS_MAX.key(), 3);
        values.put(StoatflowConfig.JOIN_WAIT.key(), 30_000);
        values.put(StoatflowConfig.CLOSE_TIMEOUT.key(), 30_000);
        return new StreamsConfig(values);
    }
}
