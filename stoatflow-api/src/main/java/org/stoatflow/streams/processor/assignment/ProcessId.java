package org.stoatflow.streams.processor.assignment;

import java.util.UUID;

/** The id of a process that runs an instance of an application. Immutable. */
public class ProcessId implements Comparable<ProcessId> {
    private final UUID id;

    /**
     * Creates an id.
     *
     * @param id the id, not null
     */
    public ProcessId(UUID id) {
        this.id = id;
    }

    /**
     * A new id.
     *
     * @return an id that no other process has
     */
    public static ProcessId randomProcessId() {
        return new ProcessId(UUID.randomUUID());
    }

    /**
     * The id.
     *
     * @return the id
     */
    public UUID id() {
        return id;
    }

    @Override
    public int compareTo(ProcessId o) {
        return id.compareTo(o.id);
    }

    @Override
    public boolean equals(Object obj) {
        return obj != null && getClass() == obj.getClass() && id.equals(((ProcessId) obj).id);
    }

    @Override
    public int hashCode() {
        return id.hashCode();
    }

    @Override
    public String toString() {
        return id.toString();
    }
}
