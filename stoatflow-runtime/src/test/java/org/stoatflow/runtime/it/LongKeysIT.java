package org.stoatflow.runtime.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.config.StoatflowConfig;
import org.stoatflow.localkafka.TestCluster;
import org.stoatflow.runtime.testkit.Group;
import org.stoatflow.runtime.testkit.OurApp;
import org.stoatflow.runtime.testkit.Topic;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.kstream.Consumed;

/** Records with keys of nearly a megabyte, which anybody may send, leave nothing in the heap (docs/design/053). */
class LongKeysIT {
    private static final int KEYS = 800;
    private static final int KEY_BYTES = 900_000;
    private static final long KEPT_MAX = 24L << 20;

    @TempDir
    Path folder;

    @Test
    void shouldKeepNothingOfLongKeysOnceTheyAreProcessed() throws Exception {
        String in = Topic.create("long-keys", 1);
        String application = TestCluster.shared().uniqueName("long-keys");
        AtomicInteger seen = new AtomicInteger();
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream(in, Consumed.with(Serdes.ByteArray(), Serdes.ByteArray()))
                .foreach((key, value) -> seen.incrementAndGet());
        Properties config = OurApp.config(application, folder, "at_least_once");
        config.put(StoatflowConfig.AFFINITY.key(), "KEY"); // many lanes, each of which samples keys
        try (OurApp app = OurApp.running(builder.build(), config)) {
            long before = heap();
            feed(in);
            Group.awaitAllCommitted(application, List.of(in));
            long kept = heap() - before;
            assertEquals(List.of(), app.errors());
            assertEquals(KEYS, seen.get());
            System.out.println("LongKeysIT: keys=" + KEYS + " kept MB=" + (kept >> 20));
            assertTrue(kept < KEPT_MAX, () -> "bytes in the heap behind " + KEYS + " long keys: " + kept);
        }
    }

    private static void feed(String topic) throws Exception {
        Map<String, Object> config = Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                TestCluster.shared().bootstrapServers(),
                ProducerConfig.COMPRESSION_TYPE_CONFIG,
                "gzip");
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer())) {
            for (int i = 0; i < KEYS; i++) {
                byte[] key = ByteBuffer.allocate(KEY_BYTES).putInt(i).array();
                producer.send(new ProducerRecord<>(topic, 0, key, new byte[1])).get();
            }
        }
    }

    private static long heap() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
