package org.stoatflow.memorykafka;

import static org.apache.kafka.common.IsolationLevel.READ_COMMITTED;
import static org.apache.kafka.common.IsolationLevel.READ_UNCOMMITTED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.stoatflow.memorykafka.ClusterRig.P0;
import static org.stoatflow.memorykafka.ClusterRig.TOPIC;
import static org.stoatflow.memorykafka.ClusterRig.bytes;

import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.junit.jupiter.api.Test;

class AdminTest {
    private final ClusterRig rig = new ClusterRig();
    private final ClusterAdmin admin = rig.kafka.admin("admin");

    @Test
    void shouldCountPartitionsOfExistingTopicsOnly() {
        assertEquals(Map.of(TOPIC, 2), admin.partitionCounts(List.of(TOPIC, "nowhere")));
    }

    @Test
    void shouldCreateTopicsWithTheirConfiguration() {
        admin.createTopics(List.of(new NewTopic("new", 3, (short) 1).configs(Map.of("cleanup.policy", "compact"))));
        assertEquals(Map.of("new", 3), admin.partitionCounts(List.of("new")));
        assertEquals(Map.of("cleanup.policy", "compact"), admin.topicConfig("new"));
    }

    @Test
    void shouldRefuseToCreateATopicTwice() {
        List<NewTopic> again = List.of(new NewTopic(TOPIC, 2, (short) 1));
        assertThrows(TopicExistsException.class, () -> admin.createTopics(again));
    }

    @Test
    void shouldSayThatATopicIsUnknown() {
        assertThrows(UnknownTopicOrPartitionException.class, () -> admin.topicConfig("nowhere"));
    }

    @Test
    void shouldListOffsetsByIsolation() {
        rig.kafka.upstream("upstream").write(P0, null, bytes("open"), 0);
        assertEquals(Map.of(P0, 0L), admin.earliestOffsets(List.of(P0)));
        assertEquals(Map.of(P0, 0L), admin.latestOffsets(List.of(P0), READ_COMMITTED));
        assertEquals(Map.of(P0, 1L), admin.latestOffsets(List.of(P0), READ_UNCOMMITTED));
    }

    @Test
    void shouldDeleteRecords() {
        Upstream upstream = rig.kafka.upstream("upstream");
        upstream.writePlain(P0, null, bytes("a"), 0);
        upstream.writePlain(P0, null, bytes("b"), 0);
        admin.deleteRecords(Map.of(P0, 1L));
        assertEquals(List.of("1:b"), rig.held(P0, READ_UNCOMMITTED));
    }

    @Test
    void shouldTimeOutWhenStruck() {
        rig.kafka.faults().strikeNext("admin", FaultPoint.LOOKUP, FaultEffect.TIMEOUT_WITHOUT_EFFECT);
        assertThrows(TimeoutException.class, admin::groups);
        assertEquals(0, admin.groups().size());
    }
}
