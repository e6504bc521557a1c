package org.stoatflow.runtime.cluster;

import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.UnaryOperator;
import org.apache.kafka.common.Uuid;

/**
 * Which topic had a name, and since when: a topic that is made anew has another id. A plan may outlive a topic, and so
 * may a recovery, so that an id counts only for what was read under it. Any thread.
 */
final class TopicIds {
    /**
     * Shared. Written by: who plans, a recovery's thread, the dispatcher's thread, and the admin client's, which takes
     * answers. Read by: the dispatcher's thread and the admin client's. Safe: concurrent map of immutable objects, each
     * replaced by an atomic update. Who writes to a topic meanwhile asks for it too, and may be told of another one of
     * its name. Proof: RevokedTopicIT.
     */
    private final ConcurrentMap<String, Known> ids = new ConcurrentHashMap<>();

    /**
     * What is known of one name.
     *
     * @param planned the topic that was planned with: the group may have positions in it
     * @param recovered the topic that there was once a recovery had positioned the consumer: its producers may know it
     * @param begun the topic that was known when the last run began: all that the run has processed is at least of it
     * @param told the topic that the cluster has told of last
     */
    private record Known(Uuid planned, Uuid recovered, Uuid begun, Uuid told) {
        Known onRecovery(Uuid now) {
            return new Known(planned, now, now, now);
        }

        Known onRun() {
            return new Known(planned, recovered, told, told);
        }

        Known onTold(Uuid now) {
            return new Known(planned, recovered, begun, now);
        }
    }

    void onPlan(String topic, Uuid now) {
        ids.put(topic, new Known(now, now, now, now));
    }

    void onRecovery(String topic, Uuid now) {
        update(topic, known -> known.onRecovery(now));
    }

    /** The consumer is positioned for another run, which reads of no topic that is older than what was told before. */
    void onRun() {
        ids.replaceAll((topic, known) -> known.onRun());
    }

    void onTold(String topic, Uuid now) {
        update(topic, known -> known.onTold(now));
    }

    private void update(String topic, UnaryOperator<Known> change) {
        ids.computeIfPresent(topic, (name, known) -> change.apply(known));
    }

    boolean isAnotherThanPlanned(String topic, Uuid now) {
        return of(topic).map(known -> !now.equals(known.planned())).orElse(false);
    }

    boolean isAnotherThanRecovered(String topic, Uuid now) {
        return of(topic).map(known -> !now.equals(known.recovered())).orElse(false);
    }

    boolean isAnotherThanBegun(String topic, Uuid now) {
        return of(topic).map(known -> !now.equals(known.begun())).orElse(false);
    }

    /** Whether the cluster has told of another topic than was known when the last run began. */
    boolean isMadeAnewSinceBegun(String topic) {
        return of(topic).map(known -> !known.told().equals(known.begun())).orElse(false);
    }

    private Optional<Known> of(String topic) {
        return Optional.ofNullable(ids.get(topic));
    }
}
