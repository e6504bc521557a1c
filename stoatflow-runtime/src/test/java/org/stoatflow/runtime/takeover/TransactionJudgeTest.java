package org.stoatflow.runtime.takeover;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.stoatflow.runtime.cluster.OpenTransaction;
import org.stoatflow.runtime.takeover.Finding.Weight;

class TransactionJudgeTest {
    private static final TopicPartition OURS = new TopicPartition("app-a-changelog", 0);
    private static final TopicPartition OTHER = new TopicPartition("app-b-changelog", 1);

    @Test
    void shouldNameATransactionOnceAndPartitionsThatNoneOfThemHoldsBack() {
        OpenTransaction open =
                new OpenTransaction("app-1-2", "PREPARE_COMMIT", OptionalLong.of(1_000), 10_000, Set.of(OURS));
        List<Finding> findings = TransactionJudge.of(List.of(open), Map.of(OURS, 5L, OTHER, 7L), 5_000);
        assertEquals(
                Finding.waits(
                        "transaction app-1-2 is PREPARE_COMMIT since 4 s, on 1 partitions: brokers end it once its"
                                + " transaction.timeout.ms of 10000 ms has passed"),
                findings.get(0));
        assertEquals(2, findings.size());
        assertEquals(Weight.WAITS, findings.get(1).weight());
        assertTrue(findings.get(1).sentence().startsWith("topic app-b-changelog, partition 1: "));
    }
}
