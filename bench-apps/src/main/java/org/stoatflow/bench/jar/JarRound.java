package org.stoatflow.bench.jar;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.stoatflow.bench.latency.BenchFailure;
import org.stoatflow.bench.latency.BenchFolder;
import org.stoatflow.bench.latency.Library;
import org.stoatflow.bench.latency.ProcessUsage;
import org.stoatflow.bench.role.Schedule;
import org.stoatflow.localkafka.LocalKafka;
import org.stoatflow.localkafka.LocalKafkaOptions;

/**
 * Runs the application once, on one library and a broker of its own, until it has been silent for a while after its
 * whole input. One thread reads, and belongs to whoever runs this.
 */
final class JarRound {
    private static final Duration POLL = Duration.ofMillis(50);
    private static final Duration FIRST_LIMIT = Duration.ofMinutes(2);
    private static final long HIGHEST_MICROS = Duration.ofMinutes(10).toNanos() / 1_000;

    private final JarOptions options;
    private final Library library;
    private final Outputs outputs = new Outputs();
    private final Histogram sinceDue = new Histogram(HIGHEST_MICROS, 3);
    private final Histogram sinceTimestamp = new Histogram(HIGHEST_MICROS, 3);

    JarRound(JarOptions options, Library library) {
        this.options = options;
        this.library = library;
    }

    JarResult run() throws BenchFailure, InterruptedException {
        LocalKafkaOptions brokers = LocalKafkaOptions.defaults();
        if (options.port().isPresent()) {
            brokers = brokers.withPorts(List.of(options.port().get()));
        }
        try (LocalKafka kafka = LocalKafka.start(brokers);
                BenchFolder folder = BenchFolder.create("jar")) {
            Set<String> topics = new LinkedHashSet<>(options.outputs());
            options.inputs().forEach(input -> topics.add(input.topic()));
            topics.forEach(topic -> kafka.createTopic(topic, options.partitions()));
            return run(kafka.bootstrapServers(), folder.path());
        }
    }

    private JarResult run(String bootstrap, Path folder) throws BenchFailure, InterruptedException {
        try (UserProcess application = UserProcess.start(options.application(), library, bootstrap, folder);
                KafkaConsumer<byte[], byte[]> consumer = consumer(bootstrap);
                UserFeed feed = new UserFeed(bootstrap, options.inputs(), options.load())) {
            feed.start();
            read(consumer, application, feed);
            ProcessUsage usage = ProcessUsage.of(application.handle());
            application.stop();
            readUntilSilent(consumer);
            return new JarResult(library, outputs, sinceDue, sinceTimestamp, usage);
        }
    }

    private KafkaConsumer<byte[], byte[]> consumer(String bootstrap) {
        KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        bootstrap,
                        ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                        "read_committed",
                        ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                        false),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        List<TopicPartition> all = options.outputs().stream()
                .flatMap(topic -> IntStream.range(0, options.partitions())
                        .mapToObj(partition -> new TopicPartition(topic, partition)))
                .toList();
        consumer.assign(all);
        consumer.seekToBeginning(all);
        return consumer;
    }

    private void read(KafkaConsumer<byte[], byte[]> consumer, UserProcess application, UserFeed feed)
            throws BenchFailure {
        long heardNs = System.nanoTime();
        while (true) {
            boolean isFed = feed.isDone();
            application.check();
            long before = outputs.count();
            poll(consumer, feed.middleNs());
            if (outputs.count() > before || !isFed) {
                heardNs = System.nanoTime();
            }
            long silentNs = System.nanoTime() - heardNs;
            if (outputs.count() > 0 && silentNs > options.load().silence().toNanos()) {
                return;
            }
            if (silentNs > FIRST_LIMIT.toNanos()) {
                throw new BenchFailure("the application has written nothing to " + options.outputs() + " "
                        + FIRST_LIMIT.toSeconds() + " s after its input" + application.describe());
            }
        }
    }

    /** What it has written at its end. */
    private void readUntilSilent(KafkaConsumer<byte[], byte[]> consumer) {
        long before;
        do {
            before = outputs.count();
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofSeconds(1))) {
                outputs.add(record.topic(), record.key(), record.value());
            }
        } while (outputs.count() > before);
    }

    private void poll(KafkaConsumer<byte[], byte[]> consumer, long fromNs) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
            long nowNs = Schedule.nowNs();
            outputs.add(record.topic(), record.key(), record.value());
            take(record.timestamp() * 1_000_000, nowNs, fromNs, sinceTimestamp);
            Header slot = record.headers().lastHeader(UserFeed.SLOT);
            if (slot != null) {
                take(ByteBuffer.wrap(slot.value()).getLong(), nowNs, fromNs, sinceDue);
            }
        }
    }

    private static void take(long slotNs, long nowNs, long fromNs, Histogram micros) {
        if (slotNs >= fromNs) {
            micros.recordValue(Math.clamp((nowNs - slotNs) / 1_000, 0, HIGHEST_MICROS));
        }
    }
}
