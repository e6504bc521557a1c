package org.stoatflow.runtime.run;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.config.TimeSpans;
import org.stoatflow.kernel.Kernel;
import org.stoatflow.kernel.chain.Application;
import org.stoatflow.kernel.clock.AppliedOffsets;
import org.stoatflow.kernel.counters.LaneCounters;
import org.stoatflow.kernel.epoch.BrokenEpochException;
import org.stoatflow.kernel.epoch.Budget;
import org.stoatflow.kernel.epoch.Cadence;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.epoch.SourcePosition;
import org.stoatflow.kernel.epoch.StallDetector;
import org.stoatflow.kernel.lane.Lane;
import org.stoatflow.kernel.outbox.LaneContribution;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.runtime.cluster.NoAnswerException;
import org.stoatflow.runtime.metrics.MeasuredRun;
import org.stoatflow.runtime.monitor.AnswerWatch;
import org.stoatflow.runtime.monitor.EpochMonitor;
import org.stoatflow.runtime.monitor.StuckEpochException;
import org.stoatflow.runtime.monitor.Wakes;
import org.stoatflow.runtime.settings.RunSettings;
import org.stoatflow.runtime.sink.CommitContext;
import org.stoatflow.runtime.sink.CommitListener;
import org.stoatflow.runtime.sink.Committer;
import org.stoatflow.runtime.sink.CommitterState;
import org.stoatflow.runtime.sink.FlowCommitter;
import org.stoatflow.runtime.sink.OutputTopics;
import org.stoatflow.runtime.sink.OwnerTime;
import org.stoatflow.runtime.sink.TransactionalCommitter;
import org.stoatflow.runtime.source.Dispatcher;
import org.stoatflow.runtime.source.Learned;
import org.stoatflow.runtime.source.Revoked;
import org.stoatflow.runtime.source.SourceConsumer;
import org.stoatflow.state.StateEngine;
import org.stoatflow.streams.processor.TimestampExtractor;

/**
 * One incarnation of a running application: lanes, epochs, dispatcher and committer, wired to each other. A failure
 * ends it; another run begins from what is committed. A run makes no thread: {@link RunThreads} steps it, or a
 * simulation.
 */
public final class Run {
    private static final Logger LOG = LoggerFactory.getLogger(Run.class);

    private final Kernel kernel;
    private final Dispatcher dispatcher;
    private final Delivery delivery;
    private final Budget budget;
    private final Cadence cadence;
    private final Clock clock;
    private final StallDetector stalls;
    private final EpochMonitor monitor;

    /**
     * Shared, with {@code wakes}. Written by: any thread; the first failure counts; {@code wakes}: the dispatcher's
     * thread. Read by: dispatcher. Safe: an atomic reference; volatile. Proof: SharedFieldsTest.
     */
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    private final Committable committable = new Committable(this::wakeDispatcher);
    private final OwnerTime owner;
    private volatile Wakes wakes = Wakes.NONE;

    /** The parts that a run is made of. */
    public record Parts(
            RunSettings settings,
            Work work,
            StateEngine state,
            Kafka kafka,
            Signals signals,
            Clock clock,
            Watching watching) {}

    /**
     * What a run does with records: its plan, its application, and the timestamp extractor of sources that have none.
     */
    public record Work(Plan plan, Application application, TimestampExtractor defaultExtractor) {}

    /**
     * The clients that a run reads and writes with.
     *
     * @param topics knows which topics that are written to are there
     * @param renewal closes a producer, and makes another one that is initialised with the same transactional id
     * @param begins the partitions to read, with the offsets at which the run begins
     * @param partitionTimes their committed partition times, -1 where unknown
     * @param left the ends of the partitions in which an owner before has left records of a hop
     */
    public record Kafka(
            SourceConsumer source,
            List<Producer<byte[], byte[]>> producers,
            OutputTopics topics,
            UnaryOperator<Producer<byte[], byte[]>> renewal,
            Map<TopicPartition, Long> begins,
            Map<TopicPartition, Long> partitionTimes,
            Map<TopicPartition, Long> left) {}

    /**
     * Questions that a run asks while it goes on.
     *
     * @param paused whether the user wants nothing processed for now
     * @param lost whether partitions may be another instance's; then nothing is committed any more
     * @param silent whether the brokers are known not to answer
     * @param revoked the partitions that were taken back since the run began
     * @param madeAnew asks, without waiting, which source topics are others than the producers may know
     * @param former of these, the ones that are others than when this run began: it may have positions in the former
     */
    public record Signals(
            BooleanSupplier paused,
            BooleanSupplier lost,
            BooleanSupplier silent,
            Supplier<Revoked> revoked,
            Function<Collection<String>, Future<Set<String>>> madeAnew,
            UnaryOperator<Set<String>> former) {}

    /**
     * What a run goes on with from the run before, and the listener that hears of its commits.
     *
     * @param lanes the counters of the lanes of the run before, by lane; empty if there was none
     * @param learned the counters of sources, and what is known of how input grows
     */
    public record Watching(List<LaneCounters> lanes, Learned learned, CommitListener commits) {}

    public Run(Parts parts) {
        RunSettings settings = parts.settings();
        Plan plan = parts.work().plan();
        Kafka kafka = parts.kafka();
        clock = parts.clock();
        owner = new OwnerTime(parts.signals().lost());
        stalls = new StallDetector(TimeSpans.nanos(settings.stalledAfter()));
        cadence = settings.commit().cadence(plan.holdsBack(), clock.nanos());
        budget = new Budget(settings.inFlight().bytesMax(), settings.inFlight().epochBytesMax(), this::wakeDispatcher);
        kernel = new Kernel(
                new Kernel.Parts(
                        plan,
                        parts.work().application(),
                        parts.state(),
                        parts.work().defaultExtractor(),
                        new Kernel.Before(
                                kafka.partitionTimes(), parts.watching().lanes()),
                        budget,
                        parts.clock()),
                new Kernel.Settings(
                        settings.exactlyOnce(), settings.stalledMarkBatches(), settings.reliefMarkBatches()),
                new KernelSignals());
        delivery = delivery(parts);
        Wakes passing = new PassingWakes(() -> wakes);
        monitor = new EpochMonitor(
                kernel,
                delivery.committer(),
                passing,
                stalls,
                new AnswerWatch(settings.send().answerWithin(), parts.signals().silent(), passing),
                TimeSpans.nanos(settings.stalledAfter()));
        dispatcher = new Dispatcher(
                settings.source().forDispatcher(kernel.isIsolated()),
                kernel,
                new Dispatcher.Sources(
                        kafka.source(),
                        kafka.begins(),
                        kafka.left(),
                        parts.watching().learned()),
                budget,
                cadence,
                parts.clock(),
                new Dispatcher.Signals(
                        parts.signals().paused(),
                        parts.signals().lost(),
                        parts.signals().revoked(),
                        this::onPolled));
    }

    private Delivery delivery(Parts parts) {
        return Delivery.of(
                parts,
                kernel,
                new CommitContext(
                        parts.state(),
                        kernel.clocks(),
                        budget,
                        cadence,
                        clock,
                        parts.work().application().errors(),
                        parts.watching().commits()),
                new Delivery.Links(
                        () -> dispatcher().rights(),
                        committable::offer,
                        topics -> dispatcher().madeAnew(parts.signals().former().apply(topics)),
                        owner::atMs,
                        () -> wakes.committer(),
                        this::wakeDispatcher));
    }

    /** Sets whom the run wakes. Called before the first step. */
    public void wakesWith(Wakes newWakes) {
        wakes = newWakes;
    }

    public List<Lane> lanes() {
        return kernel.lanes();
    }

    public Dispatcher dispatcher() {
        return dispatcher;
    }

    public Committer committer() {
        return delivery.committer();
    }

    /** Has the committer's step send no other record, before the run ends. Any thread. */
    void stopSending() {
        delivery.flowing().ifPresent(FlowCommitter::stopSending);
    }

    /** Sends what may be sent without a commit. Called after the committer's last step, in the committer's thread. */
    void sendRest() {
        delivery.flowing().ifPresent(FlowCommitter::sendRest);
    }

    /** The parts of this run that metrics read. */
    public MeasuredRun measured() {
        return new MeasuredRun(kernel.lanes(), dispatcher, budget, cadence, stalls, kernel.clocks(), clock);
    }

    /**
     * Logs what the oldest epoch waits for where that takes too long. The dispatcher's thread, after each of its steps.
     *
     * @throws StuckEpochException if the epoch waits for nothing
     * @throws NoAnswerException if it waits for a thread of a producer's that does not answer
     */
    void watchEpochs() {
        delivery.watch().run();
        monitor.look(dispatcher.epoch(), measured(), clock.nanos());
    }

    /** Ends the run; of several failures the first is kept. Any thread. */
    public void fail(Throwable reason) {
        if (failure.compareAndSet(null, reason)) {
            wakeDispatcher();
        } else {
            LOG.debug("A failure after the one that ended the run", reason);
        }
    }

    public @Nullable Throwable failure() {
        return failure.get();
    }

    /** The source positions that may be committed now (at-least-once). */
    Committable committable() {
        return committable;
    }

    /** Up to where records of the sources are in the committed state. Any thread. */
    public AppliedOffsets applied() {
        return kernel.clocks().applied();
    }

    /** Has the committer come out of a call that adds offsets; the epoch of that call is not committed. Any thread. */
    public void endOffsetsCall() {
        delivery.transactional().ifPresent(TransactionalCommitter::endOffsetsCall);
    }

    /** The times at which the partitions were ours. */
    OwnerTime owner() {
        return owner;
    }

    /** Whether everything that was handed out is committed. The dispatcher's thread. */
    public boolean isDrained() {
        return dispatcher.isOpenEpochEmpty() && dispatcher.epoch().previousOpen() == null;
    }

    /** Whether this run has committed anything. */
    boolean hasCommitted() {
        return delivery.committer().hasCommitted();
    }

    /**
     * After the run has ended: ends an open transaction, and finds out the outcome of a commit that has been called.
     *
     * @return whether the outcome is known, and the producers can be used again. Without transactions never: records
     *     that were sent and not applied are in the changelog, where a restart reads them
     */
    boolean finishCommit() {
        return delivery.transactional().map(TransactionalCommitter::finish).orElse(false);
    }

    /**
     * The positions of the sources behind all that this run has committed in transactions, in the logs that there are
     * now. To be asked after its end.
     */
    Map<TopicPartition, SourcePosition> committedPositions() {
        return delivery.transactional()
                .map(TransactionalCommitter::committedPositions)
                .map(dispatcher.rights()::inPresentLogs)
                .orElse(Map.of());
    }

    /** Describes what the run waits for, for messages. */
    public String describeWork() {
        return BusyLanes.describe(kernel.lanes());
    }

    private void onPolled() {
        Set<TopicPartition> gone = dispatcher.rights().gone();
        if (!gone.isEmpty()) {
            delivery.transactional().ifPresent(committer -> committer.onGone(gone));
        }
        if (delivery.committer().state() == CommitterState.AWAITING_GROUP) { // the poll may bring a new one
            wakes.committer();
        }
    }

    private void wakeDispatcher() {
        Dispatcher waiting = dispatcher;
        if (waiting != null) {
            waiting.wake();
        }
    }

    private final class KernelSignals implements Kernel.Signals {
        @Override
        public void wakeLane(int lane) {
            wakes.lane(lane);
        }

        @Override
        public void onComplete(Epoch epoch) {
            delivery.committer().onComplete(epoch);
        }

        @Override
        public void onContribution(LaneContribution contribution) {
            delivery.contributions().offer(contribution);
        }

        @Override
        public void awaitRoom(BooleanSupplier over) {
            delivery.flowing().ifPresent(flowing -> flowing.awaitRoom(() -> !over.getAsBoolean() && wakes.pauseLane()));
        }

        @Override
        public void onCommitRequest() {
            dispatcher.requestCut();
        }

        @Override
        public void onBroken(BrokenEpochException why) {
            fail(why);
        }
    }
}
