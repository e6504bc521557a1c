package org.stoatflow.streams.kstream;

import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * What to do with a branch of a split stream. Immutable.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public class Branched<K, V> implements NamedOperation<Branched<K, V>> {
    /** Ends the name of the branch; null for its number. */
    protected final String name;

    /** Makes the result of the branch; null for the branch itself. */
    protected final Function<? super KStream<K, V>, ? extends KStream<K, V>> chainFunction;

    /** Takes the branch, which then is no result; null for none. */
    protected final Consumer<? super KStream<K, V>> chainConsumer;

    /** Takes over the settings that are given. */
    protected Branched(
            String name,
            Function<? super KStream<K, V>, ? extends KStream<K, V>> chainFunction,
            Consumer<? super KStream<K, V>> chainConsumer) {
        this.name = name;
        this.chainFunction = chainFunction;
        this.chainConsumer = chainConsumer;
    }

    /**
     * Copies.
     *
     * @param branched what to copy
     */
    protected Branched(Branched<K, V> branched) {
        this(branched.name, branched.chainFunction, branched.chainConsumer);
    }

    /**
     * A branch with a name.
     *
     * @param name ends the name of the branch
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return what to do
     */
    public static <K, V> Branched<K, V> as(String name) {
        return new Branched<>(Objects.requireNonNull(name, "name cannot be null"), null, null);
    }

    /**
     * A branch whose result a function makes.
     *
     * @param chain the function; if it returns null, the branch is no result
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return what to do
     */
    public static <K, V> Branched<K, V> withFunction(Function<? super KStream<K, V>, ? extends KStream<K, V>> chain) {
        return new Branched<>(null, Objects.requireNonNull(chain, "chain cannot be null"), null);
    }

    /**
     * A branch that a consumer takes.
     *
     * @param chain the consumer
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return what to do
     */
    public static <K, V> Branched<K, V> withConsumer(Consumer<KStream<K, V>> chain) {
        return new Branched<>(null, null, Objects.requireNonNull(chain, "chain cannot be null"));
    }

    /**
     * A branch with a name whose result a function makes.
     *
     * @param chain the function; if it returns null, the branch is no result
     * @param name ends the name of the branch; null for its number
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return what to do
     */
    public static <K, V> Branched<K, V> withFunction(
            Function<? super KStream<K, V>, ? extends KStream<K, V>> chain, String name) {
        return new Branched<>(name, Objects.requireNonNull(chain, "chain cannot be null"), null);
    }

    /**
     * A branch with a name that a consumer takes.
     *
     * @param chain the consumer
     * @param name ends the name of the branch; null for its number
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return what to do
     */
    public static <K, V> Branched<K, V> withConsumer(Consumer<? super KStream<K, V>> chain, String name) {
        return new Branched<>(name, null, Objects.requireNonNull(chain, "chain cannot be null"));
    }

    @Override
    public Branched<K, V> withName(String name) {
        return new Branched<>(Objects.requireNonNull(name, "name cannot be null"), chainFunction, chainConsumer);
    }
}
