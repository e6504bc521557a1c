package org.stoatflow.streams;

import java.util.Set;

/** What a thread works with. Immutable. */
public interface ThreadMetadata {
    /**
     * What the thread is doing.
     *
     * @return the name of its state
     */
    String threadState();

    /**
     * The thread's name.
     *
     * @return the name
     */
    String threadName();

    /**
     * The tasks that the thread works on.
     *
     * @return the tasks
     */
    Set<TaskMetadata> activeTasks();

    /**
     * The tasks of whose stores the thread keeps copies up to date.
     *
     * @return the tasks
     */
    Set<TaskMetadata> standbyTasks();

    /**
     * The consumer that reads sources.
     *
     * @return its client id
     */
    String consumerClientId();

    /**
     * The consumer that reads changelogs.
     *
     * @return its client id
     */
    String restoreConsumerClientId();

    /**
     * The producers.
     *
     * @return their client ids
     */
    Set<String> producerClientIds();

    /**
     * The admin client.
     *
     * @return its client id
     */
    String adminClientId();

    /**
     * Compares all that is said.
     *
     * @param o what to compare with
     * @return whether all of it is equal
     */
    @Override
    boolean equals(Object o);

    @Override
    int hashCode();
}
