package org.stoatflow.streams.processor.assignment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.processor.TaskId;
import org.stoatflow.streams.processor.assignment.KafkaStreamsAssignment.AssignedTask;
import org.stoatflow.streams.processor.assignment.KafkaStreamsAssignment.AssignedTask.Type;

/** What users' assignors read and give, beside Kafka Streams'. */
class AssignmentTest {
    private static final UUID ID = new UUID(1, 2);

    @Test
    void shouldChangeAnAssignmentByTaskId() {
        AssignedTask active = new AssignedTask(new TaskId(0, 1), Type.ACTIVE);
        AssignedTask standby = new AssignedTask(new TaskId(0, 1), Type.STANDBY);
        KafkaStreamsAssignment assignment = KafkaStreamsAssignment.of(new ProcessId(ID), Set.of(active));
        assignment.assignTask(standby);
        assertEquals(Map.of(new TaskId(0, 1), standby), assignment.tasks());
        assertThrows(
                UnsupportedOperationException.class, () -> assignment.tasks().clear());
        assignment.removeTask(active);
        assertEquals(Map.of(), assignment.tasks());
        assertNotEquals(active, standby);
        assertEquals(new AssignedTask(new TaskId(0, 1), Type.ACTIVE), active);
        assertThrows(
                IllegalStateException.class,
                () -> KafkaStreamsAssignment.of(new ProcessId(ID), Set.of(active, standby)));
    }

    @Test
    void shouldShowAnAssignmentAsKafkaStreamsDoes() {
        String theirs = org.apache.kafka.streams.processor.assignment.KafkaStreamsAssignment.of(
                        new org.apache.kafka.streams.processor.assignment.ProcessId(ID),
                        Set.of(new org.apache.kafka.streams.processor.assignment.KafkaStreamsAssignment.AssignedTask(
                                new org.apache.kafka.streams.processor.TaskId(0, 1),
                                org.apache.kafka.streams.processor.assignment.KafkaStreamsAssignment.AssignedTask.Type
                                        .ACTIVE)))
                .withFollowupRebalance(Instant.ofEpochMilli(5))
                .toString();
        KafkaStreamsAssignment ours = KafkaStreamsAssignment.of(
                        new ProcessId(ID), Set.of(new AssignedTask(new TaskId(0, 1), Type.ACTIVE)))
                .withFollowupRebalance(Instant.ofEpochMilli(5));
        assertEquals(theirs, ours.toString());
        assertEquals(Optional.of(Instant.ofEpochMilli(5)), ours.followupRebalanceDeadline());
    }

    @Test
    void shouldReadAssignmentSettingsAsKafkaStreamsDoes() {
        Map<String, Object> props = Map.of(
                "application.id", "app",
                "bootstrap.servers", "b:1",
                "num.standby.replicas", 2,
                "client.tag.zone", "z",
                "rack.aware.assignment.tags", "zone",
                "rack.aware.assignment.traffic_cost", 7,
                "rack.aware.assignment.strategy", "min_traffic");
        assertEquals(
                org.apache.kafka.streams.processor.assignment.AssignmentConfigs.of(
                                new org.apache.kafka.streams.StreamsConfig(props))
                        .toString(),
                AssignmentConfigs.of(new StreamsConfig(props)).toString());
        assertEquals(
                new org.apache.kafka.streams.processor.assignment.AssignmentConfigs(1L, 2, 3, 60_000L, List.of())
                        .toString(),
                new AssignmentConfigs(1L, 2, 3, 60_000L, List.of()).toString());
        assertEquals(
                OptionalInt.empty(),
                new AssignmentConfigs(1, 2, 3, 60_000, List.of(), null, null, "none").rackAwareTrafficCost());
    }

    @Test
    void shouldRefuseAssignmentSettingsThatTheConfigurationRefuses() {
        assertThrows(ConfigException.class, () -> new AssignmentConfigs(-1L, 2, 3, 60_000L, List.of()));
        assertThrows(ConfigException.class, () -> new AssignmentConfigs(1L, 0, 3, 60_000L, List.of()));
        assertThrows(ConfigException.class, () -> new AssignmentConfigs(1L, 2, 3, 59_999L, List.of()));
        assertThrows(
                ConfigException.class,
                () -> new AssignmentConfigs(1L, 2, 3, 60_000L, List.of("a", "b", "c", "d", "e", "f")));
        assertThrows(ConfigException.class, () -> new AssignmentConfigs(1, 2, 3, 60_000, List.of(), 1, 1, "other"));
    }

    @Test
    void shouldOrderProcessesById() {
        assertTrue(new ProcessId(new UUID(0, 1)).compareTo(new ProcessId(new UUID(0, 2))) < 0);
        assertEquals(new ProcessId(ID), new ProcessId(ID));
        assertEquals(ID.toString(), new ProcessId(ID).toString());
        assertNotEquals(ProcessId.randomProcessId(), ProcessId.randomProcessId());
    }
}
