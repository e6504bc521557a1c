package org.stoatflow.kernel.plan;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;
import org.stoatflow.topology.LogicalNode;
import org.stoatflow.topology.Nodes;

/**
 * One sub-topology as a physical unit, with its virtual partitions and lanes that are here. Immutable.
 *
 * @param id the sub-topology's number in {@code describe()}
 * @param nodes the stage's nodes, each after its predecessors
 * @param entries the stage's entries, in the order of their ids
 * @param stores the stage's stores. A store has a cache in this stage only if its description here says so; the planner
 *     leaves out some caches that the topology declares
 * @param routing how the stage shares its records out to lanes
 * @param partitions number of virtual partitions, here or not
 * @param placement the stage's virtual partitions and lanes that are here
 */
public record Stage(
        int id,
        List<LogicalNode> nodes,
        List<Entry> entries,
        List<StorePlan> stores,
        Routing routing,
        int partitions,
        Placement placement)
        implements Nodes, Entries {

    /** The stage's virtual partitions that are here. */
    public OwnedPartitions owned() {
        return placement.owned();
    }

    /** The names of the sources, and of the nodes that have none below, each once. */
    public Set<String> firstAndLastNodes() {
        Set<String> above =
                nodes.stream().flatMap(node -> node.predecessors().stream()).collect(Collectors.toSet());
        return nodes.stream()
                .filter(node -> node.predecessors().isEmpty() || !above.contains(node.name()))
                .map(LogicalNode::name)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Index of the stage's first lane, over all stages. */
    public int firstLane() {
        return placement.firstLane();
    }

    /** Number of the stage's lanes. */
    public int lanes() {
        return placement.lanes();
    }

    /**
     * The index of the lane to which a record goes: by its key in a stage by key, by its virtual partition otherwise.
     *
     * @param key serialized key, in the {@link KeyForm} of its entry; a record without a key goes by its partition
     */
    public int laneOf(byte @Nullable [] key, int partition) {
        return laneOf(key, isByKey() && key != null ? hash(key) : 0, partition);
    }

    /** As {@link #laneOf(byte[], int)}, for a caller that knows the key's hash: 0 for no key. */
    public int laneOf(byte @Nullable [] key, int hash, int partition) {
        if (isByKey()) {
            return firstLane() + (key == null ? partition : hash) % lanes();
        }
        return firstLane() + owned().slotOf(partition);
    }

    /** The virtual partition that a lane serves, or -1 in a stage by key, where a lane serves several. */
    public int partitionOfLane(int lane) {
        return isByKey() ? -1 : owned().at(lane - firstLane());
    }

    /** The same stage with only these virtual partitions here, whose lanes begin at the given index. */
    Stage owning(OwnedPartitions here, int newFirstLane) {
        Placement there = new Placement(here, newFirstLane, isByKey() ? lanes() : here.count());
        return new Stage(id, nodes, entries, stores, routing, partitions, there);
    }

    /**
     * The hash that chooses the lane and the partition of a key: murmur2 as in Kafka's default partitioner, not
     * negative.
     */
    public static int hash(byte[] key) {
        return Utils.toPositive(Utils.murmur2(key));
    }

    public boolean isByKey() {
        return routing.affinity() == Affinity.KEY;
    }

    /** The form into which keys of records of the entry are brought. */
    public KeyForm keysOf(int entry) {
        return entries.get(entry - entries.getFirst().id()).keys();
    }

    /** The topics of the hops through which records come in. */
    public Set<String> hopTopics() {
        return hopEnds().stream().map(end -> end.hop().topic()).collect(Collectors.toUnmodifiableSet());
    }

    /** Ids of the entries through which batches come in, each after the entries upstream of it. */
    public int[] inputs() {
        return entries.stream().filter(Entry::isInput).mapToInt(Entry::id).toArray();
    }
}
