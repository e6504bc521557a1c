package org.stoatflow.kernel.plan;

import java.util.List;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;
import org.stoatflow.topology.LogicalNode;
import org.stoatflow.topology.Nodes;

/**
 * One sub-topology as a physical unit: what it is, and what of it is here. Immutable.
 *
 * @param id the sub-topology's number in {@code describe()}
 * @param nodes its nodes, each after its predecessors
 * @param entries its entries, in the order of their ids
 * @param stores its stores. A store's description says whether it has a cache here; not every store that is declared
 *     with a cache has one
 * @param routing how its records go to lanes
 * @param partitions number of virtual partitions anywhere
 * @param placement what of it is here
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

    /** Its virtual partitions that are here. */
    public OwnedPartitions owned() {
        return placement.owned();
    }

    /** Index of its first lane over all stages. */
    public int firstLane() {
        return placement.firstLane();
    }

    /** Number of its lanes. */
    public int lanes() {
        return placement.lanes();
    }

    /**
     * Lane, over all stages, to which a record goes: by its key in a stage by key, by its virtual partition otherwise.
     *
     * @param key serialized, in the form that its entry has of keys; a record without one goes by its partition
     */
    public int laneOf(byte @Nullable [] key, int partition) {
        return laneOf(key, isByKey() && key != null ? hash(key) : 0, partition);
    }

    /** As {@link #laneOf(byte[], int)}, where the hash of the key is known: 0 for none. */
    public int laneOf(byte @Nullable [] key, int hash, int partition) {
        if (isByKey()) {
            return firstLane() + (key == null ? partition : hash) % lanes();
        }
        return firstLane() + owned().slotOf(partition);
    }

    /** The virtual partition that a lane serves, or -1 in a stage by key, where it serves several. */
    public int partitionOfLane(int lane) {
        return isByKey() ? -1 : owned().at(lane - firstLane());
    }

    /** The same stage where only these virtual partitions are, with lanes from that one on. */
    Stage owning(OwnedPartitions here, int newFirstLane) {
        Placement there = new Placement(here, newFirstLane, isByKey() ? lanes() : here.count());
        return new Stage(id, nodes, entries, stores, routing, partitions, there);
    }

    /** Hash by which keys go to lanes and partitions, not negative: murmur2, as Kafka's default partitioner has it. */
    public static int hash(byte[] key) {
        return Utils.toPositive(Utils.murmur2(key));
    }

    public boolean isByKey() {
        return routing.affinity() == Affinity.KEY;
    }

    /** What the encodings of one key have in common, of records that come in at one of the stage's entries. */
    public KeyForm keysOf(int entry) {
        return entries.get(entry - entries.getFirst().id()).keys();
    }

    /** Ids of the entries through which batches come in; each after those upstream of it. */
    public int[] inputs() {
        return entries.stream().filter(Entry::isInput).mapToInt(Entry::id).toArray();
    }
}
