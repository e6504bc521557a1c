package org.stoatflow.tck;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.PostDiscoveryFilter;

/** Of Kafka Streams' tests, runs the listed ones only: the others need its internals. JUnit finds it as a service. */
public final class ListedTests implements PostDiscoveryFilter {
    private final Map<String, List<String>> listed = Reachable.listed().methods();
    private final Map<String, Set<String>> asSets = new HashMap<>();

    @Override
    public FilterResult apply(TestDescriptor descriptor) {
        TestSource source = descriptor.getSource().orElse(null);
        if (source instanceof MethodSource method && method.getClassName().startsWith("org.apache.kafka.")) {
            return FilterResult.includedIf(of(method.getClassName()).contains(method.getMethodName()));
        }
        return FilterResult.included("no method of Kafka Streams' tests");
    }

    private Set<String> of(String className) {
        return asSets.computeIfAbsent(className, name -> new HashSet<>(listed.getOrDefault(name, List.of())));
    }
}
