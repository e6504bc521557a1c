package org.stoatflow.runtime.lifecycle;

import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.kernel.chain.Application;
import org.stoatflow.kernel.clock.StoredClocks;
import org.stoatflow.kernel.lane.TaskStores;
import org.stoatflow.kernel.plan.StorePlan;
import org.stoatflow.restore.RestoredTimes;
import org.stoatflow.runtime.cluster.ClusterTopics;
import org.stoatflow.runtime.cluster.KafkaClients;
import org.stoatflow.runtime.group.Member;
import org.stoatflow.runtime.group.MemberPlan;
import org.stoatflow.runtime.restoring.HiddenLeftovers;
import org.stoatflow.runtime.restoring.KnownLogs;
import org.stoatflow.runtime.restoring.Leftovers;
import org.stoatflow.runtime.restoring.Restoration;
import org.stoatflow.runtime.run.HopTopicPurge;
import org.stoatflow.runtime.run.RunStart;
import org.stoatflow.runtime.run.SourceOffsets;
import org.stoatflow.runtime.run.WriteLeases;
import org.stoatflow.runtime.settings.ApplicationSettings;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.processor.StateRestoreListener;

/**
 * Prepares the producers, the source positions and the state of an application that owns its partitions. Owner: the
 * lifecycle's thread.
 */
final class Recovery {
    private final StreamsConfig config;
    private final ApplicationSettings settings;
    private final Environment environment;
    private final ClusterTopics cluster;
    private final KafkaClients clients;
    private final WriteLeases leases;
    private final StateRestoreListener listener;
    private final Application application;

    Recovery(
            StreamsConfig config,
            Environment environment,
            ClusterTopics cluster,
            KafkaClients clients,
            WriteLeases leases,
            StateRestoreListener listener,
            Application application) {
        this.config = config;
        this.settings = ApplicationSettings.of(config);
        this.environment = environment;
        this.cluster = cluster;
        this.clients = clients;
        this.leases = leases;
        this.listener = listener;
        this.application = application;
    }

    /** Whether nothing writes to the state any more. The caller asks again until it is true. */
    boolean isStateQuiet() {
        return leases.end();
    }

    /**
     * What a recovery has found out and prepared.
     *
     * @param hidden where it is not known yet whether an owner before has left records that nothing would process
     */
    record Begun(RunStart start, HiddenLeftovers hidden) {}

    /** Makes the producers, initialises their transactional ids, and positions the consumer. */
    Begun start(MemberPlan plan) {
        Member member = plan.member();
        clients.openProducers(environment.clock());
        SourceOffsets offsets = new SourceOffsets(member.consumer(), settings.requestTimeout(), environment.clock());
        offsets.seekToCommitted(member.membership().owned(), plan.offsetReset());
        Leftovers leftovers = new Leftovers(
                plan.plan(),
                plan.topics().sourceCounts(),
                cluster,
                clients,
                settings.requestTimeout(),
                environment.clock()::nanos);
        HiddenLeftovers hidden = leftovers.requireNoOthers(member.consumer());
        Map<TopicPartition, Long> ends = leftovers.endsOfHops();
        offsets.leftUpTo(ends);
        HopTopicPurge purge = new HopTopicPurge(cluster, settings.applicationId(), ends, environment.clock());
        return new Begun(new RunStart(clients.producers(), offsets, purge), hidden);
    }

    /**
     * Opens the stores that users have written, empties stores that have the rows of another topic, and begins to
     * restore what the state lacks.
     */
    Restoration restoration(MemberPlan plan, RunStart start) {
        environment.deleteOldTasks(TaskStores.tasks(plan.plan())::contains);
        TaskStores.open(
                plan.plan(),
                application,
                plan.state(),
                new TaskStores.Place(application.stateFolder(), settings.exactlyOnce()));
        KnownLogs.emptyOthers(plan.plan(), plan.state(), environment.clock().millis());
        Restoration missing = Restoration.plan(
                plan.plan(),
                plan.state(),
                cluster,
                new Restoration.Asking(
                        clients, settings.requestTimeout(), start.offsets().committedAtStart()),
                environment);
        settleClocks(plan, start, missing);
        missing.begin(leases.begin(plan.state()), clients, listener);
        environment.meters().onRestore(missing.progress());
        return missing;
    }

    private void settleClocks(MemberPlan plan, RunStart start, Restoration missing) {
        StateBatch settled = new StateBatch(environment.clock().millis());
        config.defaultTimestampExtractor(); // an extractor that cannot be made must fail before anything is restored
        new StoredClocks(plan.plan(), start.offsets().partitionTimes())
                .settle(plan.state(), missing::isMadeAnew, settled);
        plan.state().apply(settled);
    }

    private void takeRestoredTimes(MemberPlan plan, RunStart start, Restoration done, StateBatch batch) {
        StateEngine state = plan.state();
        StoredClocks clocks = new StoredClocks(plan.plan(), start.offsets().partitionTimes());
        clocks.takeClosed(state, done::isMadeAnew, start.offsets().closedMs(), batch);
        if (settings.exactlyOnce()) {
            clocks.raise(
                    state, done::isMadeAnew, (store, partition) -> RestoredTimes.read(state, store, partition), batch);
        }
        for (StorePlan store : plan.plan().stores()) {
            plan.plan().ownedOf(store).stream()
                    .forEach(partition -> RestoredTimes.forget(state, batch, store.name(), partition));
        }
    }

    /** Notes in the state that it is complete, once the restore is done. */
    void complete(MemberPlan plan, RunStart start, Restoration done) {
        done.tell();
        clients.forgetRestoreConsumers();
        StateBatch current = new StateBatch(done.listedAtMs());
        done.addPositions(plan.state(), current);
        takeRestoredTimes(plan, start, done, current);
        current.markAllCurrent(); // else a long pause after this would be taken for a long gap before it
        plan.state().apply(current);
        TaskStores.commit(plan.plan(), plan.state());
    }
}
