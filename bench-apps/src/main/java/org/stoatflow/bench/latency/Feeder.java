package org.stoatflow.bench.latency;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/**
 * Writes records at their slots, to the partitions in turn, on a thread of its own. Its producer does not linger. If a
 * record is refused, the feeder fails.
 */
public final class Feeder implements AutoCloseable {
    private static final long PAUSE_NS = 500_000;
    private static final int DELIVERY_LIMIT_MS = 30_000;

    private final Workload workload;
    private final Schedule schedule;
    private final long records;
    private final String topic;
    private final int partitions;
    private final Producer<String, String> producer;
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final Thread thread = Thread.ofPlatform().name("feeder").daemon().unstarted(this::run);
    private volatile boolean stopping;

    /** @param records how many records to feed */
    public Feeder(
            String bootstrapServers, Workload workload, Schedule schedule, long records, String topic, int partitions) {
        this.workload = workload;
        this.schedule = schedule;
        this.records = records;
        this.topic = topic;
        this.partitions = partitions;
        this.producer = new KafkaProducer<>(
                Map.of(
                        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        bootstrapServers,
                        ProducerConfig.LINGER_MS_CONFIG,
                        0,
                        ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG,
                        DELIVERY_LIMIT_MS / 2,
                        ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG,
                        DELIVERY_LIMIT_MS,
                        ProducerConfig.MAX_BLOCK_MS_CONFIG,
                        DELIVERY_LIMIT_MS),
                new StringSerializer(),
                new StringSerializer());
        producer.partitionsFor(topic); // so that the first record does not wait for it
    }

    public void start() {
        thread.start();
    }

    /** Fails if a record was refused. Any thread. */
    public void check() throws BenchFailure {
        Throwable reason = failure.get();
        if (reason != null) {
            throw new BenchFailure("a record could not be written: " + reason.getMessage(), reason);
        }
    }

    /** Waits until all records are acknowledged. */
    public void awaitEnd() throws BenchFailure, InterruptedException {
        if (!thread.join(Duration.ofMillis(2L * DELIVERY_LIMIT_MS))) {
            throw new BenchFailure("the feeder has not ended in " + 2 * DELIVERY_LIMIT_MS / 1_000 + " s");
        }
        check();
    }

    @Override
    public void close() {
        stopping = true;
        producer.close(Duration.ZERO);
    }

    private void run() {
        try {
            for (long number = 0; number < records && !stopping && failure.get() == null; number++) {
                long slotNs = schedule.slotNs(number);
                while (System.nanoTime() - slotNs < 0) {
                    LockSupport.parkNanos(Math.min(PAUSE_NS, slotNs - System.nanoTime()));
                }
                send(number, slotNs);
            }
            producer.flush();
        } catch (Throwable any) { // the thread's root
            failure.compareAndSet(null, any);
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the callback hears of it
    private void send(long number, long slotNs) {
        Workload.Input input = workload.input(number);
        producer.send(
                new ProducerRecord<>(
                        topic,
                        (int) (number % partitions),
                        null,
                        input.key(),
                        input.value(),
                        List.of(Slot.header(slotNs))),
                (written, reason) -> {
                    if (reason != null) {
                        failure.compareAndSet(null, reason);
                    }
                });
    }
}
