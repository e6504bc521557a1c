package org.stoatflow.restore;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a restore gets from Kafka: the records of changelog partitions, and where these begin and end. What becomes of
 * the records is not known here. Thread: the restorer's.
 */
final class ChangelogReader implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ChangelogReader.class);

    private final Consumer<byte[], byte[]> consumer;
    private final LogPoll log;
    private final RestoreSettings settings;

    ChangelogReader(Consumer<byte[], byte[]> consumer, RestoreSettings settings) {
        this.consumer = consumer;
        this.log = new LogPoll(consumer);
        this.settings = settings;
    }

    boolean isAssigned() {
        return !consumer.assignment().isEmpty();
    }

    /** Assigns all partitions at once, since each change would cost a request for metadata, and reads none yet. */
    void assign(Collection<RestoreTask> tasks) {
        List<TopicPartition> all =
                tasks.stream().map(RestoreTask::topicPartition).toList();
        consumer.assign(all);
        tasks.forEach(this::seek);
        consumer.pause(all);
    }

    /** Reads a partition from now on. */
    void begin(TopicPartition partition) {
        consumer.resume(Set.of(partition));
    }

    /** Reads a partition no more. */
    void end(TopicPartition partition) {
        consumer.pause(Set.of(partition));
    }

    /** Reads a partition from an offset on, whatever was handed out before. */
    void goOn(TopicPartition partition, long offset) {
        consumer.seek(partition, offset);
        consumer.resume(Set.of(partition));
    }

    /** Goes to where a task begins. */
    void seek(RestoreTask task) {
        consumer.seek(task.topicPartition(), task.from());
    }

    /**
     * Waits for records, for the poll time-out at most.
     *
     * @throws org.apache.kafka.clients.consumer.InvalidOffsetException where a log does not have the offsets any more
     */
    PolledRecords poll() {
        return log.poll(settings.pollTimeout());
    }

    /** The first offset of a log. */
    long beginOf(TopicPartition partition) {
        return consumer.beginningOffsets(Set.of(partition), settings.requestTimeout())
                .getOrDefault(partition, 0L);
    }

    /** The ends up to which records are read now: before the first transaction that is open. */
    Map<TopicPartition, Long> endsOf(Collection<TopicPartition> partitions) {
        return consumer.endOffsets(partitions, settings.requestTimeout());
    }

    @Override
    public void close() {
        try {
            consumer.close();
        } catch (Throwable notClosed) { // such as a metrics reporter's; what was read is written all the same
            LOG.warn("Closing the consumer of a restore failed", notClosed);
        }
    }
}
