package org.stoatflow.runtime.takeover;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.stoatflow.restore.LogRange;
import org.stoatflow.runtime.restoring.GroupLog;
import org.stoatflow.runtime.sink.ResetMark;
import org.stoatflow.runtime.takeover.Finding.Weight;

class OffsetJudgeTest {
    private static final TopicPartition SOURCE = new TopicPartition("in", 1);

    @Test
    void shouldReadBothVersionsOfKafkaStreams() {
        assertEquals(List.of(), judge(new OffsetAndMetadata(5, metadata(1, 0))));
        assertEquals(List.of(), judge(new OffsetAndMetadata(5, metadata(2, 0))));
        assertEquals(List.of(), judge(new OffsetAndMetadata(5, metadata(2, 20))));
        assertEquals(List.of(), judge(new OffsetAndMetadata(5)));
    }

    @Test
    void shouldNameMetadataOfAnUnknownVersion() {
        Finding finding = only(new OffsetAndMetadata(5, metadata(3, 0)));
        assertEquals(Weight.LOSES, finding.weight());
        assertTrue(finding.sentence().contains("no partition time"), finding.sentence());
    }

    @Test
    void shouldRefuseAResetMark() {
        assertTrue(judge(ResetMark.on(5)).contains(Finding.blocks(ResetMark.sentence(SOURCE, 5))));
    }

    @Test
    void shouldNameAnOffsetThatIsNotInTheLog() {
        Finding finding = only(new OffsetAndMetadata(1));
        assertEquals(Weight.LOSES, finding.weight());
        assertTrue(finding.sentence().contains("topic in, partition 1"), finding.sentence());
    }

    @Test
    void shouldSayThatAnApplicationIsNew() {
        List<Finding> findings =
                OffsetJudge.of(List.of(new GroupLog(SOURCE, new LogRange(2, 9), null)), Map.of(), Map.of());
        assertEquals(1, findings.size());
        assertEquals(Weight.NOTE, findings.getFirst().weight());
    }

    @Test
    void shouldNameATopicThatIsNotReadAnyMore() {
        List<Finding> findings = OffsetJudge.of(
                List.of(new GroupLog(SOURCE, new LogRange(2, 9), null)),
                Map.of(new TopicPartition("old", 0), new OffsetAndMetadata(5)),
                Map.of("old", 3L));
        assertEquals(
                List.of(Weight.LOSES, Weight.NOTE),
                findings.stream().map(Finding::weight).toList());
        assertTrue(findings.getFirst().sentence().endsWith("not processed: 3 offsets at most"), findings::toString);
        assertTrue(!findings.getLast().sentence().contains("as a new one"), findings::toString);
    }

    private static String metadata(int version, int processorsBytes) {
        ByteBuffer bytes = ByteBuffer.allocate(1 + Long.BYTES + processorsBytes);
        bytes.put((byte) version).putLong(77);
        return Base64.getEncoder().encodeToString(bytes.array());
    }

    private static Finding only(OffsetAndMetadata committed) {
        List<Finding> findings = judge(committed);
        assertEquals(1, findings.size(), findings::toString);
        return findings.getFirst();
    }

    private static List<Finding> judge(OffsetAndMetadata committed) {
        return OffsetJudge.of(
                List.of(new GroupLog(SOURCE, new LogRange(2, 9), committed.offset())),
                Map.of(SOURCE, committed),
                Map.of());
    }
}
