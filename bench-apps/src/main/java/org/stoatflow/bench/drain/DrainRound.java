package org.stoatflow.bench.drain;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.bench.latency.AppProcess;
import org.stoatflow.bench.latency.BenchFailure;
import org.stoatflow.bench.latency.BenchFolder;
import org.stoatflow.bench.latency.Library;
import org.stoatflow.bench.latency.ProcessUsage;
import org.stoatflow.command.Guarantee;
import org.stoatflow.localkafka.LocalKafka;

/** One application that drains a filled topic once, from the start of its JVM to the last output. */
final class DrainRound {
    private static final Duration LIMIT = Duration.ofMinutes(15);
    private static final long LOOK_MS = 100;

    private final LocalKafka kafka;
    private final DrainInput input;
    private final Guarantee guarantee;
    private final Library library;
    private final DrainOptions options;
    private final String name;

    /** @param name a new name for the application */
    DrainRound(
            LocalKafka kafka,
            DrainInput input,
            Guarantee guarantee,
            Library library,
            DrainOptions options,
            String name) {
        this.kafka = kafka;
        this.input = input;
        this.guarantee = guarantee;
        this.library = library;
        this.options = options;
        this.name = name;
    }

    DrainResult run() throws BenchFailure, InterruptedException {
        kafka.createTopic(output(), input.partitions());
        try (BenchFolder folder = BenchFolder.create("drain")) {
            return runIn(folder.path());
        } finally {
            kafka.admin().deleteTopics(List.of(output()));
        }
    }

    private DrainResult runIn(Path folder) throws BenchFailure, InterruptedException {
        Path gc = folder.resolve("gc.log");
        List<String> jvm = new ArrayList<>(options.jvmArgs());
        jvm.add("-Xlog:gc:file=" + gc);
        try (AppProcess app =
                AppProcess.start(library, input.app(), input.topic(), output(), settings(), jvm, folder)) {
            app.awaitRunning();
            long startNs = System.nanoTime();
            while (!isDrained()) {
                app.check();
                if (System.nanoTime() - startNs > LIMIT.toNanos()) {
                    throw new BenchFailure(name + " has not drained its topic in " + LIMIT.toMinutes() + " minutes");
                }
                TimeUnit.MILLISECONDS.sleep(LOOK_MS);
            }
            double seconds = (System.nanoTime() - startNs) / 1e9;
            ProcessUsage usage = ProcessUsage.of(app.handle());
            app.stop();
            return new DrainResult(
                    input,
                    guarantee,
                    library,
                    seconds,
                    usage.cpu().toMillis() / 1e3,
                    usage.residentPeakKib() / 1_024.0,
                    GcLog.of(Files.readAllLines(gc)));
        } catch (IOException failure) {
            throw new BenchFailure("the collector's log cannot be read: " + failure, failure);
        }
    }

    private String output() {
        return name + "-output";
    }

    private Map<String, String> settings() {
        Map<String, String> settings = new HashMap<>();
        settings.put("application.id", name);
        settings.put("bootstrap.servers", kafka.bootstrapServers());
        settings.put("processing.guarantee", guarantee.setting());
        settings.put("default.key.serde", "org.apache.kafka.common.serialization.Serdes$StringSerde");
        settings.put("default.value.serde", "org.apache.kafka.common.serialization.Serdes$StringSerde");
        settings.put("statestore.cache.max.bytes", "0");
        settings.putAll(library.settings(1));
        settings.putAll(options.settings());
        return settings;
    }

    /**
     * Whether the topic is drained. Under at-least-once it is once all outputs are there. Under exactly-once, markers
     * are among the offsets of the output. There, all input must be committed as well; for Kafka Streams that alone is
     * not enough, where a repartition topic lies between input and output. Where there is no output, it is once all
     * input is committed.
     */
    private boolean isDrained() throws BenchFailure, InterruptedException {
        boolean isSeen = guarantee == Guarantee.AT_LEAST_ONCE && input.outputs() > 0;
        return written() >= input.outputs() && (isSeen || committed() >= input.records());
    }

    private long written() throws BenchFailure, InterruptedException {
        Map<TopicPartition, OffsetSpec> latest = IntStream.range(0, input.partitions())
                .boxed()
                .collect(Collectors.toMap(
                        partition -> new TopicPartition(output(), partition), partition -> OffsetSpec.latest()));
        try {
            return kafka.admin().listOffsets(latest).all().get().values().stream()
                    .mapToLong(ListOffsetsResultInfo::offset)
                    .sum();
        } catch (ExecutionException refused) {
            throw new BenchFailure("the broker does not say where the output ends: " + refused.getCause(), refused);
        }
    }

    private long committed() throws BenchFailure, InterruptedException {
        try {
            return kafka
                    .admin()
                    .listConsumerGroupOffsets(name)
                    .partitionsToOffsetAndMetadata()
                    .get()
                    .entrySet()
                    .stream()
                    .filter(of -> of.getKey().topic().equals(input.topic()) && of.getValue() != null)
                    .map(Map.Entry::getValue)
                    .mapToLong(OffsetAndMetadata::offset)
                    .sum();
        } catch (ExecutionException refused) {
            throw new BenchFailure("the broker does not say what is committed: " + refused.getCause(), refused);
        }
    }
}
