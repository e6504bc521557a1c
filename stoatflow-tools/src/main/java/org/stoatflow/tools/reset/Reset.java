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
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.LoggerFactory;
import org.stoatflow.runtime.cluster.ApplicationGroup;
import org.stoatflow.runtime.cluster.OpenTransactions;
import org.stoatflow.runtime.engine.LocalState;
import org.stoatflow.runtime.sink.ResetMark;
import org.stoatflow.streams.errors.StreamsException;
import picocli.CommandLine;

/**
 * {@code ./stoatflow reset}. First it looks at everything that could refuse the reset, and changes nothing until all is
 * known. Then it marks the committed offsets, deletes the local state, then internal topics, and commits the new
 * offsets last: whatever ends it before, the offsets are the old ones, so it finds at the next run what it would have
 * found now, also for {@code --shift-by}; and no application of ours goes on from old offsets without its state, since
 * it refuses the mark, nor from new offsets with old state. An instance cannot start on the local state meanwhile, and
 * brokers refuse the offsets if another one has joined.
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

    /**
     * @param limit how long the cluster may take for one request
     * @param transactionsLimit how long is waited for the outcome of open transactions
     */
    Reset(ResetOptions options, PrintStream out, PrintStream errors, Duration limit, Duration transactionsLimit) {
        this.options = options;
        this.out = out;
        this.errors = errors;
        this.limit = limit;
        this.transactionsLimit = transactionsLimit;
    }

    /** Resets; the exit status says whether all of it is done. */
    @SuppressWarnings("checkstyle:exit") // the command's own process
    public static void main(String[] args) {
        CommandLine commandLine = new GivenReset(Clock.systemUTC()).commandLine();
        int status = commandLine.execute(args);
        ResetOptions options = commandLine.getExecutionResult();
        if (options != null) {
            status = new Reset(options, System.out, System.err, LIMIT, LIMIT).run();
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
        Optional<LocalState> state =
                stateDir == null ? Optional.empty() : LocalState.take(stateDir, options.applicationId());
        try {
            return runOn(cluster, state);
        } finally {
            state.ifPresent(LocalState::close);
        }
    }

    private int runOn(Cluster cluster, Optional<LocalState> state) {
        ApplicationGroup group = new ApplicationGroup(cluster.requests(), options.applicationId());
        Collection<MemberDescription> members = group.members();
        requireNone(members);
        ResetPlan plan = ResetPlan.of(options, cluster, group);
        if (options.dryRun()) {
            out.println("Dry run: nothing is changed");
        }
        if (!members.isEmpty()) {
            remove(members, group);
        }
        boolean waited = waitForTransactions(cluster);
        if (!options.dryRun() && (waited || !members.isEmpty())) {
            plan = ResetPlan.of(options, cluster, group); // something may have been committed meanwhile
        }
        mark(plan, group);
        deleteState(state);
        deleteTopics(plan, cluster);
        setOffsets(plan, group);
        return end(plan);
    }

    private void requireNone(Collection<MemberDescription> members) {
        if (!members.isEmpty() && !options.force()) {
            throw new ResetFailure("Group " + options.applicationId() + " has members: " + words(members)
                    + ". Stop all instances of the application. A member that is gone without leaving stays until its"
                    + " session.timeout.ms has passed; --force removes it now");
        }
    }

    private static String words(Collection<MemberDescription> members) {
        return members.stream().map(ApplicationGroup::words).sorted().collect(Collectors.joining(", "));
    }

    private void remove(Collection<MemberDescription> members, ApplicationGroup group) {
        if (!options.dryRun()) {
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
        if (options.dryRun()) {
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
        if (!options.dryRun() && !marked.isEmpty()) {
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
        if (!options.dryRun()) {
            state.get().delete();
        }
        tell("deleted", "delete", "the local state in " + state.get().folder());
    }

    private void deleteTopics(ResetPlan plan, Cluster cluster) {
        for (String topic : plan.internal()) {
            if (!options.dryRun()) {
                cluster.delete(topic);
            }
            tell("deleted", "delete", "topic " + topic);
        }
        if (plan.internal().isEmpty()) {
            out.println("no internal topics to delete");
        }
    }

    private void setOffsets(ResetPlan plan, ApplicationGroup group) {
        if (plan.offsets().isEmpty()) {
            out.println("no input topics to set offsets of");
            return;
        }
        if (!options.dryRun()) {
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
        out.println((options.dryRun() ? "would " + planned : done) + " " + what);
    }
}
