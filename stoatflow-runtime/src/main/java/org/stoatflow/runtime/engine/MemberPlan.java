package org.stoatflow.runtime.engine;

import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.runtime.source.OffsetReset;
import org.stoatflow.state.StateEngine;

/**
 * The plan that a member of the group goes by until its topics change.
 *
 * @param offsetReset where source partitions of this plan begin that have no committed offset
 */
record MemberPlan(TopicPlan topics, OffsetReset offsetReset, Member member) {
    Plan plan() {
        return topics.plan();
    }

    StateEngine state() {
        return member.state();
    }
}
