package org.stoatflow.streams.processor.internals.assignment;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.streams.errors.TaskAssignmentException;
import org.stoatflow.streams.processor.TaskId;
import org.stoatflow.streams.state.HostInfo;

/**
 * What an assignor of Kafka Streams tells a member of its group. The engine's assignor tells other things, so there are
 * no bytes to read. Kept under this name because KSML looks whether an assignment has such bytes, and passes on those
 * that have not.
 */
public final class AssignmentInfo {
    private final int version;
    private final int commonlySupportedVersion;
    private final List<TaskId> activeTasks;
    private final Map<TaskId, Set<TopicPartition>> standbyTasks;
    private final Map<HostInfo, Set<TopicPartition>> partitionsByHost;
    private final Map<HostInfo, Set<TopicPartition>> standbyPartitionsByHost;
    private final int errCode;

    /**
     * Creates a value.
     *
     * @param version the version of the bytes
     * @param commonlySupportedVersion the version that all members know
     * @param activeTasks the member's tasks
     * @param standbyTasks the member's standbys with their partitions
     * @param partitionsByHost who reads which partitions
     * @param standbyPartitionsByHost who has standbys of which partitions
     * @param errCode a code of an error; 0 for none
     */
    public AssignmentInfo(
            int version,
            int commonlySupportedVersion,
            List<TaskId> activeTasks,
            Map<TaskId, Set<TopicPartition>> standbyTasks,
            Map<HostInfo, Set<TopicPartition>> partitionsByHost,
            Map<HostInfo, Set<TopicPartition>> standbyPartitionsByHost,
            int errCode) {
        this.version = version;
        this.commonlySupportedVersion = commonlySupportedVersion;
        this.activeTasks = activeTasks;
        this.standbyTasks = standbyTasks;
        this.partitionsByHost = partitionsByHost;
        this.standbyPartitionsByHost = standbyPartitionsByHost;
        this.errCode = errCode;
    }

    /**
     * Refuses: no assignment of the engine's group has such bytes.
     *
     * @param data what an assignment brought
     * @return never
     * @throws TaskAssignmentException always
     */
    @SuppressWarnings("DoNotCallSuggester") // KSML calls it, and catches
    public static AssignmentInfo decode(ByteBuffer data) {
        throw new TaskAssignmentException("An assignment of StoatFlow has no tasks in the form of Kafka Streams");
    }

    /**
     * Refuses: no member of the engine's group reads such bytes.
     *
     * @return never
     * @throws TaskAssignmentException always
     */
    @SuppressWarnings("DoNotCallSuggester") // KSML would call it for what it has decoded
    public ByteBuffer encode() {
        throw new TaskAssignmentException("No member of StoatFlow's group reads tasks in the form of Kafka Streams");
    }

    /**
     * The version of the bytes.
     *
     * @return as it was given
     */
    public int version() {
        return version;
    }

    /**
     * The version that all members know.
     *
     * @return as it was given
     */
    public int commonlySupportedVersion() {
        return commonlySupportedVersion;
    }

    /**
     * The member's tasks.
     *
     * @return as they were given
     */
    public List<TaskId> activeTasks() {
        return activeTasks;
    }

    /**
     * The member's standbys.
     *
     * @return as they were given
     */
    public Map<TaskId, Set<TopicPartition>> standbyTasks() {
        return standbyTasks;
    }

    /**
     * Who reads which partitions.
     *
     * @return as it was given
     */
    public Map<HostInfo, Set<TopicPartition>> partitionsByHost() {
        return partitionsByHost;
    }

    /**
     * Who has standbys of which partitions.
     *
     * @return as it was given
     */
    public Map<HostInfo, Set<TopicPartition>> standbyPartitionByHost() {
        return standbyPartitionsByHost;
    }

    /**
     * A code of an error.
     *
     * @return as it was given; 0 for none
     */
    public int errCode() {
        return errCode;
    }
}
