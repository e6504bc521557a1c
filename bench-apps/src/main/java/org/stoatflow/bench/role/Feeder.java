package org.stoatflow.bench.role;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.stoatflow.bench.scenario.Input;
import org.stoatflow.bench.scenario.Scenario;
import org.stoatflow.bench.scenario.Topics;

/**
 * Writes records at their slots on a thread of its own, and then those that end what is open in event time. Its
 * producer does not linger. If a record is refused, the feeder fails.
 */
public final class Feeder implements AutoCloseable {
    private static final long PAUSE_NS = 500_000;
    private static final int DELIVERY_LIMIT_MS = 30_000;

    /** Longer than the second for which Kafka Streams' joins wait between two looks for records without a match. */
    public static final Duration CLOSING_PAUSE = Duration.ofMillis(1_500);

    private final Scenario scenario;
    private final List<String> topics;
    private final int partitions;
    private final long records;
    private final Producer<byte[], byte[]> producer;
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    /** Written once, before the thread is started. */
    private volatile @Nullable Thread thread;

    /** Whoever closes it, or ends it early, writes it. */
    private volatile boolean stopping;

    /** How often closing records were sent. Written by the feeder's thread, and by others once it has ended. */
    private int closed;

    /** The feeder's thread writes it. */
    private volatile long latestNs;

    /** The feeder's thread writes it. */
    private volatile long sent;

    /** @param records how many records to feed */
    public Feeder(BrokerAccess access, Scenario scenario, Topics topics, int partitions, long records) {
        this.scenario = scenario;
        this.topics = topics.names(scenario.inputs());
        this.partitions = partitions;
        this.records = records;
        this.producer = new KafkaProducer<>(
                access.with(Map.of(
                        ProducerConfig.LINGER_MS_CONFIG,
                        0,
                        ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG,
                        DELIVERY_LIMIT_MS / 2,
                        ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG,
                        DELIVERY_LIMIT_MS,
                        ProducerConfig.MAX_BLOCK_MS_CONFIG,
                        DELIVERY_LIMIT_MS)),
                new ByteArraySerializer(),
                new ByteArraySerializer());
        this.topics.forEach(producer::partitionsFor); // so that the first record does not wait for it
    }

    public void start(Schedule schedule) {
        Thread started = Thread.ofPlatform().name("feeder").daemon().unstarted(() -> run(schedule));
        thread = started;
        started.start();
    }

    /** Fails if a record was refused. Any thread. */
    public void check() throws RoleFailure {
        Throwable reason = failure.get();
        if (reason != null) {
            throw new RoleFailure("a record could not be written: " + reason.getMessage(), reason);
        }
    }

    /** How long after its slot the latest record was given to the producer, in nanoseconds. Any thread. */
    public long latestNs() {
        return latestNs;
    }

    /** How many records were given to the producer, closing ones apart. Any thread. */
    public long sent() {
        return sent;
    }

    /** Has it send no more; what is under way is still acknowledged. Any thread. */
    public void stop() {
        stopping = true;
    }

    /** Waits until all records are acknowledged, which may be long after their schedule ends. */
    public void awaitEnd(Duration schedule) throws RoleFailure, InterruptedException {
        Thread started = thread;
        Duration limit = schedule.plusMillis(2L * DELIVERY_LIMIT_MS);
        if (started == null || !started.join(limit)) {
            throw new RoleFailure("the feeder has not ended in " + limit.toSeconds() + " s");
        }
        check();
    }

    @Override
    public void close() {
        stopping = true;
        producer.close(Duration.ZERO);
    }

    private void run(Schedule schedule) {
        try {
            for (long number = 0; number < records && isGoing(); number++) {
                long slotNs = schedule.slotNs(number);
                awaitSlot(slotNs);
                if (isGoing()) {
                    send(scenario.input(number), slotNs, schedule);
                    sent = number + 1;
                }
            }
            while (closed < scenario.closingRounds() && isGoing()) {
                producer.flush();
                TimeUnit.NANOSECONDS.sleep(CLOSING_PAUSE.toNanos());
                closeMore(schedule);
            }
            producer.flush();
        } catch (Throwable any) { // the thread's root
            failure.compareAndSet(null, any);
        }
    }

    /**
     * Sends once more what ends what is open in event time, later than before: a library that is behind may have met
     * all that was sent in one look. Whoever has waited for the end.
     */
    public void closeMore(Schedule schedule) {
        for (Input closing : scenario.closing(records, partitions, closed)) {
            send(closing, Schedule.nowNs(), schedule);
        }
        closed++;
    }

    private boolean isGoing() {
        return !stopping && failure.get() == null;
    }

    private void awaitSlot(long slotNs) {
        long lateNs = Schedule.nowNs() - slotNs;
        while (lateNs < 0 && isGoing()) {
            LockSupport.parkNanos(Math.min(PAUSE_NS, -lateNs));
            lateNs = Schedule.nowNs() - slotNs;
        }
        if (lateNs > latestNs) {
            latestNs = lateNs;
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the callback hears of it
    private void send(Input input, long slotNs, Schedule schedule) {
        long timeMs = input.eventMs() == Input.WHEN_SENT
                ? TimeUnit.NANOSECONDS.toMillis(slotNs)
                : schedule.eventTimeMs() + input.eventMs();
        producer.send(
                new ProducerRecord<>(
                        topics.get(input.topic()),
                        (int) (input.spread() % partitions),
                        timeMs,
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
