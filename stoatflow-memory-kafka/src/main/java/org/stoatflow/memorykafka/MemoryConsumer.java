package org.stoatflow.memorykafka;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.clients.consumer.OffsetCommitCallback;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidGroupIdException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.stoatflow.memorykafka.ConsumerOptions.OffsetReset;

/**
 * A consumer on the modelled broker. A poll returns at once what the random source chooses, at times nothing although
 * there is data; it never waits, and time does not move in it.
 *
 * <p>Thread rule: that of the cluster. The group counts the member as alive until it crashes, is closed, or has not
 * polled for {@code max.poll.interval.ms}: there is no heartbeat thread.
 */
public final class MemoryConsumer extends TimedConsumerCalls {
    private final Broker broker;
    private final ConsumerOptions options;
    private final Assignments assignments;
    private final Positions positions;
    private final Fetcher fetcher;
    private final OffsetCommits commits;
    private Set<String> subscribed = Set.of();
    private @Nullable GroupMembership membership;
    private boolean isWokenUp;
    private boolean isClosed;

    MemoryConsumer(Broker broker, ConsumerOptions options) {
        super(Duration.ofMillis(options.apiTimeoutMs()));
        this.broker = broker;
        this.options = options;
        this.assignments = new Assignments(broker);
        this.positions = new Positions(broker, options);
        this.fetcher = new Fetcher(broker, options, positions);
        this.commits = new OffsetCommits(broker, options);
    }

    /** The client's process dies: nobody is told, and its session runs out. */
    public void crash() {
        if (membership != null) {
            membership.crash();
        }
        isClosed = true;
        broker.journal.note(JournalEvent.CLIENT_CRASHED, options.clientId(), 0, 0);
    }

    /** Forgets all positions: the next poll goes on from the committed offsets, and delivers again what came since. */
    public void rewind() {
        assignments.all().forEach(PartitionState::rewind);
    }

    /** From now on no poll tells where to go on, as behind an interceptor that makes the records anew. */
    public void dropNextOffsets() {
        fetcher.dropNextOffsets();
    }

    /** Whether {@link #dropNextOffsets} was called. */
    public boolean dropsNextOffsets() {
        return fetcher.dropsNextOffsets();
    }

    /** The group expires the member, which hears of it with its next poll. */
    public void loseSession() {
        if (membership != null) {
            membership.loseSession();
        }
    }

    @Override
    public Set<TopicPartition> assignment() {
        return assignments.partitions();
    }

    @Override
    public Set<String> subscription() {
        return subscribed;
    }

    @Override
    public void subscribe(Collection<String> topics, ConsumerRebalanceListener listener) {
        join(Subscription.toTopics(topics, listener), Set.copyOf(topics));
    }

    @Override
    public void subscribe(Pattern pattern, ConsumerRebalanceListener listener) {
        Subscription subscription =
                new Subscription(topic -> pattern.matcher(topic).matches(), listener);
        join(subscription, new LinkedHashSet<>(subscription.topics(broker)));
    }

    private void join(Subscription subscription, Set<String> topics) {
        requireOpen();
        requireGroup();
        if (membership != null || !assignments.all().isEmpty()) {
            throw new IllegalStateException("the model takes one subscription or assignment; unsubscribe first");
        }
        subscribed = topics;
        membership = new GroupMembership(broker, options, assignments, subscription);
    }

    @Override
    public void assign(Collection<TopicPartition> partitions) {
        requireOpen();
        if (membership != null) {
            throw new IllegalStateException("Subscription to topics, partitions and pattern are mutually exclusive");
        }
        assignments.set(partitions);
    }

    @Override
    public void unsubscribe() {
        requireOpen();
        if (membership != null) {
            membership.leave();
        }
        membership = null;
        subscribed = Set.of();
        assignments.set(List.of());
    }

    @Override
    public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
        requireOpen();
        broker.catchUp();
        if (isWokenUp) {
            isWokenUp = false;
            throw new WakeupException();
        }
        if (membership == null && assignments.all().isEmpty()) {
            throw new IllegalStateException("Consumer is not subscribed to any topics or assigned any partitions");
        }
        commits.deliver();
        if (membership != null) {
            membership.touch();
        }
        FaultEffect fault = strike();
        if (fault == FaultEffect.SLOW || !broker.network.isUp()) {
            return ConsumerRecords.empty();
        }
        if (membership != null) {
            membership.poll();
        }
        confirmPositions();
        return assignments.all().isEmpty() ? ConsumerRecords.empty() : fetcher.fetch(assignments.all());
    }

    /** The answer of a leader comes with this poll or with a later one. */
    private void confirmPositions() {
        if (assignments.all().stream().anyMatch(PartitionState::isUnconfirmed) && broker.random.nextBoolean()) {
            positions.confirm(assignments.all());
        }
    }

    private FaultEffect strike() {
        FaultEffect fault = broker.faults.take(options.clientId(), FaultPoint.POLL);
        switch (fault) {
            case REWIND -> rewind();
            case LOSE_SESSION -> loseSession();
            case DROP_NEXT_OFFSETS -> dropNextOffsets();
            case LOSE_HEARTBEAT -> {
                loseSession();
                throw new KafkaException("Heartbeat thread failed", new OutOfMemoryError("injected"));
            }
            default -> {}
        }
        return fault;
    }

    @Override
    public void commitSync(Duration timeout) {
        Map<TopicPartition, OffsetAndMetadata> consumed = new LinkedHashMap<>();
        for (PartitionState state : assignments.all()) {
            if (state.position != PartitionState.UNKNOWN) {
                consumed.put(state.partition(), new OffsetAndMetadata(state.position));
            }
        }
        commitSync(consumed, timeout);
    }

    @Override
    public void commitSync(Map<TopicPartition, OffsetAndMetadata> offsets, Duration timeout) {
        requireOpen();
        requireGroup();
        broker.catchUp();
        commits.deliver();
        FaultEffect fault = broker.faults.take(options.clientId(), FaultPoint.COMMIT_OFFSETS);
        requireReached(fault, timeout, "commitSync");
        boolean isAll = commits.commit(offsets, membership);
        if (!isAll || fault == FaultEffect.TIMEOUT_WITH_EFFECT) {
            throw timedOut(timeout, "commitSync");
        }
    }

    /** The request goes out at once; its callback runs within the next poll, commit or close. */
    @Override
    public void commitAsync(Map<TopicPartition, OffsetAndMetadata> offsets, @Nullable OffsetCommitCallback callback) {
        requireOpen();
        requireGroup();
        broker.catchUp();
        commits.deliver();
        commits.send(offsets, membership, callback);
    }

    @Override
    public void seek(TopicPartition partition, long offset) {
        if (offset < 0) {
            throw new IllegalArgumentException("seek offset must not be a negative number");
        }
        requireOpen();
        assignments.state(partition).seek(offset);
    }

    /** The leader is asked whether it has what was before the position, where the epoch is known. */
    @Override
    public void seek(TopicPartition partition, OffsetAndMetadata offset) {
        requireOpen();
        assignments.state(partition).seek(offset.offset(), offset.leaderEpoch().orElse(LeaderEpochs.UNKNOWN));
    }

    @Override
    public void seekToBeginning(Collection<TopicPartition> partitions) {
        states(partitions).forEach(state -> state.seekToEnd(OffsetReset.EARLIEST));
    }

    @Override
    public void seekToEnd(Collection<TopicPartition> partitions) {
        states(partitions).forEach(state -> state.seekToEnd(OffsetReset.LATEST));
    }

    /** No partitions stand for all that are assigned, as in Kafka. */
    private List<PartitionState> states(Collection<TopicPartition> partitions) {
        requireOpen();
        return partitions.isEmpty()
                ? assignments.all()
                : partitions.stream().map(assignments::state).toList();
    }

    @Override
    public long position(TopicPartition partition, Duration timeout) {
        requireOpen();
        broker.catchUp();
        PartitionState state = assignments.state(partition);
        BooleanSupplier isKnown = () -> {
            positions.confirm(assignments.all());
            return broker.network.isUp() && positions.find(state) && !state.isUnconfirmed();
        };
        if (!broker.waitFor(isKnown, timeout.toMillis())) {
            throw new TimeoutException("Timeout of " + timeout + " expired before the position for partition "
                    + partition + " could be determined");
        }
        return state.position;
    }

    @Override
    public Map<TopicPartition, OffsetAndMetadata> committed(Set<TopicPartition> partitions, Duration timeout) {
        requireOpen();
        requireGroup();
        broker.catchUp();
        requireReached(broker.faults.take(options.clientId(), FaultPoint.FETCH_COMMITTED), timeout, "committed");
        GroupOffsets offsets = broker.group(options.group().id()).offsets;
        if (!broker.waitFor(() -> partitions.stream().noneMatch(offsets::isUnstable), timeout.toMillis())) {
            throw new TimeoutException("Timeout of " + timeout + " expired before the last committed offset for"
                    + " partitions " + partitions + " could be determined");
        }
        Map<TopicPartition, OffsetAndMetadata> committed = new HashMap<>();
        partitions.forEach(partition -> committed.put(partition, offsets.committed(partition)));
        return committed;
    }

    @Override
    public List<PartitionInfo> partitionsFor(String topic, Duration timeout) {
        requireLookup(timeout, "partitionsFor");
        Topic found = broker.topics().get(topic);
        return found == null ? List.of() : found.infos();
    }

    @Override
    public Map<String, List<PartitionInfo>> listTopics(Duration timeout) {
        requireLookup(timeout, "listTopics");
        Map<String, List<PartitionInfo>> topics = new HashMap<>();
        broker.topics().forEach((name, topic) -> topics.put(name, topic.infos()));
        return topics;
    }

    @Override
    public Set<TopicPartition> paused() {
        Set<TopicPartition> paused = new LinkedHashSet<>();
        for (PartitionState state : assignments.all()) {
            if (state.isPaused) {
                paused.add(state.partition());
            }
        }
        return paused;
    }

    @Override
    public void pause(Collection<TopicPartition> partitions) {
        requireOpen();
        partitions.forEach(partition -> assignments.state(partition).isPaused = true);
    }

    @Override
    public void resume(Collection<TopicPartition> partitions) {
        requireOpen();
        partitions.forEach(partition -> assignments.state(partition).isPaused = false);
    }

    @Override
    public Map<TopicPartition, OffsetAndTimestamp> offsetsForTimes(Map<TopicPartition, Long> times, Duration timeout) {
        requireLookup(timeout, "offsetsForTimes");
        Map<TopicPartition, OffsetAndTimestamp> found = new HashMap<>();
        times.forEach((partition, timestamp) -> found.put(partition, find(broker.log(partition), timestamp)));
        return found;
    }

    private @Nullable OffsetAndTimestamp find(PartitionLog log, long timestamp) {
        int index = log.indexFromTime(timestamp);
        if (index == log.size() || log.entryAt(index).offset >= log.endOffset(options.isReadCommitted())) {
            return null;
        }
        return new OffsetAndTimestamp(log.entryAt(index).offset, log.entryAt(index).timestamp);
    }

    @Override
    public Map<TopicPartition, Long> beginningOffsets(Collection<TopicPartition> partitions, Duration timeout) {
        requireLookup(timeout, "beginningOffsets");
        Map<TopicPartition, Long> starts = new HashMap<>();
        partitions.forEach(
                partition -> starts.put(partition, broker.log(partition).startOffset()));
        return starts;
    }

    @Override
    public Map<TopicPartition, Long> endOffsets(Collection<TopicPartition> partitions, Duration timeout) {
        requireLookup(timeout, "endOffsets");
        Map<TopicPartition, Long> ends = new HashMap<>();
        partitions.forEach(
                partition -> ends.put(partition, broker.log(partition).endOffset(options.isReadCommitted())));
        return ends;
    }

    /** The distance to the end that the last fetch of the partition has shown; empty before the first one. */
    @Override
    public OptionalLong currentLag(TopicPartition partition) {
        PartitionState state = assignments.state(partition);
        boolean isKnown = state.knownEnd != PartitionState.UNKNOWN && state.position != PartitionState.UNKNOWN;
        return isKnown ? OptionalLong.of(Math.max(0, state.knownEnd - state.position)) : OptionalLong.empty();
    }

    @Override
    public ConsumerGroupMetadata groupMetadata() {
        requireGroup();
        return GroupMembership.metadata(options, membership);
    }

    @Override
    public void enforceRebalance(String reason) {
        requireOpen();
        if (membership == null) {
            throw new IllegalStateException("Tried to force a rebalance but consumer does not have a group.");
        }
        membership.enforceRebalance();
    }

    @Override
    public void wakeup() {
        isWokenUp = true;
    }

    @Override
    public void close() {
        if (isClosed) {
            return;
        }
        broker.catchUp();
        commits.deliver();
        if (membership != null) {
            membership.leave();
        }
        isClosed = true;
    }

    private void requireLookup(Duration timeout, String call) {
        requireOpen();
        broker.catchUp();
        requireReached(broker.faults.take(options.clientId(), FaultPoint.LOOKUP), timeout, call);
    }

    private void requireReached(FaultEffect fault, Duration timeout, String call) {
        if (fault == FaultEffect.TIMEOUT_WITHOUT_EFFECT) {
            throw timedOut(timeout, call);
        }
        if (!broker.network.reach(timeout.toMillis())) {
            throw new TimeoutException("Timeout of " + timeout + " expired, the broker is down, in " + call);
        }
    }

    private TimeoutException timedOut(Duration timeout, String call) {
        broker.clock.advanceMs(timeout.toMillis());
        return new TimeoutException("Timeout of " + timeout + " expired before successfully finishing " + call);
    }

    private void requireGroup() {
        if (options.group().id().isEmpty()) {
            throw new InvalidGroupIdException("To use the group management or offset commit APIs, you must provide a"
                    + " valid group.id in the consumer configuration.");
        }
    }

    private void requireOpen() {
        if (isClosed) {
            throw new IllegalStateException("This consumer has already been closed.");
        }
    }
}
