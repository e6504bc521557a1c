package org.stoatflow.memorykafka;

import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * The modelled cluster: makes clients, and gives access to the objects that steer it and that show its content.
 *
 * <p>Thread rule: the simulation's thread. The same seed and the same calls give the same run.
 */
public final class SimKafka {
    private final Broker broker;
    private final Disruptions disruptions;
    private final ClusterView view;

    /** A cluster without topics that takes its time from the clock and every choice from the random source. */
    public SimKafka(SimClock clock, RandomGenerator random) {
        broker = new Broker(clock, random);
        disruptions = new Disruptions(broker);
        view = new ClusterView(broker);
    }

    public void createTopic(String name, int partitions) {
        broker.createTopic(name, partitions, Map.of());
    }

    /** A producer with Kafka's own configuration names; serializers are ignored. */
    public SimProducer producer(Map<String, ?> config) {
        return new SimProducer(broker, ProducerOptions.of(config));
    }

    /** A consumer with Kafka's own configuration names; {@code enable.auto.commit} must be false. */
    public SimConsumer consumer(Map<String, ?> config) {
        return new SimConsumer(broker, ConsumerOptions.of(config));
    }

    public ClusterAdmin admin(String clientId) {
        return new SimAdmin(broker, clientId);
    }

    /** A writer of input that is no part of what is tested. */
    public Upstream upstream(String transactionalId) {
        return new Upstream(broker, transactionalId);
    }

    /** Chooses who gets what in the group, from its next rebalance on. */
    public void assignWith(String groupId, GroupAssignment assignment) {
        broker.group(groupId).assignWith(assignment);
    }

    public FaultInjector faults() {
        return broker.faults;
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
