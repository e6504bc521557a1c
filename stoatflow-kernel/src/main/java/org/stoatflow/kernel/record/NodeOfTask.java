package org.stoatflow.kernel.record;

import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.processor.TaskId;

/**
 * A node as messages of failures name it.
 *
 * @param name null before the first node
 * @param task the task that Kafka Streams would have for the record
 */
public record NodeOfTask(@Nullable String name, TaskId task) {}
