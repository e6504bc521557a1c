package org.stoatflow.runtime.explain;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.plan.Entry;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.kernel.plan.PlanException;
import org.stoatflow.kernel.plan.PlanSettings;
import org.stoatflow.kernel.plan.PlanText;
import org.stoatflow.kernel.plan.Planner;
import org.stoatflow.kernel.plan.TopicPartitions;
import org.stoatflow.runtime.cluster.AdminTopics;
import org.stoatflow.runtime.cluster.ClusterTopics;
import org.stoatflow.runtime.cluster.RenewableAdmin;
import org.stoatflow.runtime.settings.ApplicationSettings;
import org.stoatflow.runtime.settings.DefaultSerdes;
import org.stoatflow.runtime.source.SourceOrder;
import org.stoatflow.spi.AdminSettings;
import org.stoatflow.spi.TopologyAccess;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.errors.StreamsException;
import org.stoatflow.topology.LogicalTopology;
import org.stoatflow.topology.TopologyText;

/**
 * Explains in words how a topology would be run: {@code describe()}, then each stage with its affinity and the reason
 * for it, its lanes, entries and stores, each hop, and the sources that are handed out in one timestamp order. It
 * starts and creates nothing. The text is for people; it may change from version to version. Safe for use by any
 * thread.
 */
public final class Explain {
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(1);

    private Explain() {}

    /**
     * Explains with numbers of partitions that the caller knows; asks no broker.
     *
     * @param config the application's; {@code bootstrap.servers} is not used
     * @param partitions numbers of partitions by topic. The topics of all sources must be there. The application's
     *     changelog and repartition topics need not be; if they are, they pin numbers of partitions
     * @throws PlanException if the topology cannot run so, naming topic or store
     * @throws ConfigException if a key of the configuration names a node that does not exist
     */
    public static String text(Topology topology, StreamsConfig config, Map<String, Integer> partitions) {
        return text(topology, config, topic -> of(partitions.get(topic)));
    }

    /**
     * Explains with the numbers of partitions in the cluster at {@code bootstrap.servers}.
     *
     * @throws StreamsException if the cluster does not answer within {@code stoatflow.request.timeout.ms}
     * @throws PlanException if the topology cannot run so, naming topic or store
     * @throws ConfigException if a key of the configuration names a node that does not exist
     */
    public static String text(Topology topology, StreamsConfig config) {
        return textByCluster(topology, config, Map.of());
    }

    /** @param known partitions by topic; the cluster is asked for the others */
    static String textByCluster(Topology topology, StreamsConfig config, Map<String, Integer> known) {
        ApplicationSettings settings = ApplicationSettings.of(config);
        ClusterTopics cluster = new AdminTopics(
                RenewableAdmin.of(Admin.create(AdminSettings.of(config, settings.applicationId() + "-explain"))),
                settings.brokers(),
                settings.requestTimeout());
        try {
            return text(topology, config, topic -> {
                Integer count = known.get(topic);
                return of(count == null ? cluster.partitions(Set.of(topic)).get(topic) : count);
            });
        } finally {
            cluster.close(CLOSE_LIMIT);
        }
    }

    private static OptionalInt of(@Nullable Integer count) {
        return count == null ? OptionalInt.empty() : OptionalInt.of(count);
    }

    static String text(Topology topology, StreamsConfig config, TopicPartitions partitions) {
        LogicalTopology logical = TopologyAccess.logical(topology, config);
        Plan plan = Planner.compile(logical, PlanSettings.of(config, DefaultSerdes.key(config)), partitions);
        return new TopologyText(logical).toString().stripTrailing() + "\n\n" + PlanText.of(plan) + orders(plan);
    }

    /** Writes a line for each stage that merges topics, and for each group of stages whose sources are aligned. */
    private static String orders(Plan plan) {
        StringBuilder text = new StringBuilder();
        for (Set<Entry.Source> group : SourceOrder.groups(plan, plan.sourceEntries())) {
            Map<Integer, Set<Entry.Source>> byStage = group.stream()
                    .collect(Collectors.groupingBy(Entry.Source::stage, TreeMap::new, Collectors.toSet()));
            for (Set<Entry.Source> ofOneStage : byStage.values()) {
                if (SourceOrder.isMerged(ofOneStage)) {
                    text.append("\nIn timestamp order, partition by partition: ")
                            .append(topics(ofOneStage))
                            .append(" (they feed one stage)\n");
                }
            }
            if (SourceOrder.isAligned(plan, group)) {
                text.append("\nThe earlier first where both have a record: ")
                        .append(topics(group))
                        .append(" (their records can reach a common stage)\n");
            }
        }
        return text.toString();
    }

    private static String topics(Set<Entry.Source> sources) {
        Set<String> topics = new TreeSet<>();
        sources.forEach(source -> topics.addAll(
                source.node().pattern() == null
                        ? source.node().topics()
                        : List.of("those that match " + source.node().pattern())));
        return String.join(", ", topics);
    }
}
