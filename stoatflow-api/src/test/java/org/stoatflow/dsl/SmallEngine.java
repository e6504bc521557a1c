package org.stoatflow.dsl;

import java.io.File;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serde;
import org.stoatflow.operator.DueRows;
import org.stoatflow.operator.EpochKeys;
import org.stoatflow.operator.HeldRecord;
import org.stoatflow.operator.InOrderClock;
import org.stoatflow.operator.OperatorClock;
import org.stoatflow.operator.OperatorHooks;
import org.stoatflow.operator.OperatorMemory;
import org.stoatflow.record.CopyOnWriteHeaders;
import org.stoatflow.record.RecordAccess;
import org.stoatflow.spi.TopologyAccess;
import org.stoatflow.streams.StreamsMetrics;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.processor.Cancellable;
import org.stoatflow.streams.processor.PunctuationType;
import org.stoatflow.streams.processor.Punctuator;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.processor.TaskId;
import org.stoatflow.streams.processor.api.Processor;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.ProcessorSupplier;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.processor.api.RecordMetadata;
import org.stoatflow.topology.LogicalNode;
import org.stoatflow.topology.LogicalTopology;
import org.stoatflow.topology.ProcessorNode;
import org.stoatflow.topology.SinkNode;
import org.stoatflow.topology.SourceNode;

/** Runs a topology on the caller's thread, on objects, with maps for stores. Sinks to repartition topics lead on. */
final class SmallEngine {
    private final LogicalTopology topology;
    private final Map<String, List<LogicalNode>> children = new HashMap<>();
    private final Map<String, Processor<Object, Object, Object, Object>> processors = new LinkedHashMap<>();
    private final Map<String, StateStore> stores = new HashMap<>();
    private final Map<String, List<Record<?, ?>>> output = new HashMap<>();
    private final List<OperatorHooks.DropReason> drops = new ArrayList<>();
    private final List<OperatorMemory> memories = new ArrayList<>();

    SmallEngine(Topology topology, String... cachedStores) {
        this.topology = TopologyAccess.logical(topology);
        this.topology
                .stores()
                .forEach((name, declaration) -> stores.put(
                        name,
                        MapStores.of(name, declaration, List.of(cachedStores).contains(name))));
        for (LogicalNode node : this.topology.nodes()) {
            node.predecessors()
                    .forEach(parent -> children.computeIfAbsent(parent, name -> new ArrayList<>())
                            .add(node));
            if (node instanceof ProcessorNode processor) {
                start(processor);
            }
        }
    }

    @SuppressWarnings("unchecked")
    private void start(ProcessorNode node) {
        Processor<Object, Object, Object, Object> processor =
                ((ProcessorSupplier<Object, Object, Object, Object>) node.supplier()).get();
        processor.init(new Context(node));
        processors.put(node.name(), processor);
    }

    void pipe(String topic, Object key, Object value, long timestamp) {
        pipe(topic, new Record<>(key, value, timestamp, new RecordHeaders()));
    }

    void pipe(String topic, Record<Object, Object> record) {
        for (LogicalNode node : topology.nodes()) {
            if (node instanceof SourceNode source && source.topics().contains(topic)) {
                forward(source.name(), null, record);
            }
        }
    }

    /** What was written to a topic since the last call, as {@code key=value@timestamp}. */
    List<String> written(String topic) {
        return Optional.ofNullable(output.remove(topic)).orElse(List.of()).stream()
                .map(record -> record.key() + "=" + record.value() + "@" + record.timestamp())
                .toList();
    }

    List<OperatorHooks.DropReason> drops() {
        return drops;
    }

    MapStore store(String name) {
        return (MapStore) stores.get(name);
    }

    /** Begins a savepoint of what operators remember beside their stores. */
    void saveMemories() {
        memories.forEach(OperatorMemory::save);
    }

    void rollBackMemories() {
        memories.forEach(OperatorMemory::rollback);
    }

    void close() {
        processors.values().forEach(Processor::close);
    }

    private void forward(String from, String only, Record<Object, Object> record) {
        for (LogicalNode child : children.getOrDefault(from, List.of())) {
            if (only != null && !only.equals(child.name())) {
                continue;
            }
            switch (child) {
                case ProcessorNode processor -> processors.get(processor.name()).process(record);
                case SinkNode sink -> write(sink, record);
                case SourceNode source -> throw new IllegalStateException(source + " has a parent");
            }
        }
    }

    private void write(SinkNode sink, Record<Object, Object> record) {
        if (topology.repartitionTopics().containsKey(sink.topic())) {
            pipe(sink.topic(), record);
        } else {
            output.computeIfAbsent(sink.topic(), name -> new ArrayList<>()).add(record);
        }
    }

    private final class Context implements ProcessorContext<Object, Object>, OperatorHooks {
        private final ProcessorNode node;

        Context(ProcessorNode node) {
            this.node = node;
        }

        @Override
        public <K, V> void forward(Record<K, V> record) {
            forward(record, null);
        }

        @Override
        @SuppressWarnings("unchecked")
        public <K, V> void forward(Record<K, V> record, String childName) {
            SmallEngine.this.forward(node.name(), childName, (Record<Object, Object>) record);
        }

        @Override
        public OperatorClock clock(DueRows rows) {
            return new InOrderClock();
        }

        @Override
        public void remember(OperatorMemory memory) {
            memories.add(memory);
        }

        @Override
        public EpochKeys epochKeys(String name) {
            return new NoKeys();
        }

        @Override
        public void forward(Object key, Object value, long timestamp, CopyOnWriteHeaders headers) {
            forward(RecordAccess.sharing(key, value, timestamp, headers));
        }

        @Override
        public void forward(HeldRecord<?, ?> held) {
            forward(RecordAccess.sharing(
                    held.key(), held.value(), held.timestamp(), CopyOnWriteHeaders.of(held.headers())));
        }

        @Override
        public void onDropped(DropReason reason) {
            drops.add(reason);
        }

        @Override
        @SuppressWarnings("unchecked")
        public <S extends StateStore> S getStateStore(String name) {
            if (!node.stores().contains(name)) {
                throw new IllegalStateException(node.name() + " is not connected to " + name);
            }
            return (S) stores.get(name);
        }

        @Override
        public String applicationId() {
            return "app";
        }

        @Override
        public TaskId taskId() {
            return new TaskId(0, 0);
        }

        @Override
        public Optional<RecordMetadata> recordMetadata() {
            return Optional.empty();
        }

        @Override
        public Serde<?> keySerde() {
            throw new UnsupportedOperationException("no serdes here");
        }

        @Override
        public Serde<?> valueSerde() {
            throw new UnsupportedOperationException("no serdes here");
        }

        @Override
        public StreamsMetrics metrics() {
            throw new UnsupportedOperationException("metrics");
        }

        @Override
        public File stateDir() {
            throw new UnsupportedOperationException("no files here");
        }

        @Override
        public Cancellable schedule(Duration interval, PunctuationType type, Punctuator callback) {
            throw new UnsupportedOperationException("no timer here");
        }

        @Override
        public Cancellable schedule(Instant startTime, Duration interval, PunctuationType type, Punctuator callback) {
            throw new UnsupportedOperationException("no timer here");
        }

        @Override
        public void commit() {}

        @Override
        public Map<String, Object> appConfigs() {
            return Map.of();
        }

        @Override
        public Map<String, Object> appConfigsWithPrefix(String prefix) {
            return Map.of();
        }

        @Override
        public long currentSystemTimeMs() {
            return 0;
        }

        @Override
        public long currentStreamTimeMs() {
            return 0;
        }
    }

    /** Each record is an epoch, as in Kafka Streams' test driver. */
    private static final class NoKeys implements EpochKeys {
        @Override
        public void add(byte[] key) {}

        @Override
        public boolean isEmpty() {
            return true;
        }

        @Override
        public boolean contains(byte[] key) {
            return false;
        }
    }
}
