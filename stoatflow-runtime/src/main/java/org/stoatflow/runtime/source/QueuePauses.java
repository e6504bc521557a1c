package org.stoatflow.runtime.source;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;

/**
 * Pauses each partition whose queue is over its limit: a number of records, and a share of the bytes that may be in
 * flight. Resumes the partition when its queue is down to half of the limit, so that the next poll brings more before
 * the queue is empty. Owner: the dispatcher's thread.
 */
final class QueuePauses {
    private static final long QUEUE_BYTES_MIN = 1 << 16;

    private final Consumer<byte[], byte[]> consumer;
    private final SourceQueues queues;
    private final SourceCounters counters;
    private final int recordsMax;
    private final long allBytesMax;
    private int paused;

    /** @param allBytesMax about how many bytes all queues together may hold */
    QueuePauses(
            Consumer<byte[], byte[]> consumer,
            SourceQueues queues,
            SourceCounters counters,
            int recordsMax,
            long allBytesMax) {
        this.consumer = consumer;
        this.queues = queues;
        this.counters = counters;
        this.recordsMax = recordsMax;
        this.allBytesMax = allBytesMax;
    }

    void pauseAndResume() {
        List<TopicPartition> pause = new ArrayList<>();
        List<TopicPartition> resume = new ArrayList<>();
        long bytesMax =
                Math.max(QUEUE_BYTES_MIN, allBytesMax / Math.max(1, queues.all().size()));
        for (PartitionQueue queue : queues.all()) {
            if (queue.isRevoked()) {
                continue; // the consumer does not have it, or has it anew, for the next run
            }
            if (!queue.isPaused() && queue.isOver(recordsMax, bytesMax)) {
                queue.paused(true);
                pause.add(queue.partition());
            } else if (queue.isPaused() && !queue.isOver(recordsMax / 2, bytesMax / 2)) {
                queue.paused(false);
                resume.add(queue.partition());
            }
        }
        paused += pause.size() - resume.size();
        counters.pausedPartitions(paused);
        if (!pause.isEmpty()) {
            consumer.pause(pause);
        }
        if (!resume.isEmpty()) {
            consumer.resume(resume);
        }
    }
}
