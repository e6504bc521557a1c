package org.stoatflow.runtime.topics;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.kernel.plan.Plan;

/**
 * A plan, and the topics against which it was compiled. Immutable.
 *
 * @param sourceCounts numbers of partitions by source topic; the topics of hops that exist are among them, since an
 *     owner before may have left records there (docs/design/040)
 * @param missingOutputs a sentence for each topic to write to that did not exist
 */
public record TopicPlan(Plan plan, Map<String, Integer> sourceCounts, List<String> missingOutputs) {
    public TopicPlan {
        sourceCounts = Map.copyOf(sourceCounts);
        missingOutputs = List.copyOf(missingOutputs);
    }

    /** Every source topic of a plan, those of hops left out. */
    public static Set<String> sources(Plan plan) {
        Set<String> names = new LinkedHashSet<>();
        plan.sourceEntries().forEach(entry -> names.addAll(entry.node().topics()));
        return names;
    }

    /**
     * Every partition of every topic in {@link #sourceCounts}, those of hops that exist too: a member of the group
     * takes all of them or waits.
     */
    public Set<TopicPartition> sourcePartitions() {
        Set<TopicPartition> all = new HashSet<>();
        sourceCounts.forEach((topic, count) -> {
            for (int partition = 0; partition < count; partition++) {
                all.add(new TopicPartition(topic, partition));
            }
        });
        return all;
    }
}
