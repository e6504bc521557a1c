package org.stoatflow.memorykafka;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;

/**
 * Reads the next records of a consumer's partitions. The random source chooses the partitions and the number of
 * records. Within a partition the records come in order, up to the bound of the isolation level, without markers and
 * aborted records.
 */
final class Fetcher {
    /** One partition in so many is left out of a poll. */
    private static final int LEFT_OUT_ONE_IN = 8;

    private final Broker broker;
    private final ConsumerOptions options;
    private final Positions positions;
    private boolean dropsNextOffsets;

    Fetcher(Broker broker, ConsumerOptions options, Positions positions) {
        this.broker = broker;
        this.options = options;
        this.positions = positions;
    }

    /** From now on nobody is told where to go on, as behind an interceptor that makes the records anew. */
    void dropNextOffsets() {
        dropsNextOffsets = true;
    }

    boolean dropsNextOffsets() {
        return dropsNextOffsets;
    }

    ConsumerRecords<byte[], byte[]> fetch(List<PartitionState> states) {
        Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> records = new LinkedHashMap<>();
        Map<TopicPartition, OffsetAndMetadata> nextOffsets = new HashMap<>();
        int left = 1 + broker.random.nextInt(options.maxPollRecords());
        int first = broker.random.nextInt(states.size());
        // Positions are looked up before anything is read: what throws here must not lose what was read.
        List<PartitionState> fetchable = new ArrayList<>();
        for (int i = 0; i < states.size(); i++) {
            PartitionState state = states.get((first + i) % states.size());
            if (isFetchable(state)) {
                fetchable.add(state);
            }
        }
        for (PartitionState state : fetchable) {
            if (left == 0) {
                break;
            }
            long before = state.position;
            List<ConsumerRecord<byte[], byte[]>> read = read(state, 1 + broker.random.nextInt(left));
            left -= read.size();
            if (!read.isEmpty()) {
                records.put(state.partition(), read);
            }
            if (state.position > before) {
                nextOffsets.put(state.partition(), next(state));
            }
        }
        return new ConsumerRecords<>(records, dropsNextOffsets ? Map.of() : nextOffsets);
    }

    private static OffsetAndMetadata next(PartitionState state) {
        Optional<Integer> epoch =
                state.positionEpoch == LeaderEpochs.UNKNOWN ? Optional.empty() : Optional.of(state.positionEpoch);
        return new OffsetAndMetadata(state.position, epoch, "");
    }

    private boolean isFetchable(PartitionState state) {
        return !state.isPaused
                && broker.random.nextInt(LEFT_OUT_ONE_IN) != 0
                && positions.find(state)
                && !state.isUnconfirmed()
                && positions.isInRange(state);
    }

    private List<ConsumerRecord<byte[], byte[]>> read(PartitionState state, int recordsMax) {
        PartitionLog log = state.log;
        boolean readCommitted = options.isReadCommitted();
        long bound = log.fetchBound(readCommitted, broker.clock.nowMs());
        List<ConsumerRecord<byte[], byte[]>> read = new ArrayList<>();
        state.knownEnd = bound;
        int index = log.indexFrom(state.position);
        for (; index < log.size() && log.entryAt(index).offset < bound; index++) {
            LogEntry entry = log.entryAt(index);
            if (entry.isDelivered(readCommitted)) {
                if (read.size() == recordsMax) {
                    return read;
                }
                read.add(record(state.partition(), entry));
            }
            state.read(entry);
        }
        // Compaction may have left a gap behind the last entry.
        state.position = Math.max(state.position, bound);
        return read;
    }

    static ConsumerRecord<byte[], byte[]> record(TopicPartition partition, LogEntry entry) {
        return new ConsumerRecord<>(
                partition.topic(),
                partition.partition(),
                entry.offset,
                entry.timestamp,
                TimestampType.CREATE_TIME,
                size(entry.key),
                size(entry.value),
                entry.key,
                entry.value,
                new RecordHeaders(entry.headers),
                Optional.of(entry.leaderEpoch));
    }

    private static int size(byte @Nullable [] bytes) {
        return bytes == null ? ConsumerRecord.NULL_SIZE : bytes.length;
    }
}
