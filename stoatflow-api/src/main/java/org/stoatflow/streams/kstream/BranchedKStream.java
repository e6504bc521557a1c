package org.stoatflow.streams.kstream;

import java.util.Map;

/**
 * A stream that is being split. A record goes to the first branch whose predicate holds, else to the default branch, if
 * there is one.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public interface BranchedKStream<K, V> {
    /**
     * Adds a branch.
     *
     * @param predicate tells which records it gets
     * @return this
     */
    BranchedKStream<K, V> branch(Predicate<? super K, ? super V> predicate);

    /**
     * Adds a branch.
     *
     * @param predicate tells which records it gets
     * @param branched what to do with it
     * @return this
     */
    BranchedKStream<K, V> branch(Predicate<? super K, ? super V> predicate, Branched<K, V> branched);

    /**
     * Ends the split with a branch for all other records.
     *
     * @return the results by branch name
     */
    Map<String, KStream<K, V>> defaultBranch();

    /**
     * Ends the split with a branch for all other records.
     *
     * @param branched what to do with it
     * @return the results by branch name
     */
    Map<String, KStream<K, V>> defaultBranch(Branched<K, V> branched);

    /**
     * Ends the split; all other records are dropped.
     *
     * @return the results by branch name
     */
    Map<String, KStream<K, V>> noDefaultBranch();
}
