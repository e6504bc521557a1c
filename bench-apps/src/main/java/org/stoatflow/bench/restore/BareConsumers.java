package org.stoatflow.bench.restore;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Reads topics to their ends, in a JVM of its own: {@code main(threads, topics, partitions, file of settings)}. It
 * prints "state RUNNING" once all is read, and ends when its standard input does.
 */
final class BareConsumers {
    private static final Duration POLL = Duration.ofMillis(100);

    private BareConsumers() {}

    public static void main(String[] args) throws IOException {
        Properties given = new Properties();
        try (Reader file = Files.newBufferedReader(Path.of(args[3]))) {
            given.load(file);
        }
        Map<String, Object> settings = new HashMap<>();
        settings.put("bootstrap.servers", given.getProperty("bootstrap.servers"));
        settings.put("isolation.level", "read_committed");
        List<CompletableFuture<Void>> readers =
                shares(Integer.parseInt(args[0]), args[1], Integer.parseInt(args[2])).stream()
                        .map(share -> CompletableFuture.runAsync(() -> read(settings, share), BareConsumers::onThread))
                        .toList();
        readers.forEach(CompletableFuture::join);
        System.out.println("state RUNNING");
        while (System.in.read() >= 0) {}
    }

    private static void onThread(Runnable reader) {
        Thread.ofPlatform().daemon().start(reader);
    }

    private static List<List<TopicPartition>> shares(int threads, String topics, int partitions) {
        List<List<TopicPartition>> shares = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
            shares.add(new ArrayList<>());
        }
        int next = 0;
        for (String topic : topics.split(",")) {
            for (int partition = 0; partition < partitions; partition++) {
                shares.get(next++ % threads).add(new TopicPartition(topic, partition));
            }
        }
        shares.removeIf(Collection::isEmpty);
        return shares;
    }

    private static void read(Map<String, Object> settings, List<TopicPartition> share) {
        try (Consumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(share);
            consumer.seekToBeginning(share);
            Map<TopicPartition, Long> ends = consumer.endOffsets(share);
            ends.values().removeIf(end -> end == 0);
            while (!ends.isEmpty()) {
                consumer.poll(POLL);
                ends.entrySet().removeIf(end -> consumer.position(end.getKey()) >= end.getValue());
            }
        }
    }
}
