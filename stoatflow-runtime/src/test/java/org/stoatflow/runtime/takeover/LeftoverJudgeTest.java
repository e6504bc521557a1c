package org.stoatflow.runtime.takeover;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.stoatflow.restore.LogRange;
import org.stoatflow.runtime.restoring.GroupLog;
import org.stoatflow.runtime.restoring.Leftover;

class LeftoverJudgeTest {
    private static final String FIRST = ". The start processes them before anything else that comes over the same hop";
    private static final String REMEDY = ". Start the topology that has written them on Kafka Streams, until its lag"
            + " there is 0, and close it; or delete the topic if nobody needs its records";

    @Test
    void shouldNameTopicPartitionsAndOffsets() {
        assertEquals(
                List.of(
                        Finding.reads("Topic a has 1 record that Kafka Streams has not processed: 1 in partition 0"
                                + " (offsets 4 to 5)" + FIRST),
                        Finding.reads("Topic b has 5 records that Kafka Streams has not processed: 2 in partition 1"
                                + " (offsets 0 to 9, no committed offset), 3 in partition 2 (offsets 7 to 9)"
                                + FIRST)),
                LeftoverJudge.ofHops(List.of(
                        left("b", 2, 7L, 10, 3, 10),
                        left("a", 0, 4L, 6, 1, 6),
                        left("b", 1, null, 10, 2, 10),
                        left("b", 0, 8L, 10, 0, 10))));
    }

    @Test
    void shouldSayThatThereAreMoreThanItHasCounted() {
        assertEquals(
                List.of(Finding.reads("Topic a has more than 10000 records that Kafka Streams has not processed: 10000"
                        + " in partition 0 (offsets 0 to 89999)" + FIRST)),
                LeftoverJudge.ofHops(List.of(left("a", 0, 0L, 90_000, 10_000, 10_000))));
    }

    @Test
    void shouldNotTakeAMarkerForARecord() {
        assertEquals(List.of(), LeftoverJudge.ofHops(List.of(left("a", 0, 4L, 5, 0, 5))));
    }

    @Test
    void shouldWaitWhereATransactionIsOpen() {
        List<Finding> findings = LeftoverJudge.ofHops(List.of(left("a", 3, 4L, 9, 0, 6)));
        assertEquals(
                List.of(
                        Finding.waits(
                                "Topic a, partition 3: a transaction is open at offset 6, so it is not known"
                                        + " whether records are left there. Brokers end it once its transaction.timeout.ms has passed")),
                findings);
    }

    @Test
    void shouldRefuseATopicThatNoHopHas() {
        assertEquals(
                List.of(Finding.blocks("Topic a has 1 record that Kafka Streams has not processed: 1 in partition 0"
                        + " (offsets 4 to 5); and no part of this topology reads the topic" + REMEDY)),
                LeftoverJudge.ofUnread(List.of(left("a", 0, 4L, 6, 1, 6)), Map.of("b", 1), Map.of("a", 1)));
    }

    @Test
    void shouldRefuseATopicWithAnotherNumberOfPartitions() {
        assertEquals(
                List.of(Finding.blocks("Topic a has 1 record that Kafka Streams has not processed: 1 in partition 0"
                        + " (offsets 0 to 5, no committed offset); and the topology's repartition of this name has 3"
                        + " partitions and not 2" + REMEDY)),
                LeftoverJudge.ofUnread(List.of(left("a", 0, null, 6, 1, 6)), Map.of("a", 3), Map.of("a", 2)));
    }

    @Test
    void shouldLeaveATopicAloneInWhichTheApplicationHasNoOffset() {
        List<Finding> findings = LeftoverJudge.ofUnread(List.of(left("a", 0, null, 6, 1, 6)), Map.of(), Map.of("a", 1));
        assertEquals(Finding.Weight.LOSES, findings.getFirst().weight());
    }

    private static Leftover left(String topic, int partition, Long committed, long end, long records, long reached) {
        return new Leftover(
                new GroupLog(new TopicPartition(topic, partition), new LogRange(0, end), committed), records, reached);
    }
}
