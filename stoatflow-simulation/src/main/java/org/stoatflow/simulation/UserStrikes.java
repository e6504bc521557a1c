package org.stoatflow.simulation;

import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Has user code, or the thread that it is called in, take its time or fail. */
final class UserStrikes {
    private static final int CALL_MS_MIN = 5;
    private static final int CALL_MS_MORE = 1_500;

    /** Beyond what {@code max.poll.interval.ms} says. */
    private static final int CALL_MS_TOO_LONG = 20_000;

    private final World world;

    UserStrikes(World world) {
        this.world = world;
    }

    /** The next call takes long; often its run ends meanwhile. */
    void takeLong() {
        RandomGenerator random = world.random();
        long ms = random.nextInt(8) == 0 ? CALL_MS_TOO_LONG : CALL_MS_MIN + random.nextInt(CALL_MS_MORE);
        world.calls().takeLong(ms, random.nextInt(3) == 0);
        if (random.nextBoolean()) {
            world.code().failNext(1);
        }
    }

    /** The next call of a callback fails; one that programs of this kind make. */
    void failCallback() {
        List<Callback> callbacks = Arrays.stream(Callback.values())
                .filter(callback -> callback.isOf(world.setup().program()))
                .toList();
        RandomGenerator random = world.random();
        world.calls().failNext(callbacks.get(random.nextInt(callbacks.size())), random.nextInt(3) != 0);
    }

    boolean holdLane(Instance instance) {
        SimRun run = run(instance);
        if (run == null) {
            return false;
        }
        RandomGenerator random = world.random();
        SimRun.Worker worker = random.nextInt(6) == 0
                ? run.committerWorker()
                : run.lanes().get(random.nextInt(run.lanes().size()));
        if (!worker.isRunnable(world.course().step())) {
            return false;
        }
        worker.holdUntil(world.course().step() + 30 + random.nextInt(300));
        return true;
    }

    boolean failInit(Instance instance) {
        SimRun run = run(instance);
        return run != null && run.failNextToOpen();
    }

    private static @Nullable SimRun run(Instance instance) {
        return instance.process() == null ? null : instance.process().run();
    }
}
