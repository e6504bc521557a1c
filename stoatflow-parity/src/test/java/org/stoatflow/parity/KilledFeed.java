package org.stoatflow.parity;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Feeds events, others and updates of a table steadily, on its own thread, until it is stopped. While it is held, it
 * feeds as many as it is told.
 */
final class KilledFeed implements AutoCloseable {
    private static final int KEYS = 300;
    private static final int ROUND = 10; // records
    private static final long PAUSE_NS = 20_000_000; // about four hundred records a second
    private static final long STEP_MS = 50; // of the records' time, so that windows expire within minutes
    private static final long BEGUN_BEFORE_MS = 12 * 3_600_000L; // changelogs keep more than a day
    private static final long END_LIMIT_MS = 60_000;

    private final String prefix;
    private final Random random;
    private final Map<String, Long> events = new HashMap<>(); // the feeding thread's until it has ended
    private final Thread thread = Thread.ofPlatform().name("feed").daemon().unstarted(this::run);
    private volatile boolean stopping;
    private volatile long most = Long.MAX_VALUE; // written by the test's thread
    private volatile Throwable failure;
    private long atMs = System.currentTimeMillis() - BEGUN_BEFORE_MS;
    private volatile long fed; // written by the feeding thread
    private long number;

    private KilledFeed(String prefix, long seed) {
        this.prefix = prefix;
        this.random = new Random(seed);
    }

    static KilledFeed start(String prefix, long seed) {
        KilledFeed feed = new KilledFeed(prefix, seed);
        feed.thread.start();
        return feed;
    }

    /**
     * Has it feed about so many records, and no more until {@link #flow}: an application that takes long to start has
     * no more to do for it.
     */
    void hold(int records) {
        most = fed + records;
    }

    /** Ends a hold. */
    void flow() {
        most = Long.MAX_VALUE;
    }

    private void run() {
        try (KafkaProducer<byte[], byte[]> producer = Cluster.producer()) {
            while (!stopping) {
                if (number < most) {
                    List<ProducerRecord<byte[], byte[]>> round = new ArrayList<>();
                    for (int i = 0; i < ROUND; i++) {
                        round.add(next());
                    }
                    Cluster.send(producer, round);
                    fed = number;
                }
                LockSupport.parkNanos(PAUSE_NS);
            }
        } catch (Throwable any) { // the thread's root; told when it is stopped
            failure = any;
        }
    }

    private ProducerRecord<byte[], byte[]> next() {
        int kind = random.nextInt(10);
        String key = "k" + random.nextInt(KEYS);
        atMs += STEP_MS;
        number++;
        if (kind < 6) {
            events.merge(key, 1L, Long::sum);
        }
        String topic = kind < 6 ? "events" : kind < 9 ? "others" : "table";
        boolean removes = kind == 9 && random.nextInt(6) == 0;
        byte[] value = removes ? null : ("v" + number).getBytes(StandardCharsets.UTF_8);
        return new ProducerRecord<>(prefix + topic, null, atMs, key.getBytes(StandardCharsets.UTF_8), value);
    }

    /** Ends the feed, and returns how many events of each key are in the topic. */
    Map<String, Long> stop() throws InterruptedException {
        stopping = true;
        thread.join(END_LIMIT_MS);
        if (thread.isAlive() || failure != null) {
            throw new AssertionError("the feed did not end well", failure);
        }
        return events;
    }

    @Override
    public void close() {
        stopping = true;
    }
}
