package org.stoatflow.dsl;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.stoatflow.operator.StreamOperators;
import org.stoatflow.streams.kstream.Branched;
import org.stoatflow.streams.kstream.BranchedKStream;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.Predicate;
import org.stoatflow.topology.Traits;

/** A stream that is being split. */
final class DslBranchedStream<K, V> implements BranchedKStream<K, V> {
    private final DslStream<K, V> source;
    private final String splitterName;
    private final GraphNode splitter;
    private final List<Predicate<? super K, ? super V>> predicates = new ArrayList<>();
    private final List<String> children = new ArrayList<>();
    private final Map<String, KStream<K, V>> results = new HashMap<>();

    DslBranchedStream(DslStream<K, V> source, NameChoice name) {
        this.source = source;
        splitterName = name.orFrom(source.graph().names(), Prefixes.BRANCH);
        splitter = source.graph()
                .processor(splitterName, StreamOperators.branch(predicates, children), new Traits(true, false));
        source.graph().add(source.node(), splitter);
    }

    @Override
    public BranchedKStream<K, V> branch(Predicate<? super K, ? super V> predicate) {
        predicates.add(predicate);
        addBranch(new BranchedInternals<>(), predicates.size());
        return this;
    }

    @Override
    public BranchedKStream<K, V> branch(Predicate<? super K, ? super V> predicate, Branched<K, V> branched) {
        predicates.add(predicate);
        addBranch(new BranchedInternals<>(branched), predicates.size());
        return this;
    }

    @Override
    public Map<String, KStream<K, V>> defaultBranch() {
        addBranch(new BranchedInternals<>(), 0);
        return results;
    }

    @Override
    public Map<String, KStream<K, V>> defaultBranch(Branched<K, V> branched) {
        addBranch(new BranchedInternals<>(branched), 0);
        return results;
    }

    @Override
    public Map<String, KStream<K, V>> noDefaultBranch() {
        return results;
    }

    private void addBranch(BranchedInternals<K, V> branched, int index) {
        String name = splitterName + (branched.name() == null ? index : branched.name());
        children.add(name);
        source.graph().names().next(name);
        GraphNode node = source.graph().processor(name, StreamOperators.passThrough(), new Traits(true, false));
        source.graph().add(splitter, node);
        branched.resultOf(source.branch(name, node)).ifPresent(result -> results.put(name, result));
    }
}
