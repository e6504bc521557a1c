package org.stoatflow.kernel.plan;

import java.util.List;
import org.stoatflow.topology.SourceNode;

/**
 * A way into a stage, at which work of an epoch is counted (docs/DESIGN.md, "Counting"). Ids are dense over all stages
 * and consecutive within a stage. Within a stage each entry stands after those upstream of it.
 */
public sealed interface Entry {
    int id();

    /** Stage that the entry leads into, or whose caches it flushes. */
    int stage();

    String name();

    /** Whether batches come in here; false for a flush, which a lane owes to itself. */
    default boolean isInput() {
        return true;
    }

    /** What the encodings of one key have in common. */
    default KeyForm keys() {
        return KeyForm.AS_READ; // hops are given bytes that a serializer has made
    }

    /** Whether its records may call punctuators, see {@link Node#punctuates}. */
    default boolean punctuates() {
        return false;
    }

    /** An entry behind which a source node of the topology stands. */
    sealed interface Node extends Entry {
        SourceNode node();

        /**
         * Whether a record of this entry calls the stage's stream-time punctuators as soon as it makes them due. They
         * wait for a time batch where the records that they forward may come in here again. False where no processor of
         * the stage may schedule a punctuator.
         */
        @Override
        boolean punctuates();

        @Override
        default String name() {
            return node().name();
        }
    }

    /**
     * A source topic, or several.
     *
     * @param keys what the encodings of one key have in common
     */
    record Source(int id, int stage, SourceNode node, KeyForm keys, boolean punctuates) implements Node {}

    /** The far end of a hop. */
    record HopEnd(int id, int stage, SourceNode node, Hop hop, boolean punctuates) implements Node {}

    /**
     * The cache of a store. It is flushed once every feeder is closed and the lane has none of their batches left.
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

    /** The entry of time batches: punctuations, and rows that are due. */
    record Timer(int id, int stage) implements Entry {
        @Override
        public String name() {
            return "the timer of stage " + stage;
        }
    }
}
