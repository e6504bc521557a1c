package org.stoatflow.testing.driver;

import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.kernel.Kernel;
import org.stoatflow.kernel.epoch.Budget;
import org.stoatflow.kernel.error.InitFailedException;
import org.stoatflow.kernel.lane.LaneFailure;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.errors.StreamsException;

/**
 * The kernel that runs now. A failure ends it; the next one begins with new processors from what is committed, as a
 * restart does. Thread: the driver's.
 */
final class Incarnation {
    private static final Logger LOG = LoggerFactory.getLogger(Incarnation.class);
    private static final int STALLED_MARK_BATCHES = 256;

    private final StreamsConfig config;
    private final DriverApplication application;
    private final DriverState state;
    private final ManualClock clock;
    private final ProducedRecords produced;
    private final Rules rules;
    private @Nullable SteppedKernel running;
    private Map<TopicPartition, Long> partitionTimes = Map.of();

    /**
     * How kernels are run.
     *
     * @param exactlyOnce whether output waits for its epoch
     * @param order in which lanes are stepped; null for the order of their numbers
     */
    record Rules(boolean exactlyOnce, @Nullable Random order) {}

    Incarnation(
            StreamsConfig config,
            DriverApplication application,
            DriverState state,
            ManualClock clock,
            ProducedRecords produced,
            Rules rules) {
        this.config = config;
        this.application = application;
        this.state = state;
        this.clock = clock;
        this.produced = produced;
        this.rules = rules;
    }

    /** Begins, from what is committed, after the kernel before is closed. */
    SteppedKernel begin(Plan plan) {
        end();
        SteppedKernel begun;
        try {
            begun = made(plan);
        } catch (InitFailedException failure) {
            throw failure.told();
        } catch (StreamsException known) {
            throw known;
        } catch (RuntimeException failure) {
            throw new StreamsException("The topology cannot be run: " + failure.getMessage(), failure);
        }
        running = begun;
        application.driverMetrics().onKernel(begun.kernel());
        return begun;
    }

    private SteppedKernel made(Plan plan) {
        return new SteppedKernel(
                new Kernel.Parts(
                        plan,
                        application,
                        state.engine(),
                        config.defaultTimestampExtractor(),
                        new Kernel.Before(partitionTimes, List.of()),
                        new Budget(Long.MAX_VALUE, () -> {}),
                        clock),
                new Kernel.Settings(rules.exactlyOnce(), STALLED_MARK_BATCHES, STALLED_MARK_BATCHES / 2),
                clock,
                produced,
                rules.order());
    }

    /**
     * Ends the running kernel after a failure, or before one with another plan. What its processors throw is logged.
     */
    private void end() {
        SteppedKernel ended = running;
        if (ended != null) {
            running = null;
            partitionTimes = ended.partitionTimes();
            try {
                ended.close();
            } catch (RuntimeException failure) {
                LOG.warn("A processor of the run before could not be closed", failure);
            }
        }
    }

    /** The metrics of all kernels. */
    Map<MetricName, ? extends Metric> metrics() {
        return application.driverMetrics().all();
    }

    /** Closes the running kernel. */
    void close() {
        SteppedKernel last = running;
        running = null;
        if (last == null) {
            return;
        }
        try {
            last.close();
        } catch (StreamsException known) {
            throw known;
        } catch (RuntimeException failure) {
            throw new StreamsException("A processor could not be closed: " + failure.getMessage(), failure);
        }
    }

    /** What a kernel can do. */
    @FunctionalInterface
    interface Work<T> {
        T run();
    }

    /** Does work of a kernel. A failure of a lane is thrown as Kafka Streams' driver throws it. */
    static <T> T called(Work<T> work) {
        try {
            return work.run();
        } catch (LaneFailure failure) {
            Throwable told = failure.told();
            if (told instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) told;
        }
    }
}
