package org.stoatflow.runtime.lifecycle;

import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiPredicate;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.chain.Application;
import org.stoatflow.kernel.clock.StoredClocks;
import org.stoatflow.kernel.lane.TaskStores;
import org.stoatflow.kernel.plan.StorePlan;
import org.stoatflow.restore.AnewLogs;
import org.stoatflow.restore.RestoredTimes;
import org.stoatflow.runtime.cluster.ClusterTopics;
import org.stoatflow.runtime.cluster.KafkaClients;
import org.stoatflow.runtime.group.MemberPlan;
import org.stoatflow.runtime.restoring.HiddenLeftovers;
import org.stoatflow.runtime.restoring.KnownLogs;
import org.stoatflow.runtime.restoring.Leftovers;
import org.stoatflow.runtime.restoring.Restoration;
import org.stoatflow.runtime.run.HopTopicPurge;
import org.stoatflow.runtime.run.RunStart;
import org.stoatflow.runtime.run.SourceOffsets;
import org.stoatflow.runtime.settings.ApplicationSettings;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.processor.StateRestoreListener;
import org.stoatflow.streams.processor.TaskId;

/**
 * What only the owner of the partitions may do before it processes them: it makes the producers, whose ids fence an
 * owner before, reads the source positions, and completes the state. Owner: the dispatcher's thread.
 */
final class Recovery {
    private final StreamsConfig config;
    private final ApplicationSettings settings;
    private final Environment environment;
    private final ClusterTopics cluster;
    private final KafkaClients clients;
    private final StateTurns turns;
    private final StateRestoreListener listener;
    private final Application application;
    private Set<TaskId> corrupted = Set.of(); // whose stores the next recovery restores from scratch
    private boolean away; // partitions were possibly another instance's since stores of users were opened last

    Recovery(
            StreamsConfig config,
            Environment environment,
            ClusterTopics cluster,
            KafkaClients clients,
            StateTurns turns,
            StateRestoreListener listener,
            Application application) {
        this.config = config;
        this.settings = ApplicationSettings.of(config);
        this.environment = environment;
        this.cluster = cluster;
        this.clients = clients;
        this.turns = turns;
        this.listener = listener;
        this.application = application;
    }

    /** Another instance may have the partitions, and process them: what users' stores hold is of the past then. */
    void onAway() {
        away = true;
    }

    /** A processor has said that the state of tasks cannot be used. */
    void onCorrupted(Set<TaskId> tasks) {
        corrupted = tasks;
    }

    /**
     * What a recovery has prepared.
     *
     * @param start where runs begin
     * @param hidden where it is not known yet whether an owner before has left records that nothing would process
     * @param restoration has begun
     */
    record Prepared(RunStart start, HiddenLeftovers hidden, Restoration restoration) {}

    /**
     * One recovery: its steps, and what they have found out so far. The steps write the fields, one after the other, in
     * the dispatcher's thread or beside it; it waits for each before the next one.
     */
    final class Attempt {
        private final MemberPlan plan;
        private final RecoverySteps steps;
        private final SourceOffsets offsets;
        private final Leftovers leftovers;
        private final Set<TaskId> emptied = corrupted;
        private Map<String, Integer> topics = Map.of();
        private Leftovers.@Nullable Others others;
        private @Nullable HiddenLeftovers hidden;
        private @Nullable RunStart start;
        private @Nullable Restoration missing;

        private Attempt(MemberPlan plan) {
            this.plan = plan;
            this.steps = turns.begin();
            this.offsets = new SourceOffsets(
                    plan.source(), plan.membership()::revoked, settings.requestTimeout(), environment.clock());
            this.leftovers = new Leftovers(
                    plan.plan(),
                    plan.topics().sourceCounts(),
                    cluster,
                    clients,
                    settings.requestTimeout(),
                    environment.clock()::nanos);
            addSteps();
        }

        RecoverySteps steps() {
            return steps;
        }

        /** The ids come first: then nothing of an owner before is pending when offsets and ends are read. */
        private void addSteps() {
            steps.here("making the producers", clients::makeProducers);
            for (int id = 0; id < clients.transactionalIds(); id++) {
                int index = id;
                steps.beside(
                        "initialising transactional id " + index,
                        () -> clients.initialise(index, environment.clock(), steps::isOver));
            }
            steps.here(
                    "reading the committed offsets",
                    () -> offsets.readCommitted(plan.membership().owned()));
            steps.here("positioning the consumer", () -> offsets.seekToCommitted(plan.offsetReset()));
            steps.here("asking where partitions begin", offsets::notePositions);
            steps.beside("listing topics", () -> topics = leftovers.others());
            steps.here(
                    "reading offsets of the topics that are left",
                    () -> others = leftovers.ask(topics, plan.consumer()));
            steps.beside("looking for records that are left", this::lookForLeftovers);
            boolean stayed = !away;
            steps.beside("opening stores that users have written", () -> openStores(plan, stayed));
            steps.beside("comparing the state with its topics", this::planRestore);
            steps.here("beginning the restore", this::beginRestore);
        }

        private void lookForLeftovers() {
            hidden = leftovers.requireNone(done(others));
            Map<TopicPartition, Long> ends = leftovers.endsOfHops();
            offsets.leftUpTo(ends);
            HopTopicPurge purge = new HopTopicPurge(cluster, settings.applicationId(), ends, environment.clock());
            start = new RunStart(clients.producers(), old -> clients.renew(old, environment.clock()), offsets, purge);
        }

        /** Empties stores that have the rows of another topic, and finds out what the state lacks. */
        private void planRestore() {
            KnownLogs.emptyOthers(plan.plan(), plan.state(), environment.clock().millis());
            emptyCorrupted();
            Restoration planned = Restoration.plan(
                    plan.plan(),
                    plan.state(),
                    cluster,
                    new Restoration.Asking(clients, settings.requestTimeout(), offsets.committedAtStart()),
                    environment);
            settleClocks(plan, done(start), planned);
            planned.tellOfComplete(listener);
            missing = planned;
        }

        /** What has no changelog stays: nothing would bring it back. */
        private void emptyCorrupted() {
            for (StorePlan store : plan.plan().stores()) {
                if (store.restoredFrom() != null) {
                    int id = plan.state().storeId(store.name());
                    plan.plan().ownedOf(store).stream()
                            .filter(partition -> emptied.contains(new TaskId(store.stage(), partition)))
                            .forEach(partition -> plan.state().wipe(id, partition));
                }
            }
        }

        private void beginRestore() {
            done(missing).begin(turns.write(plan.state()), clients, listener);
            environment.meters().onRestore(done(missing).progress());
        }

        /** What it has come to, once all steps are done. */
        Prepared prepared() {
            away = false;
            corrupted = Set.of();
            return new Prepared(done(start), done(hidden), done(missing));
        }

        private static <T> T done(@Nullable T found) {
            return Objects.requireNonNull(found, "a step of the recovery before this one");
        }
    }

    /** Begins to recover, once the state is quiet. The caller has the steps done. */
    Attempt begin(MemberPlan plan) {
        return new Attempt(plan);
    }

    private void openStores(MemberPlan plan, boolean stayed) {
        environment.deleteOldTasks(TaskStores.tasks(plan.plan())::contains);
        TaskStores.open(
                plan.plan(),
                application,
                plan.state(),
                new TaskStores.Place(application.stateFolder(), settings.exactlyOnce(), stayed));
    }

    private void settleClocks(MemberPlan plan, RunStart start, Restoration missing) {
        StateBatch settled = new StateBatch(environment.clock().millis());
        config.defaultTimestampExtractor(); // an extractor that cannot be made must fail before anything is restored
        new StoredClocks(plan.plan(), start.offsets().partitionTimes())
                .settle(plan.state(), madeAnew(plan, missing), settled);
        plan.state().apply(settled);
    }

    /** Tells of changelogs that were made anew, as this recovery has found, or who has followed them before it. */
    private static BiPredicate<String, Integer> madeAnew(MemberPlan plan, Restoration restoration) {
        return (store, partition) ->
                restoration.isMadeAnew(store, partition) || AnewLogs.isNoted(plan.state(), store, partition);
    }

    private void takeRestoredTimes(MemberPlan plan, RunStart start, Restoration done, StateBatch batch) {
        StateEngine state = plan.state();
        StoredClocks clocks = new StoredClocks(plan.plan(), start.offsets().partitionTimes());
        BiPredicate<String, Integer> anew = madeAnew(plan, done);
        clocks.takeClosed(state, anew, start.offsets().closedMs(), batch);
        if (settings.exactlyOnce()) {
            clocks.raise(state, anew, (store, partition) -> RestoredTimes.read(state, store, partition), batch);
        }
        for (StorePlan store : plan.plan().stores()) {
            plan.plan().ownedOf(store).stream().forEach(partition -> {
                RestoredTimes.forget(state, batch, store.name(), partition);
                AnewLogs.forget(state, batch, store.name(), partition);
            });
        }
    }

    /** Begins to note in the state that it is complete, once the restore is done. The caller has the steps done. */
    RecoverySteps complete(MemberPlan plan, RunStart start, Restoration done) {
        done.tell();
        clients.forgetRestoreConsumers();
        RecoverySteps steps = turns.begin();
        steps.beside(
                "asking which topics are read",
                () -> cluster.onRecovery(plan.topics().sourceCounts().keySet()));
        steps.beside("telling stores that they are restored", () -> noteComplete(plan, start, done));
        return steps;
    }

    private void noteComplete(MemberPlan plan, RunStart start, Restoration done) {
        StateBatch current = new StateBatch(done.listedAtMs());
        done.addPositions(plan.state(), current);
        takeRestoredTimes(plan, start, done, current);
        current.markAllCurrent(); // else a long pause after this would be taken for a long gap before it
        plan.state().apply(current);
        TaskStores.commit(plan.plan(), plan.state());
    }
}
