package org.stoatflow.runtime.sink;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.outbox.LaneContribution;
import org.stoatflow.kernel.outbox.Outbox;

/** Finds the records that cannot be sent before a transaction is begun. Owner: the committer's thread. */
final class RefusedAhead {
    private final OutputTopics topics;

    RefusedAhead(OutputTopics topics) {
        this.topics = topics;
    }

    /**
     * The records that a producer cannot send, since their topic is not there or nobody tells it of the
     * topic. Asked before a transaction is begun: a transaction in which the producer waits for a topic may time out,
     * and one record that cannot be sent is the end of it.
     */
    List<SendFailure> before(Producer<byte[], byte[]> producer, List<LaneContribution> contributions) {
        Map<String, Integer> greatestPartition = new HashMap<>();
        for (LaneContribution contribution : contributions) {
            Outbox outbox = contribution.outbox();
            for (int i = 0; i < outbox.size(); i++) {
                if (!outbox.isDropped(i)) {
                    greatestPartition.merge(outbox.topic(i), outbox.partition(i), Math::max);
                }
            }
        }
        Map<String, Exception> reasons = new HashMap<>();
        for (Map.Entry<String, Integer> asked : greatestPartition.entrySet()) {
            Exception reason = topics.await(producer, asked.getKey(), asked.getValue());
            if (reason != null) {
                reasons.put(asked.getKey(), reason);
                if (!(reason instanceof AbsentTopicException)) {
                    break; // where brokers do not answer, each topic would be waited for as long
                }
            }
        }
        return reasons.isEmpty() ? List.of() : refused(contributions, reasons);
    }

    private List<SendFailure> refused(List<LaneContribution> contributions, Map<String, Exception> reasons) {
        List<SendFailure> refused = new ArrayList<>();
        Map<TopicPartition, Exception> absences = new HashMap<>(); // all records of a partition share one
        for (LaneContribution contribution : contributions) {
            Outbox outbox = contribution.outbox();
            for (int i = 0; i < outbox.size(); i++) {
                Exception ofTopic = reasons.get(outbox.topic(i));
                if (ofTopic == null || outbox.isDropped(i)) {
                    continue;
                }
                boolean isAbsent = ofTopic instanceof AbsentTopicException;
                // Where the topic is there, so may be other partitions of it.
                TopicPartition place = new TopicPartition(outbox.topic(i), outbox.partition(i));
                Exception reason = isAbsent ? absence(place, absences) : ofTopic;
                if (reason != null) {
                    refused.add(new SendFailure(outbox, i, outbox.record(i), reason));
                }
                if (!isAbsent) { // says nothing of the records behind this one, which may pass in the next attempt
                    reasons.remove(outbox.topic(i));
                }
            }
        }
        return refused;
    }

    private @Nullable Exception absence(TopicPartition place, Map<TopicPartition, Exception> known) {
        Exception before = known.get(place);
        if (before != null) {
            return before;
        }
        Exception absence = topics.absence(place.topic(), place.partition());
        if (absence != null) {
            known.put(place, absence);
        }
        return absence;
    }
}
