package org.stoatflow.differential;

import java.lang.reflect.Field;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.streams.kstream.internals.MaterializedInternal;
import org.apache.kafka.streams.processor.internals.InternalTopicProperties;
import org.apache.kafka.streams.processor.internals.InternalTopologyBuilder;
import org.apache.kafka.streams.processor.internals.StoreFactory;
import org.stoatflow.operator.TableTransformation;
import org.stoatflow.stores.EngineStoreBuilder;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.streams.state.StoreBuilder;
import org.stoatflow.topology.LogicalNode;
import org.stoatflow.topology.LogicalTopology;
import org.stoatflow.topology.ProcessorNode;
import org.stoatflow.topology.SinkNode;
import org.stoatflow.topology.SourceNode;
import org.stoatflow.topology.StoreDeclaration;

/** Writes down what {@code describe()} does not tell of a topology: serdes, extractors, stores, partition counts. */
final class Details {
    private Details() {}

    static String ofOurs(LogicalTopology topology) {
        TreeSet<String> lines = new TreeSet<>();
        for (LogicalNode node : topology.nodes()) {
            switch (node) {
                case SourceNode source ->
                    lines.add(line(
                            source.name(),
                            source.keyDeserializer(),
                            source.valueDeserializer(),
                            source.timestampExtractor()));
                case SinkNode sink ->
                    lines.add(line(sink.name(), sink.keySerializer(), sink.valueSerializer(), sink.partitioner()));
                case ProcessorNode processor -> lines.add(processor.name());
            }
        }
        for (StoreDeclaration store : topology.stores().values()) {
            StoreDescription described = ((EngineStoreBuilder) store.builder()).description();
            lines.add("store " + described.name() + " logging=" + described.logging() + " " + described.logConfig()
                    + (isDsl(topology, store)
                            ? line("", described.keySerde(), described.valueSerde(), null) + " caching="
                                    + described.caching()
                            : ""));
            if (store.sourceTopic() != null) {
                lines.add("store " + described.name() + " restored from " + store.sourceTopic());
            }
        }
        topology.repartitionTopics()
                .values()
                .forEach(topic -> lines.add("topic " + topic.name() + " " + topic.partitions()));
        return String.join("\n", lines);
    }

    private static boolean isDsl(LogicalTopology topology, StoreDeclaration store) {
        return store.processors().stream()
                .map(topology::node)
                .anyMatch(node -> node instanceof ProcessorNode processor
                        && (processor.traits().dsl() || keeps(processor, store.builder())));
    }

    /** Whether the node is a table's transformation that keeps the table in the store. */
    private static boolean keeps(ProcessorNode processor, StoreBuilder<?> store) {
        Set<StoreBuilder<?>> kept = processor.supplier().stores();
        return processor.supplier() instanceof TableTransformation && kept != null && kept.contains(store);
    }

    @SuppressWarnings("unchecked")
    static String ofTheirs(Object topology) throws Exception {
        InternalTopologyBuilder builder = (InternalTopologyBuilder) read(topology, "internalTopologyBuilder");
        TreeSet<String> lines = new TreeSet<>();
        for (Object node : ((Map<String, Object>) read(builder, "nodeFactories")).values()) {
            String name = (String) read(node, "name");
            switch (node.getClass().getSimpleName()) {
                case "SourceNodeFactory" ->
                    lines.add(line(
                            name,
                            read(node, "keyDeserializer"),
                            read(node, "valDeserializer"),
                            read(node, "timestampExtractor")));
                case "SinkNodeFactory" ->
                    lines.add(line(
                            name, read(node, "keySerializer"), read(node, "valSerializer"), read(node, "partitioner")));
                default -> lines.add(name);
            }
        }
        for (StoreFactory store : ((Map<String, StoreFactory>) read(builder, "stateFactories")).values()) {
            lines.add("store " + store.storeName() + " logging=" + store.loggingEnabled() + " "
                    + (store.loggingEnabled() ? new TreeMap<>(store.logConfig()) : Map.of()) + dslPart(store));
        }
        ((Map<String, String>) read(builder, "storeToChangelogTopic"))
                .forEach((store, topic) -> lines.add("store " + store + " restored from " + topic));
        for (Map.Entry<String, InternalTopicProperties> topic :
                ((Map<String, InternalTopicProperties>) read(builder, "internalTopicNamesWithProperties")).entrySet()) {
            lines.add("topic " + topic.getKey() + " "
                    + Optional.ofNullable(topic.getValue())
                            .flatMap(InternalTopicProperties::numberOfPartitions)
                            .orElse(-1));
        }
        return String.join("\n", lines);
    }

    private static String dslPart(StoreFactory store) throws Exception {
        if (!store.getClass().getSimpleName().equals("KeyValueStoreMaterializer")) {
            return "";
        }
        MaterializedInternal<?, ?, ?> materialized = (MaterializedInternal<?, ?, ?>) read(store, "materialized");
        return line("", materialized.keySerde(), materialized.valueSerde(), null) + " caching="
                + materialized.cachingEnabled();
    }

    private static String line(String name, Object keys, Object values, Object more) {
        return name + " " + typeOf(keys) + " " + typeOf(values) + " " + typeOf(more);
    }

    private static String typeOf(Object object) {
        return object == null ? "-" : object.getClass().getSimpleName();
    }

    private static Object read(Object object, String field) throws Exception {
        Class<?> type = Objects.requireNonNull(object).getClass();
        while (type != null) {
            for (Field candidate : type.getDeclaredFields()) {
                if (candidate.getName().equals(field)) {
                    candidate.setAccessible(true);
                    return candidate.get(object);
                }
            }
            type = type.getSuperclass();
        }
        throw new NoSuchFieldException(field);
    }
}
