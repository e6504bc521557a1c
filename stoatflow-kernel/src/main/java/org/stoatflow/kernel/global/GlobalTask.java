package org.stoatflow.kernel.global;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.kernel.chain.Application;
import org.stoatflow.kernel.chain.SharedStores;
import org.stoatflow.kernel.counters.DropCounters;
import org.stoatflow.kernel.error.ErrorHandling;
import org.stoatflow.kernel.error.FirstFailure;
import org.stoatflow.kernel.plan.UserStoreRules;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.state.SerdeDefaults;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.UserHold;
import org.stoatflow.state.lane.CommittedStores;
import org.stoatflow.state.lane.LaneState;
import org.stoatflow.state.overlay.SealedState;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.streams.errors.StreamsException;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.topology.GlobalStore;

/**
 * Writes the global stores of an application. Records of their topics go through their processors; {@link #commit}
 * makes what was written visible, all of it at once, together with the offsets behind it. Epochs, lanes and
 * transactions have no part in this (docs/design/024).
 *
 * <p>All partitions of a topic are rows of the store's one virtual partition. The position of a topic partition is kept
 * as that of the store's virtual partition of the same number.
 *
 * <p>Owner: one thread, for everything but {@link #shared}.
 */
public final class GlobalTask implements AutoCloseable {
    private static final int PARTITION = 0;

    private final Map<String, StoreDescription> stores = new LinkedHashMap<>();
    private final Map<String, GlobalNode> nodes = new LinkedHashMap<>(); // by topic
    private final Map<String, String> storeOfTopic = new HashMap<>();
    private final Map<TopicPartition, Long> moved = new HashMap<>(); // since the last commit
    private final StateEngine state;
    private final Clock clock;
    private final SerdeDefaults defaults;
    private final GlobalContext context;
    private final LaneState written;
    private final DropCounters drops;

    /**
     * What happens to records that fail.
     *
     * @param errors the handlers
     * @param asksProcessing whether the processing handler decides about exceptions of processors; if not, they end the
     *     task
     * @param drops counts the records that are left out; written by the task's thread
     */
    public record Rules(ErrorHandling errors, boolean asksProcessing, DropCounters drops) {
        /** Rules by which drops are counted from zero. */
        public Rules(ErrorHandling errors, boolean asksProcessing) {
            this(errors, asksProcessing, DropCounters.ofOne());
        }
    }

    /**
     * Makes the processors.
     *
     * @param globals the topology's
     * @param state the open state, in which {@link #descriptions} are declared
     * @param rules what happens to records that fail
     */
    public GlobalTask(List<GlobalStore> globals, Application application, StateEngine state, Clock clock, Rules rules) {
        this.state = state;
        this.clock = clock;
        Map<String, String> topics = new HashMap<>();
        globals.forEach(store -> {
            stores.put(store.name(), description(store));
            topics.put(store.name(), store.topic());
            storeOfTopic.put(store.topic(), store.name());
        });
        this.drops = rules.drops();
        this.defaults = new SerdeDefaults(
                application.defaultKeySerdeOrNull(),
                application.defaultValueSerdeOrNull(),
                store -> topics.getOrDefault(store, store));
        this.context = new GlobalContext(application, clock, this::store, drops);
        this.written = new LaneState(state, List.copyOf(stores.values()), context, defaults);
        written.partition(PARTITION);
        GlobalErrors errors = new GlobalErrors(rules);
        globals.forEach(store -> nodes.put(store.topic(), new GlobalNode(store, application, context, errors)));
    }

    /** The stores, to be declared where the state is opened. */
    public static List<StoreDescription> descriptions(List<GlobalStore> globals) {
        return globals.stream()
                .map(GlobalTask::description)
                .map(StoreDescription::kept)
                .toList();
    }

    private static StoreDescription description(GlobalStore global) {
        return UserStoreRules.described(global.store()).withCaching(false);
    }

    /** User code may call users' stores from now on. The answer ends behind its last call. */
    public UserHold enterUsers() {
        return written.enterUsers();
    }

    /** Prepares the processors, which may read and write the stores. */
    public void open() {
        context.enter(null);
        nodes.values().forEach(GlobalNode::init);
        commit();
    }

    /** Whether a topic is one of a global store. */
    public boolean reads(String topic) {
        return nodes.containsKey(topic);
    }

    /** The topics of the stores. */
    public Set<String> topics() {
        return Set.copyOf(nodes.keySet());
    }

    /** Gives a record to its processor. What this writes is visible to the global processors only, until a commit. */
    public void process(ConsumerRecord<byte[], byte[]> record) {
        GlobalNode node = nodes.get(record.topic());
        if (node == null) {
            throw new IllegalArgumentException("No global store holds topic=" + record.topic());
        }
        try {
            node.process(record);
        } finally {
            context.enter(null);
        }
        moved.put(new TopicPartition(record.topic(), record.partition()), record.offset() + 1);
    }

    /**
     * Notes up to where a topic partition has no more records for the stores, as behind the marker of a transaction.
     * The next commit keeps it.
     *
     * @param nextOffset the offset to go on with
     */
    public void reached(TopicPartition partition, long nextOffset) {
        moved.put(partition, nextOffset);
    }

    /** Makes what was written visible to all, and keeps where the topics go on. */
    public void commit() {
        SealedState sealed = written.seal((store, partition, key, value, timestamp, headers) -> {
            throw new IllegalStateException("a global store is logged, store=" + store);
        });
        if (sealed.isEmpty() && moved.isEmpty()) {
            return;
        }
        StateBatch batch = new StateBatch(clock.millis());
        sealed.addTo(batch);
        moved.forEach((partition, offset) -> batch.position(storeId(partition.topic()), partition.partition(), offset));
        moved.clear();
        state.apply(batch);
        sealed.markApplied();
        written.commitUsers();
    }

    private int storeId(String topic) {
        String store = storeOfTopic.get(topic);
        if (store == null) {
            throw new IllegalArgumentException("No global store holds topic=" + topic);
        }
        return state.storeId(store);
    }

    /** The names of the stores. */
    public Set<String> storeNames() {
        return Set.copyOf(stores.keySet());
    }

    /**
     * A store as its processor has it, with what is not committed.
     *
     * @throws StreamsException if there is none of that name
     */
    public StateStore store(String name) {
        if (!stores.containsKey(name)) {
            throw new StreamsException("There is no global StateStore " + name + ", but only " + stores.keySet()
                    + ": a processor of a global store has no others");
        }
        return written.store(name);
    }

    /** How all other processors read the stores: what is committed, in views that write nothing. */
    public SharedStores shared() {
        Map<String, StoreDescription> known = Map.copyOf(stores);
        return name -> {
            StoreDescription store = known.get(name);
            return store == null ? null : CommittedStores.of(state, store, PARTITION, defaults);
        };
    }

    /** How many records were left out: unreadable ones, those without a key, and those whose processor failed. */
    public long dropped() {
        return drops.total();
    }

    /** Closes the processors, all of them, and then the stores. What is not committed is lost. */
    @Override
    public void close() {
        FirstFailure failures = new FirstFailure();
        context.enter(null);
        nodes.values().forEach(node -> failures.close(node::close));
        written.close();
        failures.rethrow();
    }
}
