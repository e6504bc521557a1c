package org.stoatflow.runtime.lifecycle;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.runtime.cluster.AssignmentExchange;
import org.stoatflow.runtime.cluster.KafkaClients;
import org.stoatflow.runtime.cluster.MemberSettings;
import org.stoatflow.runtime.cluster.Ownership;
import org.stoatflow.runtime.group.GroupWait;
import org.stoatflow.runtime.group.Member;
import org.stoatflow.runtime.group.MemberPlan;
import org.stoatflow.runtime.group.Membership;
import org.stoatflow.runtime.group.RevokedTopics;
import org.stoatflow.runtime.metrics.BuildVersion;
import org.stoatflow.runtime.run.ConfiguredApplication;
import org.stoatflow.runtime.run.Runs;
import org.stoatflow.runtime.settings.ApplicationSettings;
import org.stoatflow.runtime.source.OffsetReset;
import org.stoatflow.runtime.source.SourceConsumer;
import org.stoatflow.runtime.topics.ApplicationTopics;
import org.stoatflow.runtime.topics.PlanLog;
import org.stoatflow.runtime.topics.TopicPlan;
import org.stoatflow.state.StateEngine;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.streams.StreamsConfig;

/**
 * Plans the application against the topics that are there, and makes it a member of its group with that plan. Owner:
 * the dispatcher's thread.
 */
final class Subscriber {
    private static final Logger LOG = LoggerFactory.getLogger(Subscriber.class);

    private final StreamsConfig config;
    private final ApplicationSettings settings;
    private final Environment environment;
    private final ApplicationTopics topics;
    private final KafkaClients clients;
    private final ConfiguredApplication application;
    private final Runs runs;

    Subscriber(
            StreamsConfig config,
            ApplicationSettings settings,
            Environment environment,
            ApplicationTopics topics,
            KafkaClients clients,
            ConfiguredApplication application,
            Runs runs) {
        this.config = config;
        this.settings = settings;
        this.environment = environment;
        this.topics = topics;
        this.clients = clients;
        this.application = application;
        this.runs = runs;
    }

    /** Whether there is anything to subscribe to; an application may have global stores only. */
    boolean hasSources() {
        return topics.hasSources();
    }

    /** Plans with the partitions that the cluster knows. */
    TopicPlan plan() {
        return topics.plan(application.defaultKeySerdeOrNull(), Optional.empty());
    }

    /** Opens the state, with the global stores besides those of the plan, and locks its folder for this process. */
    StateEngine openState(TopicPlan compiled, List<StoreDescription> globals) {
        List<StoreDescription> stores = new ArrayList<>(globals);
        compiled.plan().stores().forEach(store -> stores.add(store.declared()));
        StateEngine opened = environment.openState(stores);
        environment.meters().onState(opened::metrics);
        return opened;
    }

    /** Creates the changelogs that are missing, and subscribes to the sources. */
    MemberPlan subscribe(TopicPlan compiled, StateEngine state) {
        topics.createChangelogs(compiled.plan());
        AssignmentExchange notes = new AssignmentExchange(memberSettings());
        Consumer<byte[], byte[]> consumer = clients.openConsumer(environment.instanceId(), notes);
        environment.meters().onConsumer(consumer);
        Ownership owning = new Ownership(consumer);
        tellOfStart(compiled.plan());
        OffsetReset offsetReset = plannedWith(compiled, consumer);
        topics.sourcePattern(compiled)
                .ifPresentOrElse(
                        pattern -> consumer.subscribe(pattern, owning),
                        () -> consumer.subscribe(compiled.sourceCounts().keySet(), owning));
        SourceConsumer source = new SourceConsumer(consumer);
        Membership membership = new Membership(
                source,
                owning,
                notes,
                clients.memberName(),
                new GroupWait(settings, environment.clock(), environment::idle),
                new RevokedTopics(this::askGone, environment.clock()));
        return new MemberPlan(compiled, offsetReset, new Member(state, source, membership));
    }

    private void tellOfStart(Plan plan) {
        BuildVersion built = BuildVersion.read();
        LOG.info(
                "StoatFlow {} (revision {}) starts application {}: {}, {} with {}, state in {}",
                built.version(),
                built.commitId(),
                settings.applicationId(),
                settings.guarantee(),
                count(plan.stages().size(), "stage"),
                count(plan.lanes(), "lane"),
                settings.stateFolder().toAbsolutePath());
    }

    private static String count(int number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }

    /**
     * Asks which topics are gone. Under at-least-once that is not asked: the records of a topic that is not gone may
     * come again.
     */
    private Future<Set<String>> askGone(Collection<String> revoked) {
        return settings.exactlyOnce()
                ? environment.topics().gone(revoked)
                : CompletableFuture.completedFuture(Set.copyOf(revoked));
    }

    /**
     * Plans with the partitions that the group knows now. It keeps the state, the membership and the processors'
     * suppliers.
     */
    MemberPlan planAgain(MemberPlan outdated) {
        Member member = outdated.member();
        TopicPlan compiled = topics.plan(
                application.defaultKeySerdeOrNull(), member.membership().topics());
        topics.createChangelogs(compiled.plan());
        OffsetReset offsetReset = plannedWith(compiled, member.consumer());
        LOG.info(
                "Source topics of application {} have changed: {}",
                settings.applicationId(),
                ApplicationTopics.changes(outdated.topics().sourceCounts(), compiled.sourceCounts()));
        return new MemberPlan(compiled, offsetReset, member);
    }

    private OffsetReset plannedWith(TopicPlan compiled, Consumer<byte[], byte[]> consumer) {
        PlanLog.log(compiled, config);
        runs.plannedWith(compiled.plan());
        return new OffsetReset(
                consumer,
                compiled.plan(),
                clients.offsetReset(),
                settings.requestTimeout(),
                environment.clock(),
                environment.topics()::madeAnew);
    }

    private MemberSettings memberSettings() {
        Map<String, String> values = new TreeMap<>();
        values.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, settings.guarantee());
        values.put("the topology (Topology.describe(), as a checksum)", topics.checksum());
        String server = config.getString(StreamsConfig.APPLICATION_SERVER_CONFIG);
        if (!server.isBlank()) {
            values.put(MemberSettings.SERVER, server);
        }
        MemberSettings told = new MemberSettings(values);
        return ApplicationSettings.wantsStandbys(config) ? told.ofStandby() : told;
    }
}
