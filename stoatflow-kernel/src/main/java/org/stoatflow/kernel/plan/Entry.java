package org.stoatflow.kernel.plan;

import java.util.List;
import org.stoatflow.topology.SourceNode;

/**
 * A way into a stage, at which work of an epoch is counted (docs/DESIGN.md, "Counting"). Ids are dense over all stages
 * and consecutive within a stage. Within a stage, each entry stands after the entries upstream of it.
 */
public sealed interface Entry {
    int id();

    /** Stage that the entry leads into, or whose caches it flushes. */
    int stage();

    String name();

    /** Whether batches come in at this entry; false for a flush, which a lane owes and does itself. */
    default boolean isInput() {
        return true;
    }

    /** The form into which all encodings of one key are brought. */
    default KeyForm keys() {
        return KeyForm.AS_READ; // records of a hop have bytes that a serializer has made
    }

    /** Whether records of the entry may call punctuators, see {@link Node#punctuates}. */
    default boolean punctuates() {
        return false;
    }

    /** An entry that has a source node of the topology. */
    sealed interface Node extends Entry {
        SourceNode node();

        /**
         * Whether a record of this entry calls the stage's stream-time punctuators as soon as it makes them due. The
         * punctuators wait for a time batch instead if records that they forward may come in at this entry again. False
         * where no processor of the stage may schedule a punctuator.
         */
        @Override
        boolean punctuates();

        @Override
        default String name() {
            return node().name();
        }
    }

    /**
     * The entry of a source node: one topic or several.
     *
     * @param keys the form into which all encodings of one key are brought
     */
    record Source(int id, int stage, SourceNode node, KeyForm keys, boolean punctuates) implements Node {}

    /**
     * The far end of a hop.
     *
     * @param sources the topics of the cluster whose records come over the hop, for messages
     */
    record HopEnd(int id, int stage, SourceNode node, Hop hop, boolean punctuates, List<String> sources)
            implements Node {
        public HopEnd {
            sources = List.copyOf(sources);
        }
    }

    /**
     * The flush of a store's cache. A lane flushes the cache once every feeder is closed and the lane has no batch of a
     * feeder left.
     *
     * @param feeders inputs of the stage whose records reach the cache
     */
    record Flush(int id, int stage, String store, List<Integer> feeders) implements Entry {
        public Flush {
            feeders = List.copyOf(feeders);
        }

        @Override
        public String name() {
            return "the cache of store " + store;
        }

        @Override
        public boolean isInput() {
            return false;
        }
    }

    /** The entry of time batches, for punctuations and for rows that are due. */
    record Timer(int id, int stage) implements Entry {
        @Override
        public String name() {
            return "the timer of stage " + stage;
        }
    }
}
