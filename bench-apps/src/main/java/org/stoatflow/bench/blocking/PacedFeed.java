package org.stoatflow.bench.blocking;

import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongFunction;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/** Writes records at a steady rate, on a thread of its own, until it is stopped. */
public final class PacedFeed {
    private static final long PAUSE_NS = 500_000;

    private final Producer<String, String> producer;
    private final LongFunction<ProducerRecord<String, String>> records;
    private final long slotNs;
    private final Thread thread = Thread.ofPlatform().name("feed").daemon().unstarted(this::run);
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private volatile boolean stopping;
    private volatile long fed;

    /** @param records makes the record of each number, from 0, in order */
    public PacedFeed(
            Producer<String, String> producer, int rate, LongFunction<ProducerRecord<String, String>> records) {
        this.producer = producer;
        this.records = records;
        this.slotNs = 1_000_000_000L / rate;
    }

    /** Begins. */
    public PacedFeed start() {
        thread.start();
        return this;
    }

    private void run() {
        long startNs = System.nanoTime();
        try {
            while (!stopping) {
                long due = (System.nanoTime() - startNs) / slotNs;
                for (long next = fed; next < due; next++) {
                    send(records.apply(next));
                    fed = next + 1;
                }
                LockSupport.parkNanos(PAUSE_NS);
            }
        } catch (Throwable any) { // the thread's root; stop() reports it
            failure.set(any);
        }
    }

    /** Sends a record in addition to those of the rate. Any thread. */
    @SuppressWarnings("FutureReturnValueIgnored") // the callback hears of it
    void send(ProducerRecord<String, String> record) {
        producer.send(record, (written, refusal) -> {
            if (refusal != null) {
                failure.compareAndSet(null, refusal);
            }
        });
    }

    /** Records of the rate that were written so far. Any thread. */
    long fed() {
        return fed;
    }

    /** Ends the feed, and returns how many records of the rate are in the topic now. */
    public long stop() throws InterruptedException {
        stopping = true;
        thread.join();
        producer.flush();
        Throwable thrown = failure.get();
        if (thrown != null) {
            throw new IllegalStateException("the input cannot be written", thrown);
        }
        return fed;
    }
}
