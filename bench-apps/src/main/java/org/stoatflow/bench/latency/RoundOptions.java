package org.stoatflow.bench.latency;

import java.util.List;
import java.util.Map;

/**
 * How a round is taken.
 *
 * @param warmupSeconds how long to feed before the measured window
 * @param measuredSeconds the length of the window
 * @param partitions of all topics
 * @param streamThreads Kafka Streams' {@code num.stream.threads}
 * @param jvmArgs more JVM options, both libraries'
 * @param settings more settings, both libraries'
 */
public record RoundOptions(
        int warmupSeconds,
        int measuredSeconds,
        int partitions,
        int streamThreads,
        List<String> jvmArgs,
        Map<String, String> settings) {}
