package org.stoatflow.runtime.takeover;

import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.common.GroupType;
import org.stoatflow.runtime.cluster.ApplicationGroup;

/**
 * The application's group.
 *
 * @param type its type; unknown where there is no such group
 * @param protocol how its members share out partitions; empty where they have not agreed on it
 * @param members each in words
 */
record GroupFacts(String id, GroupType type, String protocol, List<String> members) {
    static GroupFacts of(ApplicationGroup group, String id, GroupType type) {
        if (type == GroupType.STREAMS) {
            return new GroupFacts(id, type, "", group.streamsMembers());
        }
        Optional<ConsumerGroupDescription> described = group.description();
        return new GroupFacts(
                id,
                type,
                described.map(ConsumerGroupDescription::partitionAssignor).orElse(""),
                described.stream()
                        .flatMap(known -> known.members().stream())
                        .map(ApplicationGroup::words)
                        .sorted()
                        .toList());
    }
}
