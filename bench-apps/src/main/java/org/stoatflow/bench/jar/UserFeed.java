package org.stoatflow.bench.jar;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.stoatflow.bench.latency.BenchFailure;
import org.stoatflow.bench.role.Schedule;

/** Feeds all inputs at their rate, on a thread of its own. Each record has a header with the time it was due. */
final class UserFeed implements AutoCloseable {
    /** Its value is nanoseconds since 1970. */
    static final String SLOT = "stoatflow-bench-slot";

    private final Producer<byte[], byte[]> producer;
    private final List<Input> inputs;
    private final int records;
    private final Schedule schedule;
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final Thread thread = Thread.ofPlatform().name("feed").daemon().unstarted(this::run);

    UserFeed(String bootstrap, List<Input> inputs, JarOptions.Load load) {
        this.inputs = inputs;
        this.records = load.records();
        this.schedule = Schedule.in(Duration.ofSeconds(1), load.rate());
        this.producer = new KafkaProducer<>(
                Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap, ProducerConfig.LINGER_MS_CONFIG, 0),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }

    /** When the second half begins; in the first the application starts, and is compiled. */
    long middleNs() {
        return schedule.slotNs(records / 2);
    }

    void start() {
        thread.start();
    }

    /** Whether all is sent. Throws if it could not be. */
    boolean isDone() throws BenchFailure {
        Throwable reason = failure.get();
        if (reason != null) {
            throw new BenchFailure("the input could not be sent: " + reason, reason);
        }
        return !thread.isAlive();
    }

    private void run() {
        try {
            for (int number = 0; number < records && !Thread.currentThread().isInterrupted(); number++) {
                long slotNs = schedule.slotNs(number);
                TimeUnit.NANOSECONDS.sleep(Math.max(0, slotNs - Schedule.nowNs()));
                for (Input input : inputs) {
                    send(input.topic(), input.record(number), slotNs);
                }
            }
            producer.flush();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException any) { // the thread's root
            failure.compareAndSet(null, any);
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the callback hears of it
    private void send(String topic, Input.Fed fed, long slotNs) {
        ProducerRecord<byte[], byte[]> record =
                new ProducerRecord<>(topic, null, slotNs / 1_000_000, fed.key(), fed.value());
        record.headers()
                .add(new RecordHeader(
                        SLOT, ByteBuffer.allocate(Long.BYTES).putLong(slotNs).array()));
        producer.send(record, (written, reason) -> {
            if (reason != null) {
                failure.compareAndSet(null, reason);
            }
        });
    }

    @Override
    public void close() {
        thread.interrupt();
        producer.close(Duration.ofSeconds(5));
    }
}
