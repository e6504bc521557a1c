package org.stoatflow.runtime.takeover;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.stoatflow.restore.LogRange;

class LeftoverJudgeTest {
    private static final String REMEDY = ". Start Kafka Streams with this application.id until it has processed them,"
            + " and close it; or delete the topic if nobody needs them";

    @Test
    void shouldNameTopicPartitionsAndOffsets() {
        assertEquals(
                List.of(
                        Finding.blocks("topic a has 1 record that Kafka Streams has not processed: 1 in partition 0"
                                + " (offsets 4 to 5)" + REMEDY),
                        Finding.blocks("topic b has 5 records that Kafka Streams has not processed: 2 in partition 1"
                                + " (offsets 0 to 9, no committed offset), 3 in partition 2 (offsets 7 to 9)"
                                + REMEDY)),
                LeftoverJudge.ofHops(List.of(
                        left("b", 2, 7L, 10, 3, 10),
                        left("a", 0, 4L, 6, 1, 6),
                        left("b", 1, null, 10, 2, 10),
                        left("b", 0, 8L, 10, 0, 10))));
    }

    @Test
    void shouldSayThatThereAreMoreThanItHasCounted() {
        assertEquals(
                List.of(Finding.blocks("topic a has more than 10000 records that Kafka Streams has not processed: 10000"
                        + " in partition 0 (offsets 0 to 89999)" + REMEDY)),
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
                                "topic a, partition 3: a transaction is open at offset 6, so it is not known"
                                        + " whether records are left there. Brokers end it once its transaction.timeout.ms has passed")),
                findings);
    }

    @Test
    void shouldNameATopicThatNoHopHas() {
        assertEquals(
                List.of(Finding.loses("topic a has 1 record that Kafka Streams has not processed: 1 in partition 0"
                        + " (offsets 4 to 5), and no part of this topology reads the topic. Process them with the topology"
                        + " that has written them, if they are needed")),
                LeftoverJudge.ofOthers(List.of(left("a", 0, 4L, 6, 1, 6))));
    }

    private static Leftover left(String topic, int partition, Long committed, long end, long records, long reached) {
        return new Leftover(
                new GroupLog(new TopicPartition(topic, partition), new LogRange(0, end), committed), records, reached);
    }
}
