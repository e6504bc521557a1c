package org.stoatflow.testing.driver;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.outbox.ChangelogPartition;
import org.stoatflow.kernel.outbox.Outbox;
import org.stoatflow.streams.errors.ProcessorStateException;

/** What a driver's application has written, by topic, until the test reads it. Thread: the driver's. */
public final class ProducedRecords {
    private final Map<String, Queue<ProducerRecord<byte[], byte[]>>> topics = new LinkedHashMap<>();
    private final List<Outbox> held = new ArrayList<>();
    private List<ProducerRecord<byte[], byte[]>> fresh = new ArrayList<>();

    /** The topics that were written to, changelogs too. */
    public Set<String> names() {
        return Collections.unmodifiableSet(topics.keySet());
    }

    /** What was written to a topic and not read yet; null if nothing was ever written to it. */
    public @Nullable Queue<ProducerRecord<byte[], byte[]>> of(String topic) {
        return topics.get(topic);
    }

    /** Takes an outbox's records, in its order. Throws at the end what is wrong with the first that cannot be sent. */
    void take(Outbox outbox) {
        ProcessorStateException first = null;
        for (int i = 0; i < outbox.size(); i++) {
            try {
                if (!outbox.isDropped(i)) {
                    take(recordOf(outbox, i));
                }
            } catch (ProcessorStateException refused) {
                first = first == null ? refused : first;
            }
        }
        if (first != null) {
            throw first;
        }
    }

    private void take(ProducerRecord<byte[], byte[]> record) {
        topics.computeIfAbsent(record.topic(), unseen -> new ArrayDeque<>()).add(record);
        fresh.add(record);
    }

    /** Keeps what was sent before a failure. As with Kafka Streams' driver, it is seen once the driver goes on. */
    void hold(Outbox outbox) {
        held.add(outbox);
    }

    /** Takes what was kept, before anything else is sent. */
    void takeHeld() {
        List<Outbox> kept = List.copyOf(held);
        held.clear();
        kept.forEach(this::take);
    }

    private static ProducerRecord<byte[], byte[]> recordOf(Outbox outbox, int index) {
        try {
            return outbox.record(index);
        } catch (IllegalArgumentException refused) {
            ChangelogPartition changelog = outbox.changelog(index);
            throw new ProcessorStateException(
                    "A record for " + (changelog == null ? "a sink" : changelog.topic()) + " cannot be written: "
                            + refused.getMessage(),
                    refused);
        }
    }

    /** What was written since the last call. */
    List<ProducerRecord<byte[], byte[]>> takeFresh() {
        List<ProducerRecord<byte[], byte[]>> taken = fresh;
        fresh = new ArrayList<>();
        return taken;
    }
}
