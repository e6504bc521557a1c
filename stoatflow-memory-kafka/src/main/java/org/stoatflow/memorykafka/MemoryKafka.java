package org.stoatflow.memorykafka;

import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * The modelled cluster: makes clients, and gives access to the objects that steer it and that show its content.
 *
 * <p>Thread rule: one thread for the whole cluster. The same seed and the same calls give the same run.
 */
public final class MemoryKafka {
    private final Broker broker;
    private final Disruptions disruptions;
    private final ClusterView view;

    /** A cluster without topics that takes its time from the clock and every choice from the random source. */
    public MemoryKafka(ClusterClock clock, RandomGenerator random) {
        broker = new Broker(clock, random);
        disruptions = new Disruptions(broker);
        view = new ClusterView(broker);
    }

    public void createTopic(String name, int partitions) {
        broker.createTopic(name, partitions, Map.of());
    }

    /** A producer with Kafka's own configuration names; serializers are ignored. */
    public MemoryProducer producer(Map<String, ?> config) {
        return new MemoryProducer(broker, ProducerOptions.of(config));
    }

    /** A consumer with Kafka's own configuration names; {@code enable.auto.commit} must be false. */
    public MemoryConsumer consumer(Map<String, ?> config) {
        return new MemoryConsumer(broker, ConsumerOptions.of(config));
    }

    public ClusterAdmin admin(String clientId) {
        return new MemoryAdmin(broker, clientId);
    }

    /** A writer of input that is no part of what is tested. */
    public Upstream upstream(String transactionalId) {
        return new Upstream(broker, transactionalId);
    }

    /** Chooses who gets what in the group, from its next rebalance on. */
    public void assignWith(String groupId, GroupAssignment assignment) {
        broker.group(groupId).assignWith(assignment);
    }

    /** Has the first assignor of the oldest member choose, from the group's next rebalance on, as a real group does. */
    public void assignWithAssignors(String groupId) {
        broker.group(groupId).assignWithAssignors();
    }

    /** Says what becomes of a thread that waits in a client for what does not come. */
    public void onWaits(ClientWait waits) {
        broker.waits = waits;
    }

    public FaultInjector faults() {
        return broker.faults;
    }

    public CallFaults callFaults() {
        return broker.callFaults;
    }

    public Disruptions disruptions() {
        return disruptions;
    }

    public Journal journal() {
        return broker.journal;
    }

    public ClusterView view() {
        return view;
    }

    /** Does what has fallen due by the clock; the clients' calls do so too. */
    public void catchUp() {
        broker.catchUp();
    }
}
