package org.stoatflow.runtime.group;

import org.apache.kafka.clients.consumer.Consumer;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.runtime.source.OffsetReset;
import org.stoatflow.runtime.source.SourceConsumer;
import org.stoatflow.runtime.topics.TopicPlan;
import org.stoatflow.state.StateEngine;

/**
 * The plan that a member of the group goes by until its topics change.
 *
 * @param offsetReset where source partitions of this plan begin that have no committed offset
 */
public record MemberPlan(TopicPlan topics, OffsetReset offsetReset, Member member) {
    public Plan plan() {
        return topics.plan();
    }

    public StateEngine state() {
        return member.state();
    }

    public Consumer<byte[], byte[]> consumer() {
        return member.consumer();
    }

    public SourceConsumer source() {
        return member.source();
    }

    public Membership membership() {
        return member.membership();
    }
}
