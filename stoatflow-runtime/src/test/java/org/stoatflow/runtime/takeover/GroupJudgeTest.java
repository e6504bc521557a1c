package org.stoatflow.runtime.takeover;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.apache.kafka.common.GroupType;
import org.junit.jupiter.api.Test;
import org.stoatflow.runtime.cluster.SingleOwnerAssignor;
import org.stoatflow.runtime.group.GroupWait;
import org.stoatflow.runtime.takeover.Finding.Weight;

class GroupJudgeTest {
    @Test
    void shouldBlockWhileKafkaStreamsHasMembers() {
        Finding finding = only(GroupType.CLASSIC, "stream", "app-1-consumer on /10.0.0.4");
        assertEquals(Weight.BLOCKS, finding.weight());
        assertTrue(finding.sentence().startsWith(GroupWait.strangers("app")), finding.sentence());
        assertTrue(finding.sentence().contains("app-1-consumer on /10.0.0.4"), finding.sentence());
    }

    @Test
    void shouldBlockWhileMembersHaveTheStreamsProtocol() {
        assertEquals(
                Weight.BLOCKS, only(GroupType.STREAMS, "", "app-1 on /10.0.0.4").weight());
    }

    @Test
    void shouldPassForOurOwnOwner() {
        assertEquals(
                Weight.NOTE,
                only(GroupType.CLASSIC, SingleOwnerAssignor.NAME, "app-consumer on /10.0.0.4")
                        .weight());
    }

    @Test
    void shouldSayNothingOfAnEmptyGroup() {
        assertEquals(List.of(), GroupJudge.of(new GroupFacts("app", GroupType.CLASSIC, "", List.of())));
        assertEquals(List.of(), GroupJudge.of(new GroupFacts("app", GroupType.UNKNOWN, "", List.of())));
    }

    private static Finding only(GroupType type, String protocol, String member) {
        List<Finding> findings = GroupJudge.of(new GroupFacts("app", type, protocol, List.of(member)));
        assertEquals(1, findings.size());
        return findings.getFirst();
    }
}
