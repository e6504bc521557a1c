package org.stoatflow.memorykafka;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.RangeAssignor;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** Plays the same scenario on the model and on a real broker; both must observe the same. */
class ConformanceIT {
    private static final Map<String, String> NO_CONFIG = Map.of();
    private static final int JOIN_POLLS_MAX = 500;

    @Test
    void shouldCommitAndAbortAlike() throws Exception {
        compare(actor -> {
            TopicPartition topic = actor.stage.topic("t", NO_CONFIG);
            Producer<byte[], byte[]> producer = actor.initialised("tx");
            transact(actor, producer, topic, "a", true);
            transact(actor, producer, topic, "b", false);
            transact(actor, producer, topic, "c", true);
            actor.read(topic, 6, 6);
        });
    }

    @Test
    void shouldHoldTheStableEndAtAnOpenTransactionAlike() throws Exception {
        compare(actor -> {
            TopicPartition topic = actor.stage.topic("t", NO_CONFIG);
            Producer<byte[], byte[]> plain = actor.producer("");
            Producer<byte[], byte[]> open = actor.initialised("open");
            actor.send(plain, topic, "before");
            open.beginTransaction();
            actor.send(open, topic, "in");
            actor.send(plain, topic, "behind");
            actor.read(topic, 1, 3);
            actor.stage.attempt("commit", open::commitTransaction);
            actor.read(topic, 4, 4);
        });
    }

    @Test
    void shouldInterleaveTransactionsAlike() throws Exception {
        compare(actor -> {
            TopicPartition topic = actor.stage.topic("t", NO_CONFIG);
            Producer<byte[], byte[]> first = actor.initialised("first");
            Producer<byte[], byte[]> second = actor.initialised("second");
            first.beginTransaction();
            second.beginTransaction();
            actor.send(first, topic, "a0");
            actor.send(second, topic, "b0");
            actor.send(first, topic, "a1");
            actor.stage.attempt("commit second", second::commitTransaction);
            actor.read(topic, 0, 4);
            actor.stage.attempt("abort first", first::abortTransaction);
            actor.read(topic, 5, 5);
        });
    }

    @Test
    void shouldWriteNothingForEmptyTransactionsAlike() throws Exception {
        compare(actor -> {
            TopicPartition topic = actor.stage.topic("t", NO_CONFIG);
            Producer<byte[], byte[]> producer = actor.initialised("tx");
            producer.beginTransaction();
            actor.stage.attempt("commit", producer::commitTransaction);
            producer.beginTransaction();
            actor.stage.attempt("abort", producer::abortTransaction);
            actor.read(topic, 0, 0);
        });
    }

    @Test
    void shouldCommitOffsetsInTransactionsAlike() throws Exception {
        compare(actor -> {
            TopicPartition topic = actor.stage.topic("t", NO_CONFIG);
            Producer<byte[], byte[]> producer = actor.initialised("tx");
            actor.committed("g", topic);
            sendOffsets(actor, producer, topic, 5);
            actor.stage.attempt(
                    "committed while pending",
                    () -> actor.consumer("g").committed(Set.of(topic), Duration.ofMillis(500)));
            actor.stage.attempt(
                    "committed while pending, read uncommitted",
                    () -> actor.consumer("g", ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_uncommitted")
                            .committed(Set.of(topic), Duration.ofMillis(500)));
            actor.stage.attempt("commit", producer::commitTransaction);
            actor.committed("g", topic);
            sendOffsets(actor, producer, topic, 7);
            actor.stage.attempt("abort", producer::abortTransaction);
            actor.committed("g", topic);
        });
    }

    @Test
    void shouldLetTheLaterWrittenOffsetWinAlike() throws Exception {
        compare(actor -> {
            TopicPartition topic = actor.stage.topic("t", NO_CONFIG);
            Producer<byte[], byte[]> first = actor.initialised("first");
            Producer<byte[], byte[]> second = actor.initialised("second");
            sendOffsets(actor, first, topic, 10);
            sendOffsets(actor, second, topic, 20);
            actor.stage.attempt("commit second", second::commitTransaction);
            actor.stage.attempt("commit first", first::commitTransaction);
            actor.committed("g", topic);
        });
    }

    @Test
    void shouldResolveAnOpenTransactionOnInitAlike() throws Exception {
        compare(actor -> {
            TopicPartition topic = actor.stage.topic("t", NO_CONFIG);
            Producer<byte[], byte[]> old = actor.initialised("tx");
            old.beginTransaction();
            actor.send(old, topic, "a");
            sendOffsetsOnly(actor, old, topic, 5);
            Producer<byte[], byte[]> next = actor.initialised("tx");
            actor.committed("g", topic);
            actor.read(topic, 2, 2);
            actor.stage.attempt("old commit", old::commitTransaction);
            actor.stage.attempt("old abort", old::abortTransaction);
            actor.stage.attempt("old begin", old::beginTransaction);
            transact(actor, next, topic, "b", true);
            actor.read(topic, 4, 4);
        });
    }

    @Test
    void shouldRefuseTheRecordsOfAFencedInstanceAlike() throws Exception {
        compare(actor -> {
            TopicPartition topic = actor.stage.topic("t", NO_CONFIG);
            Producer<byte[], byte[]> old = actor.initialised("tx");
            old.beginTransaction();
            actor.initialised("tx");
            actor.send(old, topic, "a");
            actor.stage.attempt("old commit", old::commitTransaction);
            actor.send(old, topic, "b");
            actor.stage.attempt("old abort", old::abortTransaction);
            actor.stage.attempt("old begin", old::beginTransaction);
            actor.read(topic, 0, 0);
        });
    }

    @Test
    void shouldRefuseTheOffsetsOfAFencedInstanceAlike() throws Exception {
        compare(actor -> {
            TopicPartition topic = actor.stage.topic("t", NO_CONFIG);
            Producer<byte[], byte[]> old = actor.initialised("tx");
            old.beginTransaction();
            actor.initialised("tx");
            sendOffsetsOnly(actor, old, topic, 5);
            actor.stage.attempt("old abort", old::abortTransaction);
            actor.committed("g", topic);
        });
    }

    @Test
    void shouldLetAFencedInstanceCommitNothingAlike() throws Exception {
        compare(actor -> {
            Producer<byte[], byte[]> old = actor.initialised("tx");
            old.beginTransaction();
            actor.initialised("tx");
            actor.stage.attempt("old commit of nothing", old::commitTransaction);
            actor.stage.attempt("old begin", old::beginTransaction);
        });
    }

    @Test
    void shouldAbortAfterARecordThatTheClientRefusedAlike() throws Exception {
        compare(actor -> {
            TopicPartition topic = actor.stage.topic("t", NO_CONFIG);
            Producer<byte[], byte[]> producer = actor.initialised("tx");
            producer.beginTransaction();
            actor.send(producer, topic, "a");
            actor.stage.attempt("large", () -> actor.sendOnly(producer, topic, new byte[2_000_000]));
            // To another topic: the client takes the record in before it looks at its state, and may still send it.
            TopicPartition other = actor.stage.topic("other", NO_CONFIG);
            actor.stage.attempt("send after", () -> producer.send(new ProducerRecord<>(other.topic(), new byte[1])));
            sendOffsetsOnly(actor, producer, topic, 1);
            actor.stage.attempt("commit", producer::commitTransaction);
            actor.stage.attempt("begin", producer::beginTransaction);
            actor.stage.attempt("abort", producer::abortTransaction);
            transact(actor, producer, topic, "b", true);
            actor.read(topic, 4, 4);
        });
    }

    @Test
    void shouldAbortAfterARecordThatTheBrokerRefusedAlike() throws Exception {
        compare(actor -> {
            TopicPartition topic = actor.stage.topic("t", Map.of("max.message.bytes", "1000"));
            Producer<byte[], byte[]> producer = actor.initialised("tx");
            producer.beginTransaction();
            actor.stage.attempt("large", () -> actor.sendOnly(producer, topic, new byte[2_000]));
            actor.stage.attempt("commit", producer::commitTransaction);
            actor.stage.attempt("commit again", producer::commitTransaction);
            actor.stage.attempt("abort", producer::abortTransaction);
            transact(actor, producer, topic, "b", true);
            actor.read(topic, 3, 3);
        });
    }

    @Test
    void shouldRefuseOffsetsOfAStrangerAlike() throws Exception {
        compare(actor -> {
            TopicPartition topic = actor.stage.topic("t", NO_CONFIG);
            Producer<byte[], byte[]> producer = actor.initialised("tx");
            producer.beginTransaction();
            ConsumerGroupMetadata stranger = metadata(actor.stage.group("g"), 5, "nobody");
            actor.stage.attempt("offsets", () -> producer.sendOffsetsToTransaction(offset(topic, 1), stranger));
            actor.stage.attempt("commit", producer::commitTransaction);
            actor.stage.attempt("abort", producer::abortTransaction);
            sendOffsets(actor, producer, topic, 1);
            actor.stage.attempt("commit", producer::commitTransaction);
            actor.committed("g", topic);
        });
    }

    @Test
    void shouldRefuseCallsOutOfOrderAlike() throws Exception {
        compare(actor -> {
            TopicPartition topic = actor.stage.topic("t", NO_CONFIG);
            Producer<byte[], byte[]> producer = actor.producer("tx");
            actor.stage.attempt("begin before init", producer::beginTransaction);
            producer.initTransactions();
            actor.stage.attempt("init twice", producer::initTransactions);
            actor.stage.attempt("commit before begin", producer::commitTransaction);
            actor.stage.attempt("abort before begin", producer::abortTransaction);
            actor.stage.attempt("send before begin", () -> actor.sendOnly(producer, topic, new byte[1]));
            sendOffsetsOnly(actor, producer, topic, 1);
            actor.stage.attempt("begin", producer::beginTransaction);
            actor.stage.attempt("begin twice", producer::beginTransaction);
            actor.stage.attempt("not transactional", actor.producer("")::beginTransaction);
        });
    }

    @Test
    void shouldFindStartingPointsAlike() throws Exception {
        compare(actor -> {
            TopicPartition topic = actor.stage.topic("t", NO_CONFIG);
            Producer<byte[], byte[]> producer = actor.producer("");
            for (int i = 0; i < 4; i++) {
                actor.send(producer, topic, "v" + i);
            }
            actor.stage.deleteBefore(topic, 2);
            org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> strict =
                    actor.consumer("g", ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
            actor.stage.attempt("position unassigned", () -> strict.position(topic));
            actor.stage.attempt("seek unassigned", () -> strict.seek(topic, 1));
            actor.stage.attempt("poll unassigned", () -> strict.poll(Duration.ZERO));
            strict.assign(List.of(topic));
            actor.stage.attempt("no offset", () -> strict.position(topic));
            strict.seek(topic, 1);
            actor.stage.attempt("truncated", () -> pollUntilFailure(strict));
            strict.seek(topic, 9);
            actor.stage.attempt("beyond", () -> pollUntilFailure(strict));
            actor.stage.note("times "
                    + strict.offsetsForTimes(Map.of(topic, 5L)).get(topic).offset() + " "
                    + strict.offsetsForTimes(Map.of(topic, 6L)).get(topic));
            actor.read(topic, 4, 4);
        });
    }

    @Test
    void shouldJoinAndFenceStaticMembersAlike() throws Exception {
        compare(actor -> {
            TopicPartition topic = actor.stage.topic("t", NO_CONFIG);
            List<String> heard = new ArrayList<>();
            org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> first =
                    actor.consumer("g", ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, "i");
            first.subscribe(List.of(topic.topic()), new RecordedRebalances(heard));
            pollUntilAssigned(first);
            actor.stage.note("generation " + first.groupMetadata().generationId());
            actor.stage.attempt("commit", () -> first.commitSync(offset(topic, 3)));
            Producer<byte[], byte[]> producer = actor.initialised("tx");
            producer.beginTransaction();
            ConsumerGroupMetadata old = first.groupMetadata();
            actor.stage.attempt("offsets", () -> producer.sendOffsetsToTransaction(offset(topic, 4), old));
            actor.stage.attempt("commit", producer::commitTransaction);
            org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> second =
                    actor.consumer("g", ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, "i");
            second.subscribe(List.of(topic.topic()), new RecordedRebalances(heard));
            pollUntilAssigned(second);
            actor.stage.note("generation " + second.groupMetadata().generationId());
            producer.beginTransaction();
            actor.stage.attempt("old offsets", () -> producer.sendOffsetsToTransaction(offset(topic, 5), old));
            actor.stage.attempt("commit", producer::commitTransaction);
            actor.stage.attempt("abort", producer::abortTransaction);
            actor.stage.attempt("old commit", () -> first.commitSync(offset(topic, 6)));
            actor.stage.note("heard " + heard);
            actor.committed("g", topic);
        });
    }

    @Test
    void shouldRebalanceEagerlyAlike() throws Exception {
        compare(actor -> rebalance(actor, RangeAssignor.class.getName()));
    }

    @Test
    void shouldRebalanceCooperativelyAlike() throws Exception {
        compare(actor -> rebalance(actor, CooperativeStickyAssignor.class.getName()));
    }

    /** A second member comes and takes a half, then leaves it again; each member's calls are noted apart. */
    private static void rebalance(Actor actor, String assignor) {
        TopicPartition topic = actor.stage.topic("t", 2, NO_CONFIG);
        List<String> firstHeard = new ArrayList<>();
        List<String> secondHeard = new ArrayList<>();
        org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> first =
                actor.consumer("g", ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG, assignor);
        first.subscribe(List.of(topic.topic()), new RecordedRebalances(firstHeard));
        pollUntilAssigned(first);
        org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> second =
                actor.consumer("g", ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG, assignor);
        second.subscribe(List.of(topic.topic()), new RecordedRebalances(secondHeard));
        for (int i = 0; i < JOIN_POLLS_MAX && second.assignment().isEmpty(); i++) {
            first.poll(Duration.ofMillis(20));
            second.poll(Duration.ofMillis(20));
        }
        second.close();
        for (int i = 0; i < JOIN_POLLS_MAX && first.assignment().size() < 2; i++) {
            first.poll(Duration.ofMillis(20));
        }
        // How many rounds fall into one is a matter of timing.
        firstHeard.removeIf("assigned 0"::equals);
        secondHeard.removeIf("assigned 0"::equals);
        actor.stage.note("first " + firstHeard);
        actor.stage.note("second " + secondHeard);
        actor.stage.attempt("commit", () -> first.commitSync(offset(topic, 1)));
        actor.stage.attempt("commit of a stranger", () -> actor.consumer("g").commitSync(offset(topic, 2)));
        actor.committed("g", topic);
    }

    static void compare(Consumer<Actor> scenario) throws Exception {
        ModelStage model = new ModelStage();
        scenario.accept(new Actor(model));
        try (BrokerStage broker = new BrokerStage()) {
            scenario.accept(new Actor(broker));
            assertEquals(String.join("\n", broker.observed()), String.join("\n", model.observed()));
        }
    }

    private static void transact(
            Actor actor, Producer<byte[], byte[]> producer, TopicPartition topic, String value, boolean commit) {
        producer.beginTransaction();
        actor.send(producer, topic, value);
        actor.stage.attempt(
                commit ? "commit" : "abort", commit ? producer::commitTransaction : producer::abortTransaction);
    }

    private static void sendOffsets(Actor actor, Producer<byte[], byte[]> producer, TopicPartition topic, long offset) {
        producer.beginTransaction();
        sendOffsetsOnly(actor, producer, topic, offset);
    }

    private static void sendOffsetsOnly(
            Actor actor, Producer<byte[], byte[]> producer, TopicPartition topic, long offset) {
        ConsumerGroupMetadata nobody = metadata(actor.stage.group("g"), -1, "");
        actor.stage.attempt(
                "offsets " + offset, () -> producer.sendOffsetsToTransaction(offset(topic, offset), nobody));
    }

    @SuppressWarnings("removal")
    private static ConsumerGroupMetadata metadata(String group, int generation, String memberId) {
        return new ConsumerGroupMetadata(group, generation, memberId, Optional.empty());
    }

    private static Map<TopicPartition, OffsetAndMetadata> offset(TopicPartition topic, long offset) {
        return Map.of(topic, new OffsetAndMetadata(offset));
    }

    private static void pollUntilFailure(org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> consumer) {
        for (int i = 0; i < JOIN_POLLS_MAX; i++) {
            consumer.poll(Duration.ofMillis(20));
        }
    }

    private static void pollUntilAssigned(org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> consumer) {
        for (int i = 0; i < JOIN_POLLS_MAX && consumer.assignment().isEmpty(); i++) {
            consumer.poll(Duration.ofMillis(20));
        }
    }
}
