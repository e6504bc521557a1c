package org.stoatflow.runtime.sink;

import java.time.Duration;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.config.TimeSpans;
import org.stoatflow.kernel.time.Clock;

/**
 * Watches the committer's call that adds offsets to a transaction. A producer names topics by their ids (KIP-1319), and
 * keeps these for minutes. Where a topic is made anew meanwhile, it asks with the former id until {@code max.block.ms},
 * or until the transaction is timed out, and what was processed of the former topic cannot come again. So where a call
 * takes long, the cluster is asked whether a topic of it is another one than the producer may know, and asked again as
 * long as it takes. If so, the dispatcher is told first, so that positions of the former topic are not committed for
 * the new one. Then the call is ended, and the epoch is sent again by another producer, which learns the ids anew.
 * Owner: the dispatcher's thread.
 */
final class OffsetsCallWatch {
    private static final Logger LOG = LoggerFactory.getLogger(OffsetsCallWatch.class);

    /** A call that takes longer is asked about: a multiple of what it takes, and a fraction of a transaction's time. */
    private static final Duration LONG = Duration.ofSeconds(1);

    /** The longest time between two questions about one call: a topic may be made anew at any time in it. */
    private static final Duration PATIENCE_MAX = Duration.ofSeconds(8);

    private static final long NO_CALL = -1;

    private final OffsetsCall call;
    private final Function<Collection<String>, Future<Set<String>>> asking;
    private final Consumer<Set<String>> madeAnew;
    private final Clock clock;
    private long watched = NO_CALL;
    private long sinceNs; // since when the call is watched, or was last asked about
    private long patienceNs; // from then until the next question

    /**
     * Shared. Written by: the dispatcher's thread; the admin client's completes the future. Read by: the dispatcher's
     * thread. Safe: a future: who sees it done sees its answer. Proof: SharedFieldsTest.
     */
    private @Nullable Future<Set<String>> question; // while there is no answer

    /**
     * @param asking asks the cluster, without waiting, which topics are others than the producer may know
     * @param madeAnew told which are; from then on the call's rights allow no positions of the former ones
     */
    OffsetsCallWatch(
            OffsetsCall call,
            Function<Collection<String>, Future<Set<String>>> asking,
            Consumer<Set<String>> madeAnew,
            Clock clock) {
        this.call = call;
        this.asking = asking;
        this.madeAnew = madeAnew;
        this.clock = clock;
    }

    /** Looks how the call stands. To be called again and again; does not wait. */
    void look() {
        OffsetsCall.Going going = call.going();
        if (going == null || going.isAgain()) { // the second producer has the ids of now
            forget();
        } else if (going.number() != watched) {
            forget();
            watched = going.number();
            sinceNs = clock.nanos();
            patienceNs = TimeSpans.nanos(LONG);
        } else if (question == null && clock.nanos() - sinceNs > patienceNs) {
            sinceNs = clock.nanos();
            patienceNs = Math.min(2 * patienceNs, TimeSpans.nanos(PATIENCE_MAX));
            question = asking.apply(going.partitions().stream()
                    .map(TopicPartition::topic)
                    .collect(Collectors.toCollection(TreeSet::new)));
        } else if (question != null && question.isDone()) {
            take(question, going);
            question = null;
        }
    }

    private void forget() {
        watched = NO_CALL;
        question = null;
    }

    private void take(Future<Set<String>> answer, OffsetsCall.Going going) {
        try {
            Set<String> others = answer.get();
            if (!others.isEmpty()) {
                LOG.info("Topics {} were made anew while their offsets were being added", others);
                madeAnew.accept(others);
                call.end(going.number());
            }
        } catch (ExecutionException refused) {
            LOG.debug("The cluster does not say whether the topics of {} are others", going, refused.getCause());
        } catch (InterruptedException interrupted) { // it is done, so nothing waits
            Thread.currentThread().interrupt();
        }
    }
}
