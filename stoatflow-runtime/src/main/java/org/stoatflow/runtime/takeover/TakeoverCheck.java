package org.stoatflow.runtime.takeover;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.GroupType;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthorizationException;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.kernel.plan.PlanException;
import org.stoatflow.kernel.plan.StorePlan;
import org.stoatflow.restore.LogRange;
import org.stoatflow.runtime.cluster.AdminRequests;
import org.stoatflow.runtime.cluster.AdminTopics;
import org.stoatflow.runtime.cluster.ApplicationGroup;
import org.stoatflow.runtime.cluster.ClientCloser;
import org.stoatflow.runtime.cluster.InternalNames;
import org.stoatflow.runtime.cluster.KafkaClients;
import org.stoatflow.runtime.cluster.OpenTransaction;
import org.stoatflow.runtime.cluster.OpenTransactions;
import org.stoatflow.runtime.cluster.RenewableAdmin;
import org.stoatflow.runtime.restoring.GroupLog;
import org.stoatflow.runtime.settings.ApplicationSettings;
import org.stoatflow.runtime.settings.DefaultSerdes;
import org.stoatflow.runtime.topics.ApplicationTopics;
import org.stoatflow.runtime.topics.TopicPlan;
import org.stoatflow.spi.AdminSettings;
import org.stoatflow.spi.ClientIds;
import org.stoatflow.spi.TopologyAccess;
import org.stoatflow.state.rocks.LeftStores;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.errors.MissingSourceTopicException;
import org.stoatflow.streams.errors.StreamsException;
import org.stoatflow.streams.processor.internals.DefaultKafkaClientSupplier;
import org.stoatflow.topology.LogicalTopology;

/**
 * Says what a start of an application would find, where Kafka Streams or another topology may have run before: gathers
 * the facts from the cluster and the state folder and asks the judges. It creates, commits, joins and deletes nothing.
 * Each request is bounded by {@code stoatflow.request.timeout.ms}, and so is reading what is left between
 * sub-topologies.
 */
public final class TakeoverCheck {
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(1);

    private final StreamsConfig config;
    private final ApplicationSettings settings;
    private final AdminRequests requests;
    private final AdminTopics cluster;
    private final TakeoverLogs logs;
    private final InternalNames names;
    private final List<Finding> findings = new ArrayList<>();

    private TakeoverCheck(StreamsConfig config, ApplicationSettings settings, Admin admin) {
        this.config = config;
        this.settings = settings;
        this.requests = new AdminRequests(admin, settings.brokers(), settings.requestTimeout());
        this.cluster = new AdminTopics(RenewableAdmin.of(admin), settings.brokers(), settings.requestTimeout());
        this.names = new InternalNames(settings.applicationId());
        this.logs = new TakeoverLogs(
                new KafkaClients(
                        new DefaultKafkaClientSupplier(),
                        config,
                        settings,
                        ClientCloser.HERE,
                        new ClientIds(settings.clientId() + "-takeover-check")),
                settings.requestTimeout());
    }

    /**
     * Finds out what a start would find now.
     *
     * @param config the application's
     * @throws org.stoatflow.streams.errors.StreamsException if something cannot be found out, and why
     */
    public static Takeover of(Topology topology, StreamsConfig config) {
        ApplicationSettings settings = ApplicationSettings.of(config);
        LogicalTopology logical = TopologyAccess.logical(topology, config);
        Admin admin = Admin.create(AdminSettings.of(config, settings.clientId() + "-takeover-check-admin"));
        try {
            TakeoverCheck check = new TakeoverCheck(config, settings, admin);
            check.look(logical);
            return new Takeover(check.findings);
        } finally {
            admin.close(CLOSE_LIMIT);
        }
    }

    private void look(LogicalTopology topology) {
        String id = settings.applicationId();
        ApplicationGroup group = new ApplicationGroup(requests, id);
        Map<String, GroupType> groups = group.all();
        findings.addAll(GroupJudge.of(GroupFacts.of(group, id, groups.getOrDefault(id, GroupType.UNKNOWN))));
        List<OpenTransaction> open = new OpenTransactions(requests, id).described();
        Optional<TopicPlan> planned = plan(topology);
        if (planned.isEmpty()) {
            findings.addAll(TransactionJudge.of(open, Map.of(), System.currentTimeMillis()));
            return;
        }
        Plan plan = planned.get().plan();
        Map<TopicPartition, OffsetAndMetadata> committed = group.committed();
        Set<String> sourceTopics = TopicPlan.sources(plan);
        Set<TopicPartition> sources = planned.get().sourcePartitions();
        sources.removeIf(partition -> !sourceTopics.contains(partition.topic()));
        offsets(sources, committed, topology);
        Map<String, Integer> strays = strays(plan, groups.keySet());
        LeftFolder folder = new LeftFolder(settings.stateFolder(), config, System.currentTimeMillis());
        LeftStores left = folder.read(topology, plan, findings);
        Changelogs changelogs = changelogs(plan, strays, !committed.isEmpty(), left);
        findings.addAll(new FolderJudge(left, plan.stores(), topology.globalStores(), folder.removal())
                .findings(changelogs.written()));
        findings.addAll(tables(plan, topology));
        leftovers(plan, strays, committed, changelogs.partitions(), open);
    }

    private Optional<TopicPlan> plan(LogicalTopology topology) {
        try {
            TopicPlan planned = new ApplicationTopics(topology, config, settings, cluster)
                    .plan(DefaultSerdes.key(config), Optional.empty());
            planned.missingOutputs().forEach(sentence -> findings.add(Finding.note(sentence)));
            return Optional.of(planned);
        } catch (PlanException | MissingSourceTopicException refused) {
            findings.add(Finding.blocks(String.valueOf(refused.getMessage())));
            return Optional.empty();
        }
    }

    private void offsets(
            Set<TopicPartition> sources, Map<TopicPartition, OffsetAndMetadata> committed, LogicalTopology topology) {
        if (!sources.isEmpty()) {
            findings.addAll(OffsetJudge.of(
                    HopTopics.logs(logs.ranges(sources), committed), committed, unread(sources, committed, topology)));
        }
    }

    /** How many offsets are behind the committed ones, of topics of users that the topology does not read. */
    private Map<String, Long> unread(
            Set<TopicPartition> sources, Map<TopicPartition, OffsetAndMetadata> committed, LogicalTopology topology) {
        Set<String> topics =
                committed.keySet().stream().map(TopicPartition::topic).collect(Collectors.toSet());
        sources.forEach(source -> topics.remove(source.topic()));
        topology.globalStores().forEach(store -> topics.remove(store.topic()));
        topics.removeAll(names.among(topics, Set.of()));
        topics.retainAll(cluster.names()); // what this client may not see is not asked for
        Set<TopicPartition> partitions = new HashSet<>(committed.keySet());
        partitions.removeIf(partition -> !topics.contains(partition.topic()));
        Map<String, Long> behind = new TreeMap<>();
        HopTopics.logs(logs.ranges(partitions), committed).stream()
                .filter(log -> !log.isAtEnd())
                .forEach(log -> behind.merge(log.partition().topic(), log.log().end() - log.from(), Long::sum));
        return behind;
    }

    /** Numbers of partitions of internal topics, by their names, that nothing in the plan has. */
    private Map<String, Integer> strays(Plan plan, Set<String> groups) {
        Set<String> known = new HashSet<>(TopicPlan.sources(plan));
        known.addAll(plan.sinkTopics());
        known.addAll(HopTopics.of(plan).keySet());
        plan.stores().stream().map(StorePlan::serdeTopic).forEach(known::add);
        Set<String> strays = names.among(cluster.names(), known);
        strays.removeIf(topic -> !names.alike(topic, groups).isEmpty());
        return strays.isEmpty() ? Map.of() : cluster.partitions(strays);
    }

    /**
     * The changelogs that are there.
     *
     * @param partitions their partitions
     * @param written those that hold anything
     */
    private record Changelogs(Set<TopicPartition> partitions, Set<String> written) {}

    private Changelogs changelogs(Plan plan, Map<String, Integer> strays, boolean hasRun, LeftStores left) {
        List<ChangelogFacts> wanted = plan.stores().stream()
                .filter(store -> store.changelogTopic() != null)
                .map(ChangelogFacts::missing)
                .toList();
        Map<String, Integer> existing =
                cluster.partitions(wanted.stream().map(ChangelogFacts::topic).toList());
        Map<String, Map<String, String>> configs = new TreeMap<>();
        existing.keySet()
                .forEach(topic -> settings(topic, "whether topic " + topic + " keeps what its store needs")
                        .ifPresent(settings -> configs.put(topic, settings)));
        Set<TopicPartition> partitions = HopTopics.partitions(existing);
        Map<String, Long> held = held(logs.ranges(partitions));
        List<ChangelogFacts> found = wanted.stream()
                .map(changelog -> existing.containsKey(changelog.topic())
                        ? changelog.existing(
                                configs.getOrDefault(changelog.topic(), Map.of()),
                                held.getOrDefault(changelog.topic(), 0L))
                        : changelog)
                .toList();
        found.stream()
                .filter(changelog -> configs.containsKey(changelog.topic()))
                .forEach(changelog -> findings.addAll(ChangelogJudge.of(changelog)));
        TopologyJudge judge = new TopologyJudge(settings.applicationId(), hasRun);
        findings.addAll(judge.ofChangelogs(
                found.stream()
                        .filter(changelog -> !left.hasUnlogged(changelog.store()))
                        .toList(),
                only(strays, true)));
        findings.addAll(judge.ofUnlogged(plan.stores().stream()
                .filter(store -> store.restoredFrom() == null)
                .map(StorePlan::name)
                .filter(store -> !left.stores().containsKey(store))
                .toList()));
        held.values().removeIf(offsets -> offsets == 0);
        return new Changelogs(partitions, held.keySet());
    }

    /** The topics that stores are restored from in place of a changelog. */
    private List<Finding> tables(Plan plan, LogicalTopology topology) {
        Map<String, String> topics = new TreeMap<>();
        plan.stores().stream()
                .filter(store -> store.changelogTopic() == null && store.sourceTopic() != null)
                .forEach(store -> topics.put("store " + store.name(), String.valueOf(store.sourceTopic())));
        topology.globalStores().forEach(store -> topics.put("global store " + store.name(), store.topic()));
        List<Finding> found = new ArrayList<>();
        topics.forEach((store, topic) -> settings(topic, "whether topic " + topic + " keeps the rows of " + store)
                .ifPresent(settings -> found.addAll(ChangelogJudge.ofTable(store, topic, settings))));
        return found;
    }

    /** The configuration of a topic; empty where it does not exist, or must not be read, which is noted. */
    private Optional<Map<String, String>> settings(String topic, String wanted) {
        try {
            return Optional.ofNullable(cluster.configs(List.of(topic)).get(topic));
        } catch (StreamsException refused) {
            if (!(refused.getCause() instanceof AuthorizationException)) {
                throw refused;
            }
            findings.add(Finding.note(wanted + " is not known: " + refused.getMessage()));
            return Optional.empty();
        }
    }

    private static Map<String, Long> held(Map<TopicPartition, LogRange> ranges) {
        Map<String, Long> held = new HashMap<>();
        ranges.forEach((partition, range) -> held.merge(partition.topic(), range.end() - range.begin(), Long::sum));
        return held;
    }

    private static Map<String, Integer> only(Map<String, Integer> strays, boolean changelogs) {
        Map<String, Integer> some = new HashMap<>(strays);
        some.keySet().removeIf(topic -> InternalNames.isChangelog(topic) != changelogs);
        return some;
    }

    private void leftovers(
            Plan plan,
            Map<String, Integer> strays,
            Map<TopicPartition, OffsetAndMetadata> committed,
            Set<TopicPartition> changelogs,
            List<OpenTransaction> open) {
        Map<String, Integer> hops = HopTopics.of(plan);
        Map<String, Integer> read = new HashMap<>(hops.isEmpty() ? Map.of() : cluster.partitions(hops.keySet()));
        Map<String, Integer> unread = only(strays, false);
        Map.copyOf(read).forEach((topic, count) -> {
            if (!count.equals(hops.get(topic))) {
                read.remove(topic);
                unread.put(topic, count);
            }
        });
        Set<TopicPartition> ofHops = HopTopics.partitions(read);
        Set<TopicPartition> ofOthers = HopTopics.partitions(unread);
        Set<TopicPartition> all = new HashSet<>(ofHops);
        all.addAll(ofOthers);
        all.addAll(changelogs);
        Map<TopicPartition, Long> stable = logs.stableEnds(all); // before the ends, which are then not below them
        Map<TopicPartition, LogRange> ranges = logs.ranges(all);
        findings.addAll(TransactionJudge.of(open, TakeoverLogs.heldBack(ranges, stable), System.currentTimeMillis()));
        findings.addAll(LeftoverJudge.ofHops(logs.leftovers(some(ranges, ofHops, committed), stable)));
        findings.addAll(
                LeftoverJudge.ofUnread(logs.leftovers(some(ranges, ofOthers, committed), stable), hops, unread));
    }

    private static List<GroupLog> some(
            Map<TopicPartition, LogRange> ranges,
            Set<TopicPartition> which,
            Map<TopicPartition, OffsetAndMetadata> committed) {
        Map<TopicPartition, LogRange> some = new HashMap<>(ranges);
        some.keySet().retainAll(which);
        return HopTopics.logs(some, committed);
    }
}
