package org.stoatflow.runtime.takeover;

import java.util.List;
import org.apache.kafka.common.GroupType;
import org.stoatflow.runtime.cluster.SingleOwnerAssignor;
import org.stoatflow.runtime.group.GroupWait;

/** Judges whether the application's group lets StoatFlow in. */
final class GroupJudge {
    private GroupJudge() {}

    static List<Finding> of(GroupFacts group) {
        if (group.members().isEmpty()) {
            return group.type() == GroupType.STREAMS ? List.of(emptyStreams(group)) : List.of();
        }
        if (group.protocol().equals(SingleOwnerAssignor.NAME)) {
            return List.of(Finding.note("StoatFlow runs the application already: " + members(group)
                    + ". Another instance waits to take over; one with another topology or processing.guarantee is"
                    + " refused as long as they run"));
        }
        return List.of(Finding.blocks(GroupWait.strangers(group.id()) + ". They are " + members(group)
                + ". One that was killed stays until its session.timeout.ms has passed"));
    }

    private static Finding emptyStreams(GroupFacts group) {
        return Finding.note("consumer group " + group.id() + " is of type streams (group.protocol=streams) and has no"
                + " members. Brokers turn it into one that StoatFlow can join, from 4.2.1 on");
    }

    private static String members(GroupFacts group) {
        return String.join(", ", group.members());
    }
}
