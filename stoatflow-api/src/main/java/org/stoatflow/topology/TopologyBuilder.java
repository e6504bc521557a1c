package org.stoatflow.topology;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.stoatflow.stores.DslStoreBuilder;
import org.stoatflow.streams.TopologyConfig;
import org.stoatflow.streams.errors.TopologyException;
import org.stoatflow.streams.state.StoreBuilder;

/**
 * Collects nodes and stores and checks them as they come. Not safe for use by several threads; {@code Topology} guards
 * it.
 */
public final class TopologyBuilder {
    private final Map<String, LogicalNode> nodes = new LinkedHashMap<>();
    private final Map<String, Set<String>> storesOfNode = new HashMap<>();
    private final Map<String, StoreBuilder<?>> stores = new LinkedHashMap<>();
    private final Map<String, Set<String>> usersOfStore = new HashMap<>();
    private final Map<String, String> sourceTopicOfStore = new HashMap<>();
    private final Map<String, RepartitionTopic> repartitionTopics = new LinkedHashMap<>();
    private final CopartitionedSources copartitioned = new CopartitionedSources();
    private final ReadTopics topics = new ReadTopics();
    private final NodeGroups groups = new NodeGroups();
    private final DeclaredGlobals globals = new DeclaredGlobals();

    /** For each store, the node that was connected first to the store's present builder. */
    private final Map<String, String> firstUserOfBuilder = new HashMap<>();

    private final TopologySettings settings;

    /** Creates a builder without nodes, for a topology without a configuration. */
    public TopologyBuilder() {
        this(null);
    }

    /**
     * Creates a builder without nodes.
     *
     * @param config the topology's configuration; null for none
     */
    public TopologyBuilder(@Nullable TopologyConfig config) {
        settings = TopologySettings.of(config);
    }

    /**
     * What is configured for the topology.
     *
     * @return the settings
     */
    public TopologySettings settings() {
        return settings;
    }

    /**
     * Adds a source.
     *
     * @param source the node
     * @throws TopologyException if the name is taken, there is no topic, or a topic is already read by another source
     */
    public void addSource(SourceNode source) {
        requireNewName(source.name());
        Pattern pattern = source.pattern();
        if (pattern == null) {
            requireUnreadTopics(source.topics());
        } else {
            topics.addPattern(pattern);
        }
        nodes.put(source.name(), source);
    }

    /**
     * Adds a processor. Its stores are connected one by one.
     *
     * @param processor the node, without stores
     * @throws TopologyException if the name is taken or a parent cannot be one
     * @throws IllegalArgumentException if the supplier returns one object twice
     */
    public void addProcessor(ProcessorNode processor) {
        requireNewName(processor.name());
        requireNewObjects(processor.supplier());
        requireParents(processor);
        nodes.put(processor.name(), processor);
        storesOfNode.put(processor.name(), new LinkedHashSet<>());
        processor.predecessors().forEach(parent -> groups.unite(processor.name(), parent));
    }

    /**
     * Adds a processor with the stores that its supplier brings, as the application's wrapper gives both.
     *
     * @param processor the node, without stores
     * @throws TopologyException if the name is taken, a parent cannot be one, or another store has a store's name
     * @throws IllegalArgumentException if the supplier returns one object twice
     */
    public void addWrapped(ProcessorNode processor) {
        requireNewObjects(processor.supplier());
        addWithStores(processor.suppliedBy(settings.wrapping().wrap(processor.name(), processor.supplier())));
    }

    /**
     * Adds a processor with the stores that its supplier brings.
     *
     * @param processor the node, without stores
     * @throws TopologyException if the name is taken, a parent cannot be one, or another store has a store's name
     * @throws IllegalArgumentException if the supplier returns one object twice
     */
    public void addWithStores(ProcessorNode processor) {
        addProcessor(processor);
        Set<StoreBuilder<?>> brought = processor.supplier().stores();
        if (brought != null) {
            for (StoreBuilder<?> store : brought) {
                addStore(store);
                connect(processor.name(), store.name());
            }
        }
    }

    /**
     * Adds a sink.
     *
     * @param sink the node
     * @throws TopologyException if the name is taken or a parent cannot be one
     */
    public void addSink(SinkNode sink) {
        requireNewName(sink.name());
        requireParents(sink);
        nodes.put(sink.name(), sink);
        sink.predecessors().forEach(parent -> groups.unite(sink.name(), parent));
    }

    /**
     * Adds a global store, with the source and the processor that follow its topic. The store gets no changelog.
     *
     * @param source reads one topic
     * @param processor the node, whose supplier brings the store
     * @param reprocessed whether records that are read at a start go through the processor too
     * @throws TopologyException if a name is taken, or the topic is already read by another source
     * @throws IllegalArgumentException if the supplier does not bring exactly one store, or returns one object twice
     */
    public void addGlobalStore(SourceNode source, ProcessorNode processor, boolean reprocessed) {
        requireNewName(source.name());
        requireUnread(source.topics().getFirst());
        requireNewName(processor.name());
        if (source.name().equals(processor.name())) {
            throw new TopologyException("Source and processor of a global store are both named " + source.name());
        }
        requireNewObjects(processor.supplier());
        StoreBuilder<?> builder = DeclaredGlobals.onlyStore(processor);
        if (stores.containsKey(builder.name())) {
            throw new TopologyException("Another state store is already named " + builder.name());
        }
        globals.requireNoStore(builder.name());
        builder.withLoggingDisabled();
        globals.add(source, processor, builder, reprocessed);
        nodes.put(source.name(), source);
        nodes.put(processor.name(), processor);
        storesOfNode.put(processor.name(), Set.of(builder.name()));
        groups.unite(processor.name(), source.name());
    }

    /**
     * Adds a store, or the same store again.
     *
     * @param builder describes the store
     * @throws TopologyException if another builder was added under the same name
     */
    public void addStore(StoreBuilder<?> builder) {
        Objects.requireNonNull(builder, "storeBuilder cannot be null");
        String name = Objects.requireNonNull(builder.name(), "state store name cannot be null");
        StoreBuilder<?> known = stores.get(name);
        if (known != null && !known.equals(builder)) {
            throw new TopologyException("Another state store is already named " + name);
        }
        globals.requireNoStore(name);
        TopologyConfig config = settings.config();
        if (config != null && builder instanceof DslStoreBuilder<?> undecided) {
            undecided.configure(config);
        }
        stores.put(name, builder);
        usersOfStore.putIfAbsent(name, new LinkedHashSet<>());
    }

    /**
     * Lets a processor use a store.
     *
     * @param processor the node's name
     * @param store the store's name
     * @throws TopologyException if there is no such store or no such processor
     */
    public void connect(String processor, String store) {
        Objects.requireNonNull(processor, "processor name cannot be null");
        Objects.requireNonNull(store, "state store name cannot be null");
        if (globals.hasStore(store)) {
            throw new TopologyException("Every processor can read the global state store " + store + ": do not connect "
                    + processor + " to it");
        }
        if (!stores.containsKey(store)) {
            throw new TopologyException("There is no state store named " + store);
        }
        if (!nodes.containsKey(processor)) {
            throw new TopologyException("There is no processor named " + processor);
        }
        if (globals.hasNode(processor)) {
            throw new TopologyException(processor + " follows the topic of a global state store, and cannot use the"
                    + " state store " + store);
        }
        Set<String> storesOfProcessor = storesOfNode.get(processor);
        if (storesOfProcessor == null) {
            throw new TopologyException(processor + " is a source or a sink, and cannot use the state store " + store);
        }
        String first = firstUserOfBuilder.putIfAbsent(store, processor);
        if (first != null) {
            groups.unite(first, processor);
        }
        storesOfProcessor.add(store);
        Objects.requireNonNull(usersOfStore.get(store)).add(processor);
    }

    /**
     * Lets a store be restored from a source topic instead of a changelog.
     *
     * @param store the store's name
     * @param topic the topic
     * @throws TopologyException if the store has such a topic already
     */
    public void restoreFrom(String store, String topic) {
        if (sourceTopicOfStore.putIfAbsent(store, topic) != null) {
            throw new TopologyException("State store " + store + " is already restored from a source topic");
        }
    }

    /**
     * Declares that a topic lies between sub-topologies.
     *
     * @param topic the topic
     */
    public void addRepartitionTopic(RepartitionTopic topic) {
        repartitionTopics.put(topic.name(), topic);
    }

    /**
     * Declares that the topics of some sources must have the same number of partitions.
     *
     * @param sources the names of the sources
     */
    public void copartition(Set<String> sources) {
        copartitioned.add(sources);
    }

    /**
     * Puts a source in the place of another one that is not written.
     *
     * @param replaced the name of the source that was declared
     * @param source the name of the source that is there instead
     */
    public void replaceCopartitioned(String replaced, String source) {
        copartitioned.replace(replaced, source);
    }

    /**
     * The topology as it is now.
     *
     * @return immutable data
     */
    public LogicalTopology build() {
        List<LogicalNode> built = nodes.values().stream().map(this::withStores).toList();
        List<SubTopology> parts = groups.partition(built);
        return new LogicalTopology(
                globals.without(built),
                declarations(),
                repartitionTopics,
                copartitioned.groups(nodes),
                globals.emptied(parts),
                globals.built(parts));
    }

    private LogicalNode withStores(LogicalNode node) {
        return switch (node) {
            case ProcessorNode processor ->
                new ProcessorNode(
                        processor.name(),
                        processor.predecessors(),
                        processor.supplier(),
                        List.copyOf(storesOfNode.getOrDefault(processor.name(), Set.of())),
                        processor.traits());
            case SourceNode source -> source;
            case SinkNode sink -> sink;
        };
    }

    private Map<String, StoreDeclaration> declarations() {
        Map<String, StoreDeclaration> declarations = new LinkedHashMap<>();
        stores.forEach((name, builder) -> declarations.put(
                name,
                new StoreDeclaration(
                        builder, usersOfStore.getOrDefault(name, Set.of()), sourceTopicOfStore.get(name))));
        return declarations;
    }

    /**
     * Checks repartition topics that are joined with each other and for all of which the user has asked for a number of
     * partitions. Other topics' numbers are not known yet.
     *
     * @throws TopologyException if these numbers differ
     */
    public void requireEqualPartitions() {
        copartitioned.requireEqualPartitions(nodes, repartitionTopics);
    }

    private void requireNewName(String name) {
        Objects.requireNonNull(name, "name must not be null");
        if (nodes.containsKey(name)) {
            throw new TopologyException("A node is already named " + name);
        }
    }

    private void requireUnreadTopics(List<String> read) {
        if (read.isEmpty()) {
            throw new TopologyException("A source needs at least one topic");
        }
        for (String topic : read) {
            requireUnread(topic);
            topics.add(topic);
        }
    }

    private void requireUnread(String topic) {
        if (topics.isRead(topic) || globals.hasTopic(topic)) {
            throw new TopologyException("Another source already reads the topic " + topic);
        }
    }

    private void requireParents(LogicalNode node) {
        if (node.predecessors().isEmpty()) {
            throw new TopologyException(node.name() + " needs at least one parent");
        }
        for (String parent : node.predecessors()) {
            LogicalNode known = nodes.get(parent);
            if (known == null) {
                throw new TopologyException(
                        parent.equals(node.name())
                                ? node.name() + " cannot be its own parent"
                                : "There is no node named " + parent + " to be a parent of " + node.name());
            }
            if (globals.hasNode(parent)) {
                throw new TopologyException(parent + " follows the topic of a global state store, and cannot be a"
                        + " parent of " + node.name());
            }
            if (known instanceof SinkNode) {
                throw new TopologyException("The sink " + parent + " cannot be a parent of " + node.name());
            }
        }
    }

    /**
     * Checks that a supplier makes new objects.
     *
     * @param supplier the supplier
     * @throws IllegalArgumentException if it returns one object twice
     */
    public static void requireNewObjects(@Nullable Supplier<?> supplier) {
        Objects.requireNonNull(supplier, "processorSupplier cannot be null");
        Object first = supplier.get();
        if (isSame(first, supplier.get())) {
            throw new IllegalArgumentException(
                    supplier.getClass().getName() + "#get() must return a new object each time it is called.");
        }
    }

    @SuppressWarnings("ReferenceEquality") // identity is what is asked
    private static boolean isSame(@Nullable Object one, @Nullable Object other) {
        return one == other;
    }
}
