package org.stoatflow.runtime.source;

import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/**
 * Partitions that were taken back since a run began, while this instance stays the owner (docs/design/042). Immutable.
 *
 * @param all all of them; the same object until there are more
 * @param gone those whose topic is not there any more, or is another one with the same name
 * @param undecided those of which that is being asked
 */
public record Revoked(Set<TopicPartition> all, Set<TopicPartition> gone, Set<TopicPartition> undecided) {
    /** No partition was taken back. */
    public static final Revoked NONE = new Revoked(Set.of(), Set.of(), Set.of());
}
