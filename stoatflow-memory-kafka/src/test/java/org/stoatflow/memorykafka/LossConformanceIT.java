package org.stoatflow.memorykafka;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.LogTruncationException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** Topics that are gone, and records that a log does not have any more, on the model and on a real broker. */
class LossConformanceIT {
    private static final int POLLS_MAX = 60;
    private static final int BLOCK_MS = 1_500;
    private static final Map<String, String> NO_CONFIG = Map.of();

    @Test
    void shouldRefuseWhatIsForADeletedTopicAlike() throws Exception {
        ConformanceIT.compare(actor -> {
            TopicPartition kept = actor.stage.topic("kept", NO_CONFIG);
            TopicPartition gone = actor.stage.topic("gone", NO_CONFIG);
            actor.stage.deleteTopic(gone);
            Producer<byte[], byte[]> plain = actor.stage.producer(blocking(), "");
            actor.stage.attempt("send", () -> actor.sendOnly(plain, gone, new byte[1]));
            Producer<byte[], byte[]> producer = actor.stage.producer(blocking(), "tx");
            producer.initTransactions();
            producer.beginTransaction();
            actor.stage.attempt("offsets", () -> sendOffsets(actor, producer, kept, gone));
            actor.stage.attempt("abort", producer::abortTransaction);
            actor.stage.attempt("abort again", producer::abortTransaction);
            actor.stage.attempt("commit instead", producer::commitTransaction);
            Producer<byte[], byte[]> next = actor.initialised("tx");
            next.beginTransaction();
            actor.stage.attempt("offsets that are there", () -> sendOffsets(actor, next, kept));
            actor.stage.attempt("commit", next::commitTransaction);
            Consumer<byte[], byte[]> consumer = actor.consumer("g");
            actor.stage.attempt(
                    "commit of both", () -> consumer.commitSync(offsets(7, kept, gone), Duration.ofMillis(BLOCK_MS)));
            actor.committed("g", kept);
        });
    }

    @Test
    void shouldTellOfLostRecordsWhilePausedAlike() throws Exception {
        ConformanceIT.compare(actor -> {
            TopicPartition topic = actor.stage.topic("t", NO_CONFIG);
            Producer<byte[], byte[]> producer = actor.producer("");
            for (int i = 0; i < 4; i++) {
                actor.send(producer, topic, "v" + i);
            }
            Consumer<byte[], byte[]> consumer = actor.consumer("g", ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
            consumer.assign(List.of(topic));
            consumer.pause(List.of(topic));
            consumer.seek(topic, new OffsetAndMetadata(9, Optional.of(0), ""));
            actor.stage.attempt("paused", () -> pollUntilTold(actor, consumer, topic));
            actor.stage.attempt("soon again", () -> pollUntilTold(actor, consumer, topic));
            actor.stage.attempt("position", () -> consumer.position(topic, Duration.ofMillis(500)));
            consumer.seek(topic, new OffsetAndMetadata(4, Optional.of(0), ""));
            consumer.poll(Duration.ofMillis(20));
            actor.stage.note("position " + consumer.position(topic));
        });
    }

    private static void pollUntilTold(Actor actor, Consumer<byte[], byte[]> consumer, TopicPartition topic) {
        try {
            for (int i = 0; i < POLLS_MAX; i++) {
                consumer.poll(Duration.ofMillis(20));
            }
        } catch (LogTruncationException told) {
            OffsetAndMetadata divergent = told.divergentOffsets().get(topic);
            actor.stage.note("diverges at " + (divergent == null ? null : divergent.offset()));
            throw told;
        }
    }

    private static Map<String, Object> blocking() {
        return Map.of(ProducerConfig.MAX_BLOCK_MS_CONFIG, BLOCK_MS);
    }

    @SuppressWarnings("removal")
    private static void sendOffsets(Actor actor, Producer<byte[], byte[]> producer, TopicPartition... partitions) {
        producer.sendOffsetsToTransaction(
                offsets(5, partitions), new ConsumerGroupMetadata(actor.stage.group("g"), -1, "", Optional.empty()));
    }

    private static Map<TopicPartition, OffsetAndMetadata> offsets(long offset, TopicPartition... partitions) {
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        for (TopicPartition partition : partitions) {
            offsets.put(partition, new OffsetAndMetadata(offset));
        }
        return offsets;
    }
}
