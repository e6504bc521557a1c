package org.stoatflow.streams.processor;

import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.streams.errors.TaskIdFormatException;

/** The name of one partition's share of a sub-topology, written {@code subtopology_partition}. Immutable. */
public class TaskId implements Comparable<TaskId> {
    /** Stands between the topology's name, where there is one, and the rest of the id. */
    public static final String NAMED_TOPOLOGY_DELIMITER = "__";

    private static final Logger LOG = LoggerFactory.getLogger(TaskId.class);

    private final int subtopology;
    private final int partition;
    private final String topologyName;

    /**
     * Creates an id.
     *
     * @param subtopology the sub-topology's number
     * @param partition the partition
     */
    public TaskId(int subtopology, int partition) {
        this(subtopology, partition, null);
    }

    /**
     * Creates an id with a topology's name.
     *
     * @param subtopology the sub-topology's number
     * @param partition the partition
     * @param topologyName the topology's name; null, or with a warning empty, for none
     */
    public TaskId(int subtopology, int partition, String topologyName) {
        this.subtopology = subtopology;
        this.partition = partition;
        if (topologyName != null && topologyName.isEmpty()) {
            LOG.warn("A topology name cannot be empty; task {}_{} is taken to have none.", subtopology, partition);
            this.topologyName = null;
        } else {
            this.topologyName = topologyName;
        }
    }

    /**
     * The sub-topology's number.
     *
     * @return the number
     */
    public int subtopology() {
        return subtopology;
    }

    /**
     * The partition.
     *
     * @return the partition
     */
    public int partition() {
        return partition;
    }

    /**
     * The topology's name.
     *
     * @return the name, or null
     */
    public String topologyName() {
        return topologyName;
    }

    @Override
    public String toString() {
        String id = subtopology + "_" + partition;
        return topologyName == null ? id : topologyName + NAMED_TOPOLOGY_DELIMITER + id;
    }

    /** Reads an id from the text that {@link #toString()} writes. */
    public static TaskId parse(String taskIdStr) {
        if (taskIdStr == null) {
            throw new TaskIdFormatException("null");
        }
        int nameEnd = taskIdStr.indexOf(NAMED_TOPOLOGY_DELIMITER);
        String name = nameEnd < 0 ? null : taskIdStr.substring(0, nameEnd);
        String numbers = nameEnd < 0 ? taskIdStr : taskIdStr.substring(nameEnd + NAMED_TOPOLOGY_DELIMITER.length());
        int split = numbers.indexOf('_');
        if (split < 0) {
            throw new TaskIdFormatException(taskIdStr);
        }
        try {
            return new TaskId(
                    Integer.parseInt(numbers.substring(0, split)),
                    Integer.parseInt(numbers.substring(split + 1)),
                    name);
        } catch (NumberFormatException notNumbers) {
            throw new TaskIdFormatException(taskIdStr, notNumbers);
        }
    }

    @Override
    public boolean equals(Object o) {
        return o != null
                && getClass() == o.getClass()
                && subtopology == ((TaskId) o).subtopology
                && partition == ((TaskId) o).partition
                && Objects.equals(topologyName, ((TaskId) o).topologyName);
    }

    @Override
    public int hashCode() {
        return Objects.hash(subtopology, partition, topologyName);
    }

    /**
     * Orders by topology name, sub-topology and partition.
     *
     * @param other the id to compare with
     * @return as {@link Comparable#compareTo} says
     * @throws IllegalStateException if only one of the two has a topology name
     */
    @Override
    public int compareTo(TaskId other) {
        if ((topologyName == null) != (other.topologyName == null)) {
            throw new IllegalStateException(
                    "Cannot compare " + this + " with " + other + ": only one names a topology.");
        }
        int byName = topologyName == null ? 0 : topologyName.compareTo(other.topologyName);
        if (byName != 0) {
            return byName;
        }
        int bySubtopology = Integer.compare(subtopology, other.subtopology);
        return bySubtopology != 0 ? bySubtopology : Integer.compare(partition, other.partition);
    }
}
