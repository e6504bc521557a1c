package org.stoatflow.simulation;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.stoatflow.memorykafka.ClusterClock;
import org.stoatflow.memorykafka.Upstream;

/** Writes the input, within transactions that commit or abort and without transactions, and remembers it. */
final class Inputs {
    private static final int WORDS_MAX = 4;
    private static final int WORDS = 7;
    private static final int KEYS = 5;

    private final ClusterClock clock;
    private final RandomGenerator random;
    private final SimulatedTopology program;
    private final Upstream upstream;
    private final List<TopicPartition> partitions;
    private final Map<TopicPartition, List<InputRecord>> written = new HashMap<>();
    private final List<InputRecord> all = new ArrayList<>();
    private final List<InputRecord> open = new ArrayList<>();
    private LossListener losses = (partition, from, offset) -> {};
    private int left;
    private int poisonLeft;
    private boolean hasLost;

    /** Is told of records that the log does not have any more, before they are forgotten. */
    interface LossListener {
        /**
         * The log ends earlier now.
         *
         * @param from the index of the first lost record in those of the partition
         * @param offset the offset at which the log ends now; 0 where the topic is deleted
         */
        void onLost(TopicPartition partition, int from, long offset);
    }

    /** @param records number of records to write */
    Inputs(
            ClusterClock clock,
            RandomGenerator random,
            SimulatedTopology program,
            Upstream upstream,
            List<TopicPartition> partitions,
            int records) {
        this.clock = clock;
        this.random = random;
        this.program = program;
        this.upstream = upstream;
        this.partitions = new ArrayList<>(partitions);
        this.left = records;
        partitions.forEach(partition -> written.put(partition, new ArrayList<>()));
    }

    List<TopicPartition> partitions() {
        return partitions;
    }

    boolean isExhausted() {
        return left == 0 && open.isEmpty();
    }

    InputRecord byId(int id) {
        return all.get(id);
    }

    int size() {
        return all.size();
    }

    /** The record at an offset, if one was written there. */
    Optional<InputRecord> at(TopicPartition partition, long offset) {
        return of(partition).stream().filter(record -> record.offset == offset).findFirst();
    }

    /** All records of the partition, by offset. */
    List<InputRecord> of(TopicPartition partition) {
        List<InputRecord> records = written.get(partition);
        if (records == null) {
            throw new IllegalArgumentException("no such source partition=" + partition);
        }
        return records;
    }

    /** Writes some records, or ends the open transaction. */
    void step() {
        noticeTimeout();
        if (!open.isEmpty() && (left == 0 || random.nextInt(4) == 0)) {
            commit();
        } else if (left > 0) {
            write(1 + random.nextInt(Math.min(left, 6)), !open.isEmpty() || random.nextInt(3) == 0);
        }
    }

    /** Writes some records and aborts them. */
    void writeAndAbort(int records) {
        noticeTimeout();
        commit();
        write(Math.min(Math.max(left, 1), records), true);
        upstream.abort();
        settle(InputRecord.Fate.ABORTED);
    }

    /** Adds to the records that are still to be written. */
    void writeMore(int records) {
        left += records;
    }

    void onLosses(LossListener listener) {
        losses = listener;
    }

    /** Whether records were lost that may have been processed. */
    boolean hasLost() {
        return hasLost;
    }

    /** The topics that are written to. */
    List<String> topics() {
        return partitions.stream().map(TopicPartition::topic).distinct().toList();
    }

    /** Forgets the newest records of a partition. Returns the offset of the first of them; -1 if it cannot be now. */
    long loseNewest(TopicPartition partition, int records) {
        noticeTimeout();
        List<InputRecord> there = of(partition);
        if (there.isEmpty() || !open.isEmpty()) {
            return -1;
        }
        int from = Math.max(0, there.size() - records);
        long offset = there.get(from).offset;
        lose(partition, from, offset);
        return offset;
    }

    /** Forgets a topic. False: it cannot be now. */
    boolean loseTopic(String topic) {
        noticeTimeout();
        if (!open.isEmpty()) {
            return false;
        }
        for (TopicPartition partition : List.copyOf(partitions)) {
            if (partition.topic().equals(topic)) {
                lose(partition, 0, 0);
                partitions.remove(partition);
            }
        }
        return true;
    }

    private void lose(TopicPartition partition, int from, long offset) {
        hasLost = true;
        losses.onLost(partition, from, offset);
        List<InputRecord> there = of(partition);
        there.subList(from, there.size()).clear();
    }

    /** Makes the next records unreadable. */
    void poisonNext(int records) {
        poisonLeft = records;
    }

    private void write(int records, boolean transactional) {
        for (int i = 0; i < records; i++) {
            TopicPartition partition = partitions.get(random.nextInt(partitions.size()));
            int id = all.size();
            String key = program.takesNullKeys() && random.nextInt(5) == 0 ? null : "k" + random.nextInt(KEYS);
            List<String> words = new ArrayList<>();
            for (int word = random.nextInt(WORDS_MAX); word >= 0; word--) {
                words.add("w" + random.nextInt(WORDS));
            }
            byte[] keyBytes = key == null ? null : bytes(key);
            String text = InputRecord.value(id, words);
            boolean poisoned = poisonLeft > 0;
            byte[] value = bytes(poisoned ? Handling.poisoned(text) : text);
            poisonLeft = Math.max(0, poisonLeft - 1);
            long timestamp = clock.nowMs();
            long offset = transactional
                    ? upstream.write(partition, keyBytes, value, timestamp)
                    : upstream.writePlain(partition, keyBytes, value, timestamp);
            add(new InputRecord(id, partition, offset, timestamp, key, words, poisoned), transactional);
        }
        left = Math.max(0, left - records);
    }

    private void add(InputRecord record, boolean transactional) {
        all.add(record);
        of(record.partition).add(record);
        if (transactional) {
            open.add(record);
        } else {
            record.fate = InputRecord.Fate.COMMITTED;
        }
    }

    private void commit() {
        if (!open.isEmpty()) {
            settle(upstream.commit() ? InputRecord.Fate.COMMITTED : InputRecord.Fate.ABORTED);
        }
    }

    /** Looks whether the cluster has aborted the open transaction. After a jump of the clock it may do so at once. */
    void noticeTimeout() {
        if (!open.isEmpty() && upstream.hasTimedOut()) {
            commit();
        }
    }

    private void settle(InputRecord.Fate fate) {
        open.forEach(record -> record.fate = fate);
        open.clear();
    }

    private static byte[] bytes(@Nullable String text) {
        return String.valueOf(text).getBytes(StandardCharsets.UTF_8);
    }
}
