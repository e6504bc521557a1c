package org.stoatflow.status;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.stoatflow.spi.EngineAccess;
import org.stoatflow.streams.KafkaStreams;

/**
 * How an application's topology is run: its plan as data. Immutable.
 *
 * @param stages the stages, by their numbers
 * @param hops the ways from stage to stage, in memory where Kafka Streams has a repartition topic
 * @param warnings a sentence for each configuration that has no effect
 */
public record ApplicationTopology(List<Stage> stages, List<Hop> hops, List<String> warnings) {
    /** Makes copies of what could still change. */
    public ApplicationTopology {
        stages = List.copyOf(stages);
        hops = List.copyOf(hops);
        warnings = List.copyOf(warnings);
    }

    /**
     * The plan of an application. Any thread.
     *
     * @param streams the application
     * @return empty until it is planned, for which the brokers are asked
     */
    public static Optional<ApplicationTopology> of(KafkaStreams streams) {
        return EngineAccess.engine(streams).topology();
    }

    /**
     * A stage: a sub-topology of Kafka Streams.
     *
     * @param stage its number
     * @param lanes how many lanes it has here
     * @param partitions how many virtual partitions it has
     * @param affinity how records are shared among its lanes: KEY or PARTITION
     * @param reason why this affinity
     * @param nodes its nodes, each after those that it reads from
     * @param stores its stores
     */
    public record Stage(
            int stage,
            int lanes,
            int partitions,
            String affinity,
            String reason,
            List<Node> nodes,
            List<Store> stores) {
        /** Makes copies of what could still change. */
        public Stage {
            nodes = List.copyOf(nodes);
            stores = List.copyOf(stores);
        }
    }

    /**
     * A node of a stage.
     *
     * @param name its name
     * @param kind what it is
     * @param predecessors the nodes that it reads from
     * @param topics the topics that it reads or writes; hops among them by the name of their topic
     * @param stores the stores that it uses
     */
    public record Node(String name, Kind kind, List<String> predecessors, List<String> topics, List<String> stores) {
        /** Makes copies of what could still change. */
        public Node {
            predecessors = List.copyOf(predecessors);
            topics = List.copyOf(topics);
            stores = List.copyOf(stores);
        }
    }

    /** The kinds of nodes. */
    public enum Kind {
        /** Reads topics, or a hop. */
        SOURCE,
        /** Runs a processor. */
        PROCESSOR,
        /** Writes a topic, or into a hop. */
        SINK
    }

    /**
     * A store.
     *
     * @param name its name
     * @param kind its kind, in words
     * @param persistent whether it is on disk
     * @param restoredFrom the topic that it is restored from; null where it is not restored
     */
    public record Store(
            String name,
            String kind,
            boolean persistent,
            @Nullable String restoredFrom) {}

    /**
     * A hop.
     *
     * @param topic the repartition topic that Kafka Streams would have
     * @param partitions how many virtual partitions it has
     * @param from the stages that feed it
     * @param to the stage that it leads to
     */
    public record Hop(String topic, int partitions, List<Integer> from, int to) {
        /** Makes a copy of what could still change. */
        public Hop {
            from = List.copyOf(from);
        }
    }
}
