package org.stoatflow.tools.reset;

import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.LoggerFactory;
import org.stoatflow.runtime.cluster.ApplicationGroup;
import org.stoatflow.runtime.cluster.OpenTransactions;
import org.stoatflow.runtime.engine.LocalState;
import org.stoatflow.runtime.program.ProgramOptions;
import org.stoatflow.runtime.sink.ResetMark;
import org.stoatflow.streams.errors.ProcessorStateException;
import org.stoatflow.streams.errors.StreamsException;
import picocli.CommandLine;

/**
 * {@code ./stoatflow reset}. First it looks at everything that could refuse the reset, and changes nothing until all is
 * known. Then it marks the committed offsets, deletes internal topics, then the local state, which names these to
 * another run, and commits the new offsets last: whatever ends it before, the offsets are the old ones, so it finds at
 * the next run what it would have found now, also for {@code --shift-by}; and no application of ours goes on from old
 * offsets without its state, since it refuses the mark, nor from new offsets with old state. An instance cannot start
 * on the local state meanwhile, and brokers refuse the offsets if another one has joined.
 */
public final class Reset {
    static final int DONE = 0;
    static final int FAILED = 1;

    private static final Duration LIMIT = Duration.ofSeconds(70); // longer than the admin client's own, which says more

    private final ResetOptions options;
    private final PrintStream out;
    private final PrintStream errors;
    private final Duration limit;
    private final Duration transactionsLimit;
    private final Confirmation confirmation;

    /**
     * @param limit how long the cluster may take for one request
     * @param transactionsLimit how long is waited for the outcome of open transactions
     * @param confirmation asks whether topics are deleted that are not proven to be the application's own
     */
    Reset(
            ResetOptions options,
            PrintStream out,
            PrintStream errors,
            Duration limit,
            Duration transactionsLimit,
            Confirmation confirmation) {
        this.options = options;
        this.out = out;
        this.errors = errors;
        this.limit = limit;
        this.transactionsLimit = transactionsLimit;
        this.confirmation = confirmation;
    }

    /** Resets; the exit status says whether all of it is done. */
    @SuppressWarnings("checkstyle:exit") // the command's own process
    public static void main(String[] args) {
        CommandLine commandLine = new GivenReset(Clock.systemUTC()).commandLine();
        int status = commandLine.execute(args);
        ResetOptions options = commandLine.getExecutionResult();
        if (options != null) {
            status = new Reset(options, System.out, System.err, LIMIT, LIMIT, Confirmation::onTerminal).run();
        }
        System.exit(status);
    }

    /** Returns the exit status. */
    int run() {
        try (Cluster cluster = Cluster.of(options, limit)) {
            return runOn(cluster);
        } catch (ResetFailure | StreamsException | UncheckedIOException failure) {
            LoggerFactory.getLogger(Reset.class).debug("The reset failed", failure);
            errors.println("stoatflow reset: " + failure.getMessage());
            return FAILED;
        }
    }

    private int runOn(Cluster cluster) {
        Path stateDir = options.stateDir();
        Optional<LocalState> state = stateDir == null ? Optional.empty() : state(stateDir);
        try {
            return runOn(cluster, state);
        } finally {
            state.ifPresent(LocalState::close);
        }
    }

    private Optional<LocalState> state(Path stateDir) {
        return options.flags().dryRun()
                ? LocalState.look(stateDir, options.applicationId())
                : LocalState.take(stateDir, options.applicationId());
    }

    private int runOn(Cluster cluster, Optional<LocalState> state) {
        ApplicationGroup group = new ApplicationGroup(cluster.requests(), options.applicationId());
        Collection<MemberDescription> members = group.members();
        requireNone(members);
        TopicChoice.Known known = known(state);
        ResetPlan plan = ResetPlan.of(options, cluster, group, known);
        TopicChoice topics = confirmed(plan.internal());
        if (options.flags().dryRun()) {
            out.println("Dry run: nothing is changed");
        }
        if (!members.isEmpty()) {
            remove(members, group);
        }
        boolean waited = waitForTransactions(cluster);
        if (!options.flags().dryRun() && (waited || !members.isEmpty())) {
            plan = ResetPlan.of(options, cluster, group, known); // something may have been committed meanwhile
        }
        plan = plan.deleting(topics);
        mark(plan, group);
        deleteTopics(topics, cluster);
        deleteState(state);
        setOffsets(plan, group);
        return end(plan);
    }

    private TopicChoice.Known known(Optional<LocalState> state) {
        ProgramOptions program = options.topics().program();
        Set<String> byTopology = program == null ? Set.of() : NamedTopics.of(program, options);
        return new TopicChoice.Known(
                byTopology, program != null, state.map(this::named).orElse(Set.of()));
    }

    private Set<String> named(LocalState state) {
        try {
            return state.changelogs();
        } catch (ProcessorStateException unreadable) { // it can be deleted without
            out.println("The local state names no topics, since it cannot be read: " + unreadable.getMessage());
            return Set.of();
        }
    }

    /** Refuses topics that are not proven to be the application's own, unless somebody confirms that they are. */
    private TopicChoice confirmed(TopicChoice topics) {
        if (topics.unproven().isEmpty() || options.flags().dryRun()) {
            return topics;
        }
        String what = "The topics " + topics.unproven() + " may be internal ones of " + options.applicationId()
                + ", but only their names say so.";
        if (confirmation.of(what + " Delete them?")) {
            return topics.confirmed();
        }
        throw new ResetFailure(what + " Nothing is changed. Say with --topology which topology it is, or with"
                + " --internal-topics which topics are to be deleted; --yes has all of these deleted");
    }

    private void requireNone(Collection<MemberDescription> members) {
        if (!members.isEmpty() && !options.flags().force()) {
            throw new ResetFailure("Group " + options.applicationId() + " has members: " + words(members)
                    + ". Stop all instances of the application. A member that is gone without leaving stays until its"
                    + " session.timeout.ms has passed; --force removes it now");
        }
    }

    private static String words(Collection<MemberDescription> members) {
        return members.stream().map(ApplicationGroup::words).sorted().collect(Collectors.joining(", "));
    }

    private void remove(Collection<MemberDescription> members, ApplicationGroup group) {
        if (!options.flags().dryRun()) {
            group.removeMembers();
        }
        for (MemberDescription member : members) {
            tell(
                    "removed",
                    "remove",
                    "member " + ApplicationGroup.words(member) + " from group " + options.applicationId());
        }
    }

    /** Returns whether there was any. */
    private boolean waitForTransactions(Cluster cluster) {
        OpenTransactions transactions = new OpenTransactions(cluster.requests(), options.applicationId());
        List<String> open = transactions.ids();
        if (open.isEmpty()) {
            return false;
        }
        if (options.flags().dryRun()) {
            out.println("would wait for the open transactions " + open);
            return true;
        }
        out.println("waiting for the open transactions " + open);
        cluster.requests()
                .await(
                        () -> transactions.ids().isEmpty(),
                        "Transactions of " + options.applicationId()
                                + " are open, and what they commit would replace the new"
                                + " offsets: " + open + ". The brokers end those of a killed instance after its"
                                + " transaction.timeout.ms. Nothing is changed",
                        transactionsLimit);
        return true;
    }

    /** Has an application that is started before the end refuse to run. */
    private void mark(ResetPlan plan, ApplicationGroup group) {
        Map<TopicPartition, OffsetAndMetadata> marked = new HashMap<>();
        plan.committed().forEach((partition, offset) -> {
            if (plan.offsets().containsKey(partition)) {
                marked.put(partition, ResetMark.on(offset));
            }
        });
        if (!options.flags().dryRun() && !marked.isEmpty()) {
            group.commit(marked);
        }
    }

    private void deleteState(Optional<LocalState> state) {
        Path stateDir = options.stateDir();
        if (stateDir == null) {
            return;
        }
        if (state.isEmpty()) {
            out.println("no local state of StoatFlow below " + stateDir.resolve(options.applicationId()));
            return;
        }
        if (!options.flags().dryRun()) {
            state.get().delete();
        }
        tell("deleted", "delete", "the local state in " + state.get().folder());
    }

    private void deleteTopics(TopicChoice topics, Cluster cluster) {
        topics.deleted().forEach((topic, reason) -> {
            if (!options.flags().dryRun()) {
                cluster.delete(topic);
            }
            tell("deleted", "delete", "topic " + topic + " (" + reason + ")");
        });
        topics.unproven()
                .forEach(topic -> out.println("would ask whether to delete topic " + topic
                        + " (only its name says that it is internal; --topology, --internal-topics or --yes decides)"));
        topics.left().forEach((topic, reason) -> tell("left", "leave", "topic " + topic + " (" + reason + ")"));
        if (topics.deleted().isEmpty() && topics.unproven().isEmpty()) {
            out.println("no internal topics to delete");
        }
    }

    private void setOffsets(ResetPlan plan, ApplicationGroup group) {
        if (plan.offsets().isEmpty()) {
            out.println("no input topics to set offsets of");
            return;
        }
        if (!options.flags().dryRun()) {
            Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
            plan.offsets()
                    .forEach((partition, offset) -> offsets.put(partition, new OffsetAndMetadata(offset.offset())));
            group.commit(offsets);
        }
        plan.offsets().forEach((partition, offset) -> {
            Long before = plan.committed().get(partition);
            tell(
                    "set",
                    "set",
                    Partitions.words(partition) + " to offset " + offset.offset() + " (was "
                            + (before == null ? "none" : before)
                            + (offset.remark().isEmpty() ? ")" : "; " + offset.remark() + ")"));
        });
    }

    private int end(ResetPlan plan) {
        Path stateDir = options.stateDir();
        if (stateDir == null) {
            out.println("Local state was not looked at. Before the application starts again, delete it on each machine:"
                    + " reset --state-dir, or KafkaStreams.cleanUp()");
        } else {
            List<Path> others = LocalState.others(stateDir, options.applicationId());
            if (!others.isEmpty()) {
                out.println("Not of StoatFlow, and left as it is: " + others
                        + ". Before Kafka Streams starts again, call its KafkaStreams.cleanUp()");
            }
        }
        plan.missing()
                .forEach(topic -> errors.println("stoatflow reset: topic " + topic + " is not there on "
                        + options.brokers() + "; it was skipped"));
        return plan.missing().isEmpty() ? DONE : FAILED;
    }

    private void tell(String done, String planned, String what) {
        out.println((options.flags().dryRun() ? "would " + planned : done) + " " + what);
    }
}
