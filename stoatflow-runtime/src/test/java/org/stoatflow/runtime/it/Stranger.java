package org.stoatflow.runtime.it;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.stoatflow.localkafka.TestCluster;

/**
 * A producer that may write to all topics of an application, and sends what a serde cannot read: of any length and
 * time, empty, cut, compressed to a thousandth, with headers of all shapes. Its keys are never those of others. Owner:
 * one thread.
 */
final class Stranger implements AutoCloseable {
    /** Its keys begin with it, where it has chosen one. */
    static final String PREFIX = "evil";

    private static final int RANDOM_BYTES_MAX = 300;
    private static final int LARGE_BYTES = 700_000;
    private static final int BOMB_BYTES = 8_000_000;
    private static final int NAMES_MAX = 40;
    private static final long NO_TIME = -1; // which brokers take
    private static final List<Long> TIMES =
            List.of(NO_TIME, 0L, 1L, System.currentTimeMillis(), Long.MAX_VALUE - 1, Long.MAX_VALUE);

    private final Random random;
    private final KafkaProducer<byte[], byte[]> plain = producer("none");
    private final KafkaProducer<byte[], byte[]> packed = producer("gzip");
    private long sent;

    Stranger(long seed) {
        random = new Random(seed);
    }

    private static KafkaProducer<byte[], byte[]> producer(String compression) {
        return new KafkaProducer<>(
                Map.of(
                        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        TestCluster.shared().bootstrapServers(),
                        ProducerConfig.COMPRESSION_TYPE_CONFIG,
                        compression,
                        ProducerConfig.MAX_REQUEST_SIZE_CONFIG,
                        2 * BOMB_BYTES),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }

    /** How many records were sent and taken so far. */
    long sent() {
        return sent;
    }

    /**
     * Sends some records to each of the topics, and returns once all are there but those that the broker refuses, such
     * as some with times to come.
     */
    void attack(List<String> topics, int records) throws InterruptedException, TimeoutException {
        List<Future<?>> answers = new ArrayList<>();
        for (String topic : topics) {
            for (int left = records; left > 0; left--) {
                answers.add(send(plain, topic, value()));
            }
            answers.add(send(plain, topic, new byte[LARGE_BYTES]));
            answers.add(send(packed, topic, new byte[BOMB_BYTES]));
        }
        for (Future<?> answer : answers) {
            try {
                answer.get(1, TimeUnit.MINUTES);
                sent++;
            } catch (ExecutionException refused) {
                assertInstanceOf(KafkaException.class, refused.getCause());
            }
        }
    }

    private Future<?> send(KafkaProducer<byte[], byte[]> producer, String topic, byte @Nullable [] value) {
        boolean logged = topic.endsWith("-changelog"); // where the broker takes no batch with a record that has no key
        byte[] key = key();
        long timestamp = logged ? System.currentTimeMillis() : TIMES.get(random.nextInt(TIMES.size()));
        byte[] sentKey = logged && key == null ? PREFIX.getBytes(StandardCharsets.UTF_8) : key;
        return producer.send(new AnyTime(topic, random.nextInt(2), timestamp, sentKey, value, headers()));
    }

    /** A record of any time, also of a negative one, which the client's class refuses. */
    private static final class AnyTime extends ProducerRecord<byte[], byte[]> {
        private final long time;

        AnyTime(
                String topic,
                int partition,
                long time,
                byte @Nullable [] key,
                byte @Nullable [] value,
                List<Header> headers) {
            super(topic, partition, key, value, headers);
            this.time = time;
        }

        @Override
        public Long timestamp() {
            return time;
        }
    }

    /** No key, one of no bytes, a long one, one that is no text. */
    private byte @Nullable [] key() {
        byte[] prefix = PREFIX.getBytes(StandardCharsets.UTF_8);
        return switch (random.nextInt(5)) {
            case 0 -> null;
            case 1 -> new byte[0];
            case 2 -> ByteBuffer.allocate(20_000).put(prefix).array();
            case 3 ->
                ByteBuffer.allocate(prefix.length + 8)
                        .put(prefix)
                        .putLong(random.nextLong())
                        .array();
            default ->
                ByteBuffer.allocate(prefix.length + 2)
                        .put(prefix)
                        .put((byte) 0xc3)
                        .array();
        };
    }

    /** Never four bytes, which would be a number. */
    private byte @Nullable [] value() {
        byte[] bytes = new byte[random.nextInt(RANDOM_BYTES_MAX)];
        random.nextBytes(bytes);
        return switch (random.nextInt(5)) {
            case 0 -> null;
            case 1 -> new byte[0];
            case 2 -> new byte[] {-1, -1, -1, -1, 0x0f, 2}; // of a table's update: a length of 2 GB
            default -> bytes.length == Integer.BYTES ? new byte[1] : bytes;
        };
    }

    private List<Header> headers() {
        return switch (random.nextInt(4)) {
            case 0 -> List.of(new RecordHeader("", null), new RecordHeader("", new byte[0]));
            case 1 -> List.of(new RecordHeader("n".repeat(1_000), new byte[10_000]));
            case 2 ->
                random.ints(NAMES_MAX, 0, NAMES_MAX)
                        .<Header>mapToObj(name -> new RecordHeader("__streams.errors.offset", new byte[name]))
                        .toList();
            default -> List.of();
        };
    }

    @Override
    public void close() {
        plain.close();
        packed.close();
    }
}
