package org.stoatflow.simulation;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.stoatflow.memorykafka.CallFaults;
import org.stoatflow.memorykafka.ClusterAdmin;
import org.stoatflow.memorykafka.MemoryProducer;

/** Strikes the clients of an instance: calls that throw or come late, and threads of theirs that end. */
final class ClientStrikes {
    private final World world;
    private final List<Instance> instances;
    private final Map<CallFaults.Strike, ClientCall> armed = new HashMap<>();

    ClientStrikes(World world, List<Instance> instances) {
        this.world = world;
        this.instances = instances;
        world.kafka().callFaults().onStrikes(this::onStrike);
    }

    /** Makes the instance's next call of the behaviour's name behave so. */
    void arm(ClientCall behaviour, Instance instance) {
        CallFaults.Strike strike = new CallFaults.Strike(
                instance.name() + "-", behaviour.clientCall(), behaviour.manner(), behaviour::thrown);
        armed.put(strike, behaviour);
        world.kafka().callFaults().strikeNext(strike);
    }

    /** Makes some call throw or come late, as the kind says. */
    void arm(FaultKind kind, Instance instance) {
        List<ClientCall> behaviours = ClientCall.of(kind, world.owner().isExactlyOnce(world.setup()));
        arm(behaviours.get(world.random().nextInt(behaviours.size())), instance);
    }

    private void onStrike(String clientId, CallFaults.Strike strike) {
        for (Instance instance : instances) {
            if (clientId.startsWith(instance.name() + "-")) {
                ClientCall behaviour = Objects.requireNonNull(armed.remove(strike));
                world.table().count(behaviour.kind(), instance.phase());
                world.course().note(clientId, behaviour.text());
            }
        }
    }

    /** The thread of one of the producers ends; in its next flush, where records linger. */
    boolean loseProducerThread(Instance instance) {
        InstanceProcess process = instance.process();
        MemoryProducer target = process == null ? null : oneOf(process.openProducers());
        if (target == null || target.mayLackThread()) {
            return false;
        }
        if (world.setup().lingers()) {
            target.loseThreadInFlush();
        } else {
            target.loseThread();
        }
        return true;
    }

    /** The thread of the admin client ends. */
    boolean loseAdminThread(Instance instance) {
        InstanceProcess process = instance.process();
        if (process == null || process.admins().isEmpty()) {
            return false;
        }
        ClusterAdmin target = process.admins().getLast();
        if (target.hasLostThread()) {
            return false;
        }
        target.loseThread();
        return true;
    }

    private <T> @Nullable T oneOf(List<T> choices) {
        RandomGenerator random = world.random();
        return choices.isEmpty() ? null : choices.get(random.nextInt(choices.size()));
    }
}
