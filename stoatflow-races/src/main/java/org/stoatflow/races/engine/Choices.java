package org.stoatflow.races.engine;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.stoatflow.runtime.settings.EngineSettings;
import org.stoatflow.streams.StreamsConfig;

/**
 * What a seed chooses: each four that follow each other have both programs and both guarantees, and bounds are so small
 * that they are reached.
 */
record Choices(
        Program program,
        boolean exactlyOnce,
        boolean cached,
        int lanes,
        long commitMicrosMin,
        long inFlightBytesMax,
        int openEpochsMax,
        int stalledMarkBatches,
        int handOutRecordsMax) {
    static final String APPLICATION = "room";
    private static final long CACHE_BYTES = 100_000;
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(30);
    private static final Duration STALLED_AFTER = Duration.ofSeconds(2);

    static Choices of(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Program program = (seed & 1) == 0 ? Program.WORDS : Program.TWO_HOPS;
        return new Choices(
                program,
                (seed >> 1 & 1) == 0,
                program == Program.WORDS && random.nextInt(3) == 0,
                1 + random.nextInt(4),
                200 + random.nextInt(3_000),
                oneOf(random, 2_000, 20_000, 1 << 20),
                1 + random.nextInt(4),
                oneOf(random, 2, 4, 256),
                oneOf(random, 2, 20, 4_096));
    }

    private static int oneOf(SplittableRandom random, int... choices) {
        return choices[random.nextInt(choices.length)];
    }

    StreamsConfig config() {
        Map<String, Object> values = new HashMap<>();
        values.put(StreamsConfig.APPLICATION_ID_CONFIG, APPLICATION);
        values.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "modelled:9092");
        values.put(
                StreamsConfig.PROCESSING_GUARANTEE_CONFIG,
                exactlyOnce ? StreamsConfig.EXACTLY_ONCE_V2 : StreamsConfig.AT_LEAST_ONCE);
        values.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, cached ? CACHE_BYTES : 0);
        return new StreamsConfig(values);
    }

    EngineSettings settings() {
        Duration commitMin = Duration.ofNanos(commitMicrosMin * 1_000);
        return new EngineSettings(
                APPLICATION,
                exactlyOnce,
                Path.of("nowhere"),
                lanes,
                0.1,
                commitMin,
                commitMin.plusMillis(20),
                Optional.empty(),
                cached ? CACHE_BYTES : 0,
                1 << 20,
                inFlightBytesMax,
                exactlyOnce ? Optional.of(Duration.ofSeconds(15)) : Optional.empty(),
                1_000,
                Duration.ZERO,
                openEpochsMax,
                STALLED_AFTER,
                stalledMarkBatches,
                handOutRecordsMax,
                3,
                (short) 1,
                3,
                Duration.ofMinutes(5),
                REQUEST_TIMEOUT,
                REQUEST_TIMEOUT,
                Duration.ofMinutes(5),
                Duration.ofSeconds(30));
    }
}
