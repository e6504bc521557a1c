package org.stoatflow.runtime.topics;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToIntFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.plan.Entry;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.kernel.plan.PlanException;
import org.stoatflow.kernel.plan.PlanSettings;
import org.stoatflow.kernel.plan.Planner;
import org.stoatflow.kernel.plan.SourceTopics;
import org.stoatflow.kernel.plan.StorePlan;
import org.stoatflow.runtime.cluster.ClusterTopics;
import org.stoatflow.runtime.cluster.ClusterTopics.OwnTopic;
import org.stoatflow.runtime.settings.ApplicationSettings;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.errors.MissingSourceTopicException;
import org.stoatflow.topology.GlobalStore;
import org.stoatflow.topology.InternalTopics;
import org.stoatflow.topology.LogicalTopology;
import org.stoatflow.topology.SinkNode;
import org.stoatflow.topology.SourceNode;
import org.stoatflow.topology.TopologyText;

/**
 * The application's topics: plans against the topics that exist, refuses to start where needed ones are missing, and
 * creates changelogs. Owner: the dispatcher's thread.
 */
public final class ApplicationTopics {
    /** How long a lane waits for the number of partitions of a topic that a sink has chosen. */
    private static final Duration ASKED_WITHIN = Duration.ofMinutes(1);

    private final LogicalTopology topology;
    private final StreamsConfig config;
    private final ApplicationSettings settings;
    private final ClusterTopics cluster;

    public ApplicationTopics(
            LogicalTopology topology, StreamsConfig config, ApplicationSettings settings, ClusterTopics cluster) {
        this.topology = topology;
        this.config = config;
        this.settings = settings;
        this.cluster = cluster;
    }

    /** A checksum that is equal for topologies with equal {@code describe()}. */
    public String checksum() {
        CRC32 sum = new CRC32();
        sum.update(new TopologyText(topology).toString().getBytes(StandardCharsets.UTF_8));
        return Long.toHexString(sum.getValue());
    }

    /** Describes the changes between two numbers of partitions by topic, in words. */
    public static String changes(Map<String, Integer> before, Map<String, Integer> after) {
        List<String> changes = new ArrayList<>();
        Set<String> all = new TreeSet<>(before.keySet());
        all.addAll(after.keySet());
        for (String topic : all) {
            Integer was = before.get(topic);
            Integer is = after.get(topic);
            if (was == null) {
                changes.add(topic + " is new, with " + is + " partitions");
            } else if (is == null) {
                changes.add(topic + " is gone");
            } else if (!was.equals(is)) {
                changes.add(topic + " has " + is + " partitions instead of " + was);
            }
        }
        return String.join(", ", changes);
    }

    /** Whether the topology has sources beside those of global stores. */
    public boolean hasSources() {
        return !topology.sources().isEmpty();
    }

    /** The pattern that matches all topics that are read, where a source subscribes to a pattern. */
    public Optional<Pattern> sourcePattern(TopicPlan planned) {
        return SourceTopics.joined(
                topology, hops(planned.plan(), planned.sourceCounts()).keySet());
    }

    /**
     * Plans, and makes sure that the topics to write to are served, as far as they exist. One that does not is no
     * reason to refuse a start, as in Kafka Streams: brokers may create it for the first record, or a production
     * handler decides.
     *
     * @param defaultKeySerde the key serde of sources that have none of their own, if the user has set one
     * @param ofGroup numbers of partitions by source topic, as the consumer group's leader knows them; empty to ask the
     *     cluster
     * @throws MissingSourceTopicException naming the topic and the source that reads it
     * @throws PlanException if the group reads a hop's topic that has another number of partitions than the hop
     */
    public TopicPlan plan(@Nullable Serde<?> defaultKeySerde, Optional<Map<String, Integer>> ofGroup) {
        LogicalTopology resolved = SourceTopics.resolve(
                topology,
                settings.applicationId(),
                topology.readsPattern() ? ofGroup.map(Map::keySet).orElseGet(cluster::names) : Set.of());
        Map<String, Integer> partitions = new HashMap<>(cluster.partitions(topicsOfInterest(resolved)));
        ofGroup.ifPresent(partitions::putAll);
        requireSourceTopics(resolved, partitions.keySet());
        PlanSettings planSettings = PlanSettings.of(config, defaultKeySerde);
        Plan plan = Planner.compile(resolved, planSettings, topic -> {
            Integer count = partitions.get(topic);
            return count == null ? OptionalInt.empty() : OptionalInt.of(count);
        });
        ofGroup.ifPresent(read -> requireHops(plan, read));
        return new TopicPlan(
                plan,
                counts(plan, partitions, ofGroup.map(Map::keySet).orElse(partitions.keySet())),
                missingOutputs(plan));
    }

    /** @param readable the topics that the group reads, or may read */
    private static Map<String, Integer> counts(Plan plan, Map<String, Integer> partitions, Set<String> readable) {
        Map<String, Integer> counts = new HashMap<>();
        for (String topic : TopicPlan.sources(plan)) {
            counts.put(topic, Objects.requireNonNull(partitions.get(topic), topic));
        }
        hops(plan, partitions).forEach((topic, count) -> {
            if (readable.contains(topic)) {
                counts.put(topic, count);
            }
        });
        return counts;
    }

    /** Of the topics those of hops, if they have as many partitions as the hops. */
    private static Map<String, Integer> hops(Plan plan, Map<String, Integer> partitions) {
        Map<String, Integer> hops = new HashMap<>();
        for (Entry.HopEnd end : plan.hopEnds()) {
            Integer count = partitions.get(end.hop().topic());
            if (count != null && count == end.hop().partitions()) {
                hops.put(end.hop().topic(), count);
            }
        }
        return hops;
    }

    /** The group goes on reading a hop's topic that no longer fits the hop, so no plan would agree with it. */
    private static void requireHops(Plan plan, Map<String, Integer> ofGroup) {
        for (Entry.HopEnd end : plan.hopEnds()) {
            String topic = end.hop().topic();
            Integer count = ofGroup.get(topic);
            if (count != null && count != end.hop().partitions()) {
                throw new PlanException("topic " + topic + ", which is read for what an owner before may have left"
                        + " there, has " + count + " partitions, and the topology's repartition of this name has "
                        + end.hop().partitions() + ". Start the application again: it does not read the topic then,"
                        + " and says so if records are left there");
            }
        }
    }

    private void requireSourceTopics(LogicalTopology resolved, Set<String> existing) {
        List<String> missing = new ArrayList<>();
        for (SourceNode source : resolved.sources()) {
            for (String topic : source.topics()) {
                if (!topology.isRepartition(topic) && !existing.contains(topic)) {
                    missing.add(topic + " (read by " + source.name() + ")");
                }
            }
        }
        if (missing.size() == 1) {
            throw new MissingSourceTopicException(
                    "Source topic " + missing.getFirst() + " does not exist. Create it before the application starts");
        }
        if (!missing.isEmpty()) {
            throw new MissingSourceTopicException("Source topics " + String.join(", ", missing)
                    + " do not exist. Create them before the application starts");
        }
    }

    /** Whether a store of the topology outlives the process. */
    public static boolean keepsStateOnDisk(LogicalTopology topology) {
        return Stream.concat(
                        topology.stores().values().stream(),
                        topology.globalStores().stream().map(GlobalStore::store))
                .flatMap(store -> store.description().stream())
                .anyMatch(StoreDescription::persistent);
    }

    private Set<String> topicsOfInterest(LogicalTopology resolved) {
        Set<String> names = new LinkedHashSet<>();
        resolved.sources().forEach(source -> names.addAll(source.topics()));
        names.removeAll(topology.repartitionTopics().keySet());
        InternalTopics internal = new InternalTopics(settings.applicationId());
        topology.repartitionTopics().keySet().forEach(topic -> names.add(internal.repartition(topic)));
        topology.stores().keySet().forEach(store -> names.add(internal.changelog(store)));
        return names;
    }

    /** Waits until the topics to write to are served, and says which of them are not there. */
    private List<String> missingOutputs(Plan plan) {
        Map<String, String> writers = new LinkedHashMap<>();
        String deadLetters = config.getString(StreamsConfig.ERRORS_DEAD_LETTER_QUEUE_TOPIC_NAME_CONFIG);
        if (deadLetters != null && !deadLetters.isBlank()) {
            writers.put(deadLetters, "named by " + StreamsConfig.ERRORS_DEAD_LETTER_QUEUE_TOPIC_NAME_CONFIG);
        }
        for (SinkNode sink : topology.sinks()) {
            if (sink.topic() != null && plan.sinkTopics().contains(sink.topic())) {
                writers.put(sink.topic(), "written by " + sink.name());
            }
        }
        Map<String, Integer> found = cluster.partitions(writers.keySet());
        cluster.awaitServed(found);
        List<String> missing = new ArrayList<>();
        writers.forEach((topic, writer) -> {
            if (!found.containsKey(topic)) {
                missing.add("Topic " + topic + " (" + writer + ") does not exist. Unless the brokers create it, its"
                        + " first record fails");
            }
        });
        return missing;
    }

    /**
     * The number of partitions of a topic that a sink writes to.
     *
     * @param asksToCreate asks a question for which brokers create a topic, where they do that, and knows how many
     *     partitions it has then; 0 if there is none
     */
    public static int partitionsOf(ClusterTopics cluster, String topic, ToIntFunction<String> asksToCreate) {
        Integer count = cluster.partitions(List.of(topic), ASKED_WITHIN).get(topic);
        if (count != null) {
            return count;
        }
        int created = asksToCreate.applyAsInt(topic);
        if (created == 0) {
            throw new MissingSinkTopicException(topic);
        }
        return created;
    }

    public void createChangelogs(Plan plan) {
        List<StorePlan> logged = plan.stores().stream()
                .filter(store -> store.changelogTopic() != null && store.partitions() > 0)
                .toList();
        Set<String> names = new HashSet<>();
        logged.forEach(store -> names.add(store.serdeTopic()));
        Set<String> existing = cluster.partitions(names).keySet();
        List<OwnTopic> missing = new ArrayList<>();
        for (StorePlan store : logged) {
            if (!existing.contains(store.serdeTopic())) {
                missing.add(new OwnTopic(store.serdeTopic(), store.partitions(), changelogConfig(store)));
            }
        }
        cluster.create(
                missing, config.getInt(StreamsConfig.REPLICATION_FACTOR_CONFIG).shortValue());
        cluster.awaitServed(missing.stream().collect(Collectors.toMap(OwnTopic::name, OwnTopic::partitions)));
    }

    /**
     * Later entries win, as in Kafka Streams: the defaults, then the application's, then those of the store's kind,
     * then the store's own.
     */
    private Map<String, String> changelogConfig(StorePlan store) {
        Map<String, String> topicConfig = new HashMap<>(store.changelogConfig());
        config.originalsWithPrefix(StreamsConfig.TOPIC_PREFIX)
                .forEach((key, value) -> topicConfig.put(key, String.valueOf(value)));
        store.description().settings().retention().ifPresent(retentionMs -> {
            long more = config.getLong(StreamsConfig.WINDOW_STORE_CHANGE_LOG_ADDITIONAL_RETENTION_MS_CONFIG);
            topicConfig.put(TopicConfig.RETENTION_MS_CONFIG, Long.toString(sum(retentionMs, more)));
        });
        store.description()
                .settings()
                .compactionLag()
                .ifPresent(lagMs -> topicConfig.put(TopicConfig.MIN_COMPACTION_LAG_MS_CONFIG, Long.toString(lagMs)));
        topicConfig.putAll(store.description().logConfig());
        return topicConfig;
    }

    private static long sum(long retentionMs, long more) {
        return retentionMs > Long.MAX_VALUE - more ? Long.MAX_VALUE : retentionMs + more;
    }
}
