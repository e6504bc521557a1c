package org.stoatflow.kernel.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.common.config.TopicConfig;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.epoch.EntryGraph;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.topology.InternalTopics;
import org.stoatflow.topology.LogicalNode;
import org.stoatflow.topology.LogicalTopology;
import org.stoatflow.topology.Nodes;
import org.stoatflow.topology.SinkNode;
import org.stoatflow.topology.SourceNode;
import org.stoatflow.topology.SourcesAbove;
import org.stoatflow.topology.StoreDeclaration;
import org.stoatflow.topology.SubTopology;

/**
 * Compiles a logical topology into a {@link Plan}: sub-topologies of Kafka Streams become stages, repartition topics
 * become hops (docs/DESIGN.md, "Plan"). The plan is a pure function of the topology, the settings and the partition
 * counts of topics.
 */
public final class Planner {
    /**
     * How far a record's time may be from the broker's clock, ahead of it and behind it. A row has the time of what
     * somebody has written to a source, which may be any: where its changelog refused it, the application could not go
     * on. Brokers of Kafka 4 refuse more than an hour ahead by default.
     */
    public static final Map<String, String> ANY_TIME = Map.of(
            TopicConfig.MESSAGE_TIMESTAMP_AFTER_MAX_MS_CONFIG, String.valueOf(Long.MAX_VALUE),
            TopicConfig.MESSAGE_TIMESTAMP_BEFORE_MAX_MS_CONFIG, String.valueOf(Long.MAX_VALUE));

    private final LogicalTopology topology;
    private final PlanSettings settings;
    private final TopicPartitions topics;
    private final List<SubTopology> parts;
    private final InternalTopics names;
    private final StageChoices choices;
    private final KeyObstacles obstacles;
    private final SourcesAbove above;

    private Planner(LogicalTopology topology, PlanSettings settings, TopicPartitions topics) {
        this.topology = topology;
        this.settings = settings;
        this.topics = topics;
        this.parts = topology.subTopologies();
        this.names = new InternalTopics(settings.applicationId());
        this.choices = new StageChoices(topology, settings.choices());
        this.obstacles = new KeyObstacles(topology, settings);
        this.above = new SourcesAbove(topology);
    }

    /**
     * @throws org.apache.kafka.common.config.ConfigException if the configuration names a node that does not exist
     * @throws PlanException if a source topic is unknown, if its number of partitions differs from that of an existing
     *     changelog, or if the topology uses a feature that is not supported yet
     */
    public static Plan compile(LogicalTopology topology, PlanSettings settings, TopicPartitions topics) {
        return new Planner(topology, settings, topics).compile();
    }

    private Plan compile() {
        PartitionCounts counts = new PartitionCounts(topology, settings.applicationId(), topics);
        int[] partitions = counts.ofStages();
        List<AffinityRule.Decision> affinities = affinities();
        EntryPlanner planner = new EntryPlanner(
                topology,
                settings.cacheBytesMax() > 0,
                stage -> affinities.get(stage).affinity() == Affinity.KEY);
        List<EntryDraft> drafts = byStage(planner.find());
        int[][] upstream = planner.upstream(drafts);
        List<Entry> entries = new ArrayList<>();
        for (int id = 0; id < drafts.size(); id++) {
            entries.add(entry(id, drafts, upstream[id], planner, counts));
        }
        return new Plan(
                settings.applicationId(),
                stages(entries, planner, partitions, affinities),
                List.copyOf(entries),
                new EntryGraph(drafts.stream().mapToInt(EntryDraft::stage).toArray(), upstream),
                fixedSinkTopics(),
                settings.cacheBytesMax(),
                warnings(affinities));
    }

    // ---- entries

    /** Sorts the entries by stage, so that ids are consecutive within a stage. Within a stage, the order stays. */
    private static List<EntryDraft> byStage(List<EntryDraft> drafts) {
        return drafts.stream()
                .sorted(Comparator.comparingInt(EntryDraft::stage))
                .toList();
    }

    private Entry entry(int id, List<EntryDraft> drafts, int[] upstream, EntryPlanner planner, PartitionCounts counts) {
        EntryDraft draft = drafts.get(id);
        int stage = draft.stage();
        return switch (draft.kind()) {
            case SOURCE ->
                new Entry.Source(id, stage, draft.input(), keyForm(draft.input()), planner.punctuates(draft));
            case HOP ->
                new Entry.HopEnd(
                        id,
                        stage,
                        draft.input(),
                        hop(draft.input(), counts),
                        planner.punctuates(draft),
                        above.topicsBehind(draft.input().topics().getFirst()));
            case TIMER -> new Entry.Timer(id, stage);
            case FLUSH ->
                new Entry.Flush(
                        id,
                        stage,
                        draft.name(),
                        IntStream.of(upstream)
                                .filter(feeder -> drafts.get(feeder).stage() == stage)
                                .filter(feeder -> drafts.get(feeder).isInput())
                                .boxed()
                                .toList());
        };
    }

    private SinkNode sinkInto(SourceNode input) {
        String topic = input.topics().getFirst();
        return topology.sinksTo(topic).stream()
                .findFirst()
                .orElseThrow(() -> new PlanException("nothing writes to repartition topic " + topic));
    }

    /**
     * The form of a source's keys. If nothing is known of the serde, different bytes count as different keys. In a
     * stage that is forced to run by key, lanes compare bytes to find out where this is wrong.
     */
    private KeyForm keyForm(SourceNode source) {
        return Objects.requireNonNullElse(obstacles.formOf(source), KeyForm.AS_READ);
    }

    private Hop hop(SourceNode input, PartitionCounts counts) {
        SinkNode sink = sinkInto(input);
        String topic = input.topics().getFirst();
        return new Hop(
                names.repartition(topic),
                counts.ofHop(topic),
                sink.keySerializer(),
                sink.valueSerializer(),
                input.keyDeserializer(),
                input.valueDeserializer(),
                sink.partitioner());
    }

    // ---- stages

    private List<AffinityRule.Decision> affinities() {
        AffinityRule rule = new AffinityRule(topology, choices, obstacles);
        List<AffinityRule.Decision> affinities = new ArrayList<>();
        for (int stage = 0; stage < parts.size(); stage++) {
            affinities.add(rule.decide(stage));
        }
        return affinities;
    }

    private int lanesByKey(int stage) {
        StageChoices.Choice<Integer> own = choices.lanes(stage);
        return own == null || own.value() == null ? settings.lanesByKey() : own.value();
    }

    private List<String> warnings(List<AffinityRule.Decision> affinities) {
        List<String> warnings = new ArrayList<>();
        for (int stage = 0; stage < parts.size(); stage++) {
            StageChoices.Choice<Integer> lanes = choices.lanes(stage);
            if (lanes != null && affinities.get(stage).affinity() == Affinity.PARTITION) {
                warnings.add(lanes.key() + " has no effect: stage " + stage
                        + " runs by partition, on one lane for each virtual partition");
            }
        }
        warnings.addAll(new Copartitioning(topology, topics, names).warnings());
        return List.copyOf(warnings);
    }

    private List<Stage> stages(
            List<Entry> entries, EntryPlanner planner, int[] partitions, List<AffinityRule.Decision> affinities) {
        List<Stage> stages = new ArrayList<>();
        int firstLane = 0;
        for (int id = 0; id < parts.size(); id++) {
            int stage = id;
            List<LogicalNode> nodes = NodeOrder.of(parts.get(id).nodes());
            AffinityRule.Decision decision = affinities.get(id);
            int lanes = decision.affinity() == Affinity.KEY && !nodes.isEmpty() ? lanesByKey(id) : partitions[id];
            List<StorePlan> stores = stores(new SubTopology(nodes), id, partitions[id], planner);
            UserStoreRules.requireByPartition(stores, decision);
            stages.add(new Stage(
                    id,
                    nodes,
                    entries.stream().filter(entry -> entry.stage() == stage).toList(),
                    stores,
                    new Routing(
                            decision.affinity(),
                            decision.reason(),
                            !decision.proven() && lanes > 1 && !stores.isEmpty()),
                    partitions[id],
                    new Placement(OwnedPartitions.all(partitions[id]), firstLane, lanes)));
            firstLane += lanes;
        }
        return List.copyOf(stages);
    }

    /** The stage's stores, in the order of the nodes that use them. Each node stands after its predecessors. */
    private List<StorePlan> stores(Nodes nodes, int stage, int partitions, EntryPlanner planner) {
        Set<String> used = new LinkedHashSet<>();
        nodes.processors().forEach(processor -> used.addAll(processor.stores()));
        List<StorePlan> stores = new ArrayList<>();
        for (String name : used) {
            StoreDeclaration declared = topology.store(name);
            StoreDescription store = UserStoreRules.described(declared);
            StoreDescription here = settings.cacheBytesMax() > 0
                    ? store.withCaching(planner.isCached(stage, name))
                    : store.withoutCache();
            stores.add(store(here, stage, partitions, declared.sourceTopic()));
        }
        return List.copyOf(stores);
    }

    private StorePlan store(StoreDescription store, int stage, int partitions, @Nullable String sourceTopic) {
        String changelog = names.changelog(store.name());
        if (store.logging() && partitions > 0) {
            OptionalInt existing = topics.partitionsOf(changelog);
            if (existing.isPresent() && existing.getAsInt() != partitions) {
                throw new PlanException("changelog " + changelog + " has " + existing.getAsInt()
                        + " partitions, but the store's input has " + partitions + " (" + inputOf(stage)
                        + "). Its keys would be looked for in other partitions: give the input its former number of"
                        + " partitions, or start anew under another application.id");
            }
        }
        String cleanup = store.settings().retention().isPresent() ? "compact,delete" : "compact";
        Map<String, String> config =
                new HashMap<>(Map.of("cleanup.policy", cleanup, "message.timestamp.type", "CreateTime"));
        config.putAll(ANY_TIME);
        config.putAll(store.logConfig());
        return new StorePlan(
                store,
                stage,
                partitions,
                changelog,
                store.logging() ? changelog : null,
                Map.copyOf(config),
                store.logging() ? null : sourceTopic);
    }

    /** Names the topic that decides the number of the stage's partitions, for messages. */
    private String inputOf(int stage) {
        return parts.get(stage).sources().stream()
                .flatMap(source -> source.topics().stream())
                .map(topic -> {
                    OptionalInt count = topics.partitionsOf(topic);
                    return topic + (count.isPresent() ? ": " + count.getAsInt() : "");
                })
                .collect(Collectors.joining(", "));
    }

    private Set<String> fixedSinkTopics() {
        Set<String> sinks = new TreeSet<>();
        for (SinkNode sink : topology.sinks()) {
            if (sink.topic() != null && !topology.isRepartition(sink.topic())) {
                sinks.add(sink.topic());
            }
        }
        return sinks;
    }
}
