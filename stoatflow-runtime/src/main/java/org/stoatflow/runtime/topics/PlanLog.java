package org.stoatflow.runtime.topics;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.stoatflow.config.StoatflowConfig;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.kernel.plan.PlanText;
import org.stoatflow.streams.StreamsConfig;

/** What the log says about the plan when an application starts. */
public final class PlanLog {
    private static final Logger LOG = LoggerFactory.getLogger(PlanLog.class);

    private PlanLog() {}

    public static void log(TopicPlan planned, StreamsConfig config) {
        Plan plan = planned.plan();
        PlanText.lines(plan).forEach(line -> LOG.info("{}: {}", plan.applicationId(), line));
        plan.warnings().forEach(warning -> LOG.warn("{}: {}", plan.applicationId(), warning));
        planned.missingOutputs().forEach(missing -> LOG.warn("{}: {}", plan.applicationId(), missing));
        String threads = threads(plan, config);
        if (threads != null) {
            boolean explicit = config.originals().containsKey(StreamsConfig.NUM_STREAM_THREADS_CONFIG);
            LOG.atLevel(explicit ? Level.WARN : Level.INFO).log("{}: {}", plan.applicationId(), threads);
        }
    }

    /**
     * A hint for users who configure one thread, or have the default of one, where a stage by key has more lanes; else
     * null. By partition there are as many tasks in Kafka Streams, whose number of threads anybody may raise.
     */
    static @Nullable String threads(Plan plan, StreamsConfig config) {
        if (config.getInt(StreamsConfig.NUM_STREAM_THREADS_CONFIG) != 1
                || plan.stages().stream().noneMatch(stage -> stage.isByKey() && stage.lanes() > 1)) {
            return null;
        }
        return StreamsConfig.NUM_STREAM_THREADS_CONFIG + " is 1, but " + plan.lanes()
                + " lanes call functions and serdes at once, each in a thread of its own, so what these share"
                + " must be safe"
                + " for that. " + StoatflowConfig.AFFINITY.key() + "=PARTITION restores one lane for each partition; "
                + StoatflowConfig.AFFINITY.key() + "=KEY with " + StoatflowConfig.LANES.key()
                + "=1 runs each stage in one lane";
    }
}
