package org.stoatflow.runtime.failure;

import java.util.Set;
import org.stoatflow.kernel.epoch.BrokenEpochException;
import org.stoatflow.kernel.epoch.EpochTooLargeException;
import org.stoatflow.kernel.plan.PlanException;
import org.stoatflow.runtime.cluster.LeftoverException;
import org.stoatflow.runtime.cluster.NoAnswerException;
import org.stoatflow.runtime.monitor.StuckEpochException;
import org.stoatflow.runtime.sink.UnfinishedResetException;
import org.stoatflow.state.StateDiskException;
import org.stoatflow.streams.errors.MissingSourceTopicException;

/**
 * The failures whose messages are the engine's own words, without any of what user code has said. Types that user code
 * can throw from a partitioner, an interceptor, a store or a setter are no proof of that, be they Kafka's; nor are
 * those of ours that repeat what a cause has said, or name a topic that was chosen for a record.
 */
final class ShownFailures {
    private static final Set<Class<?>> OWN_WORDS = Set.of(
            BrokenEpochException.class,
            EpochTooLargeException.class,
            LeftBehindException.class,
            LeftoverException.class,
            MissingSourceTopicException.class,
            NoAnswerException.class,
            PlanException.class,
            StateDiskException.class,
            StuckEpochException.class,
            UnfinishedResetException.class);

    private ShownFailures() {}

    /** Whether the message may be shown to those who may not see records. */
    static boolean isOurs(Throwable failure) {
        return OWN_WORDS.contains(failure.getClass());
    }
}
