package org.stoatflow.kernel.plan;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.serialization.UUIDSerializer;
import org.jspecify.annotations.Nullable;
import org.stoatflow.state.CanonicalBytes;
import org.stoatflow.stores.RowLife;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.streams.processor.FailOnInvalidTimestamp;
import org.stoatflow.streams.processor.LogAndSkipOnInvalidTimestamp;
import org.stoatflow.streams.processor.WallclockTimestampExtractor;
import org.stoatflow.topology.LogicalNode;
import org.stoatflow.topology.LogicalTopology;
import org.stoatflow.topology.Nodes;
import org.stoatflow.topology.ProcessorNode;
import org.stoatflow.topology.SinkNode;
import org.stoatflow.topology.SourceNode;
import org.stoatflow.topology.WholePartition;

/**
 * Finds what in a stage speaks against {@link Affinity#KEY}, and says it in words for {@code explain}
 * (docs/design/005).
 */
final class KeyObstacles {
    /** Extractors that do not look at the partition time. Any other class, also a subclass, may look at it. */
    private static final Set<Class<?>> WITHOUT_PARTITION_TIME =
            Set.of(FailOnInvalidTimestamp.class, LogAndSkipOnInvalidTimestamp.class, WallclockTimestampExtractor.class);

    private final LogicalTopology topology;
    private final @Nullable Serde<?> defaultKeySerde;
    private final Class<?> defaultExtractor;

    KeyObstacles(LogicalTopology topology, PlanSettings settings) {
        this.topology = topology;
        this.defaultKeySerde = settings.defaultKeySerde();
        this.defaultExtractor = settings.defaultExtractor();
    }

    /** Why the stage must run by partition, for reasons other than {@link #toOrder}, or null. */
    @Nullable
    String toReading(Nodes nodes) {
        for (SourceNode source : nodes.sources()) {
            if (!topology.isRepartition(source)) {
                Class<?> extractor = source.timestampExtractor() == null
                        ? defaultExtractor
                        : source.timestampExtractor().getClass();
                if (!WITHOUT_PARTITION_TIME.contains(extractor)) {
                    return "the timestamp extractor " + extractor.getSimpleName() + " of " + source.name()
                            + " may use the time of the partition, to which all its records belong";
                }
            }
        }
        return null;
    }

    /** Why results depend on the order in which records of different keys come, or null if results do not. */
    @Nullable
    String toOrder(Nodes nodes) {
        for (ProcessorNode processor : nodes.processors()) {
            if (processor.isUsers() && !processor.traits().keyLocal()) {
                return processor.name() + " is the user's own processor, not declared to be key-local";
            }
            if (processor.runsUsersCode() && !processor.isUsers()) {
                return processor.name() + " is wrapped by a ProcessorWrapper, which may depend on the order of records";
            }
        }
        String users = usersStore(nodes);
        if (users != null) {
            return "the store " + users + " is the user's own, and made for one thread";
        }
        String whole = toSharing(nodes);
        if (whole != null) {
            return whole;
        }
        for (ProcessorNode processor : nodes.processors()) {
            if (mayChangeKeys(processor)) {
                String reached = reachedAfter(processor, nodes);
                if (reached != null) {
                    return processor.name() + " may change keys before " + reached;
                }
            }
        }
        return unfitSerde(nodes);
    }

    /**
     * Why lanes cannot share a partition of the stage, whatever the configuration asks for, or null: something in it
     * belongs to all records of the partition.
     */
    @Nullable
    String toSharing(Nodes nodes) {
        for (ProcessorNode processor : nodes.processors()) {
            if (processor.declared() instanceof WholePartition whole && whole.needsWholePartition()) {
                return processor.name() + " needs all records of a partition";
            }
        }
        String expiring = storeWithRows(RowLife.BY_TIME, nodes);
        if (expiring != null) {
            return "rows of the store " + expiring + " expire by the time of the whole partition";
        }
        String evicting = storeWithRows(RowLife.BY_USE, nodes);
        return evicting == null
                ? null
                : "rows of the store " + evicting + " leave by what was used of the whole partition";
    }

    /**
     * A store whose rows leave so, or null. Lanes that share a partition reach different times: the lane that is ahead
     * would remove rows to which another lane still adds. None of them knows what all have used.
     */
    private @Nullable String storeWithRows(RowLife life, Nodes nodes) {
        for (ProcessorNode processor : nodes.processors()) {
            for (String store : processor.stores()) {
                boolean leaves = topology.store(store)
                        .description()
                        .filter(description -> description.settings().rowLife() == life)
                        .isPresent();
                if (leaves) {
                    return store;
                }
            }
        }
        return null;
    }

    private @Nullable String usersStore(Nodes nodes) {
        for (ProcessorNode processor : nodes.processors()) {
            for (String store : processor.stores()) {
                Optional<StoreDescription> description = topology.store(store).description();
                if (description.isEmpty() || description.get().isUsers()) {
                    return store;
                }
            }
        }
        return null;
    }

    private static boolean mayChangeKeys(ProcessorNode processor) {
        return processor.traits().changesKey() && !processor.traits().keyLocal();
    }

    /** The first sink, store, hop or user's processor downstream of the node, or null. */
    private @Nullable String reachedAfter(ProcessorNode changer, Nodes nodes) {
        Set<String> seen = new HashSet<>(Set.of(changer.name()));
        Deque<String> todo = new ArrayDeque<>(seen);
        while (!todo.isEmpty()) {
            String from = todo.pop();
            for (LogicalNode node : nodes.childrenOf(from)) {
                if (seen.add(node.name())) {
                    String matters = dependingOnKeys(node);
                    if (matters != null) {
                        return matters;
                    }
                    todo.push(node.name());
                }
            }
        }
        return null;
    }

    /** The node in words, if the node needs the keys with which records entered the stage; else null. */
    private @Nullable String dependingOnKeys(LogicalNode node) {
        return switch (node) {
            case SinkNode sink ->
                topology.isRepartition(sink.topic()) ? "the hop " + sink.topic() : "the sink " + sink.name();
            case ProcessorNode processor when !processor.stores().isEmpty() -> "the store of " + processor.name();
            case ProcessorNode processor -> processor.isUsers() ? "the user's processor " + processor.name() : null;
            case SourceNode source -> null;
        };
    }

    // ---- serdes: one key must not have two lanes

    /** Why one key may be read or written in two encodings where the encoding matters, or null. */
    private @Nullable String unfitSerde(Nodes nodes) {
        String unfit = null;
        boolean matters = false;
        for (LogicalNode node : nodes.nodes()) {
            switch (node) {
                case ProcessorNode processor -> {
                    matters |= !processor.stores().isEmpty();
                    unfit = unfit == null ? unfitStore(processor) : unfit;
                }
                case SinkNode sink -> {
                    matters = true;
                    unfit = unfit == null && !isFit(serializer(sink.keySerializer())) ? unfit(sink.name()) : unfit;
                }
                case SourceNode source -> {}
            }
        }
        return !matters || unfit != null ? unfit : unfitSource(nodes);
    }

    private @Nullable String unfitStore(ProcessorNode processor) {
        for (String store : processor.stores()) {
            Optional<StoreDescription> description = topology.store(store).description();
            if (description.isEmpty()) {
                continue; // its keys are the user's business
            }
            Serde<?> serde = description.get().keySerde();
            boolean keysAreDeclared = processor.traits().keyLocal(); // declared that rows belong to the record's key
            if (!keysAreDeclared && !isFit(serializer(serde == null ? null : serde.serializer()))) {
                return unfit("store " + store);
            }
        }
        return null;
    }

    private @Nullable String unfitSource(Nodes nodes) {
        for (SourceNode source : nodes.sources()) {
            if (formOf(source) == null) {
                return unfit(source.name());
            }
        }
        return null;
    }

    private static String unfit(String where) {
        return "the key serde of " + where + " is not known to write equal keys as equal bytes";
    }

    /** The form of the keys of a source, or null if the form is not known. */
    @Nullable
    KeyForm formOf(SourceNode source) {
        Deserializer<?> own = source.keyDeserializer();
        Deserializer<?> deserializer = own == null && defaultKeySerde != null ? defaultKeySerde.deserializer() : own;
        return deserializer == null ? null : KeyForm.readBy(deserializer);
    }

    private @Nullable Serializer<?> serializer(@Nullable Serializer<?> own) {
        return own == null && defaultKeySerde != null ? defaultKeySerde.serializer() : own;
    }

    /** Whether the serializer writes different keys as different bytes, and each key as its form. */
    private static boolean isFit(@Nullable Serializer<?> serializer) {
        if (serializer == null || !CanonicalSerdes.isCanonical(serializer)) {
            return false;
        }
        boolean hasEncoding =
                serializer.getClass() == StringSerializer.class || serializer.getClass() == UUIDSerializer.class;
        return !hasEncoding || CanonicalBytes.isMadeBy(serializer);
    }
}
