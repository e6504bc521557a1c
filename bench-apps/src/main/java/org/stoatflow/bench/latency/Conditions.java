package org.stoatflow.bench.latency;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.utils.internals.AppInfoParser;

/** Describes in sentences the machine and the settings of a run. */
public final class Conditions {
    private static final int COMMIT_CHARS = 8;
    private static final Path MEMORY = Path.of("/proc/meminfo");

    private Conditions() {}

    /** What each figure of a run depends on: day, commit, version of Kafka, JDK and processors. */
    public static String taken() throws InterruptedException {
        String commit = Tool.commit();
        return "Taken on " + LocalDate.now(ZoneOffset.UTC)
                + at(commit) + ", with Kafka "
                + AppInfoParser.getVersion() + ", JDK " + Runtime.version() + " and " + processors() + ".";
    }

    static List<String> of(LatencyOptions options, LocalDate day, String commit) throws BenchFailure {
        List<String> conditions = new ArrayList<>(List.of(
                "Taken on " + day + at(commit) + ", with "
                        + processors() + memory() + ", " + System.getProperty("os.name") + " "
                        + System.getProperty("os.arch") + ", JDK " + Runtime.version() + ". Broker, feeder, reader and"
                        + " application share the machine; caches are off.",
                "One broker, Apache Kafka " + AppInfoParser.getVersion() + "; input and output topics of "
                        + options.applications().partitions() + " partitions.",
                "Both libraries: statestore.cache.max.bytes=0, JVM options " + String.join(" ", AppProcess.JVM_ARGS)
                        + ", all else by default; Kafka Streams " + AppInfoParser.getVersion()
                        + " with num.stream.threads=" + options.applications().streamThreads() + ".",
                options.timing().rounds() + " rounds of each library, taken in turn, each of "
                        + options.timing().measured().toSeconds() + " s after "
                        + options.timing().warmup().toSeconds()
                        + " s of warm-up. Shown: the median of the rounds, and their range."));
        if (options.timing().warmup().compareTo(LatencyOptions.WARM) < 0) {
            conditions.add("The JVMs were not warm: in the first " + LatencyOptions.WARM.toSeconds()
                    + " s their compilers take most of the processors, so these figures say more of them than of the"
                    + " libraries.");
        }
        return List.copyOf(conditions);
    }

    private static String at(String commit) {
        return commit.isEmpty() ? "" : " at commit " + commit.substring(0, COMMIT_CHARS);
    }

    private static String processors() {
        int processors = Runtime.getRuntime().availableProcessors();
        return processors + (processors == 1 ? " processor" : " processors");
    }

    private static String memory() throws BenchFailure {
        if (!Files.exists(MEMORY)) {
            return "";
        }
        try {
            return " and " + ProcessUsage.kib(Files.readAllLines(MEMORY), "MemTotal:") / (1 << 20) + " GiB of memory";
        } catch (IOException failure) {
            throw new BenchFailure(MEMORY + " cannot be read", failure);
        }
    }
}
