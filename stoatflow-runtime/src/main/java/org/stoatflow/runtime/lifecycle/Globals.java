package org.stoatflow.runtime.lifecycle;

import java.util.List;
import org.apache.kafka.clients.consumer.Consumer;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.counters.DropCounters;
import org.stoatflow.kernel.global.GlobalTask;
import org.stoatflow.kernel.lane.GlobalStoreHome;
import org.stoatflow.runtime.cluster.Closing;
import org.stoatflow.runtime.cluster.KafkaClients;
import org.stoatflow.runtime.failure.LeftBehindException;
import org.stoatflow.runtime.global.GlobalDriver;
import org.stoatflow.runtime.global.GlobalFailure;
import org.stoatflow.runtime.global.GlobalFollower;
import org.stoatflow.runtime.global.GlobalSettings;
import org.stoatflow.runtime.global.KnownGlobals;
import org.stoatflow.runtime.run.CallWait;
import org.stoatflow.runtime.run.ConfiguredApplication;
import org.stoatflow.runtime.settings.ApplicationSettings;
import org.stoatflow.state.StateEngine;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.processor.StateRestoreListener;
import org.stoatflow.topology.GlobalStore;

/**
 * The global stores of an application: their topics are followed as long as the state is open. So an instance that
 * waits for its partitions has them current, too. Owner: the dispatcher's thread; {@link #isLoaded} is for any thread.
 */
final class Globals {
    private final List<GlobalStore> stores;
    private final StreamsConfig config;
    private final GlobalSettings settings;
    private final Environment environment;
    private final KafkaClients clients;
    private final ConfiguredApplication application;
    private final StateRestoreListener listener;
    private final DropCounters drops = DropCounters.ofOne();
    private final CallWait wait;
    private @Nullable GlobalDriver driver;
    private @Nullable GlobalDriver leftBehind; // was stopped, and its thread is in a call of user code

    /**
     * Shared. Written by: the dispatcher's thread, before lanes are made. Read by: lanes, queries. Safe: volatile, one
     * writer. Proof: SharedFieldsTest.
     */
    private volatile @Nullable GlobalFollower follower;

    Globals(
            List<GlobalStore> stores,
            StreamsConfig config,
            ApplicationSettings settings,
            Environment environment,
            KafkaClients clients,
            ConfiguredApplication application,
            StateRestoreListener listener) {
        this.stores = stores;
        this.config = config;
        this.settings = GlobalSettings.of(config, settings);
        this.environment = environment;
        this.clients = clients;
        this.application = application;
        this.listener = listener;
        this.wait = new CallWait(environment.clock(), config);
        if (!stores.isEmpty()) {
            environment.meters().onGlobals(drops);
        }
    }

    /** The stores, to be declared where the state is opened. */
    List<StoreDescription> descriptions() {
        return GlobalTask.descriptions(stores);
    }

    /** Begins to follow, with a state that was just opened. */
    void begin(StateEngine state) {
        new KnownGlobals(state).emptyOthers(stores, environment.clock().millis());
        if (stores.isEmpty()) {
            return;
        }
        GlobalStoreHome.open(descriptions(), application, state, application.stateFolder());
        GlobalTask task = new GlobalTask(
                stores,
                application,
                state,
                environment.clock(),
                GlobalSettings.rules(config, application.errors(), drops));
        application.share(task.shared());
        Consumer<byte[], byte[]> consumer = clients.openGlobalConsumer();
        environment.meters().onGlobalConsumer(consumer);
        GlobalFollower begun = new GlobalFollower(
                new GlobalFollower.Work(stores, task, state), consumer, settings, listener, environment.clock());
        follower = begun;
        driver = environment.follow(begun);
    }

    /** Whether the stores have what their topics had when the state was opened. Any thread. */
    boolean isLoaded() {
        GlobalFollower following = follower;
        return stores.isEmpty() || (following != null && following.isLoaded());
    }

    /** @throws GlobalFailure if the stores are not followed any more */
    void requireFollowed() {
        Throwable failure = driver == null ? null : driver.failure();
        if (failure != null) {
            throw new GlobalFailure(failure);
        }
    }

    /** Ends following, before the state is closed. */
    void end() {
        GlobalDriver begun = driver;
        driver = null;
        follower = null;
        if (begun != null) {
            Closing.quietly("global stores", begun::stop);
            clients.forgetGlobalConsumer();
            if (!begun.isBack()) {
                leftBehind = begun;
                wait.begin();
            }
        }
    }

    /**
     * Whether no processor that was followed with before is in a call any more. Others begin only then: they would be
     * given the same records beside the call, and be prepared before those are closed. To be asked again until it is
     * so; does not wait.
     *
     * @throws LeftBehindException where that takes too long. After it, as much time is given again
     */
    boolean areBack() {
        GlobalDriver stopped = leftBehind;
        if (stopped == null) {
            return true;
        }
        if (stopped.isBack()) {
            leftBehind = null;
            return true;
        }
        wait.goOn(stopped::doing);
        return false;
    }
}
