package org.stoatflow.runtime.takeover;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.stoatflow.config.StoatflowConfig;
import org.stoatflow.kernel.global.GlobalTask;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.runtime.settings.ApplicationSettings;
import org.stoatflow.runtime.settings.MemorySettings;
import org.stoatflow.state.Removal;
import org.stoatflow.state.StateDiskException;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.state.rocks.LeftState;
import org.stoatflow.state.rocks.LeftStores;
import org.stoatflow.state.rocks.RocksTuning;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.errors.LockException;
import org.stoatflow.streams.errors.ProcessorStateException;
import org.stoatflow.topology.LogicalTopology;

/**
 * The state folder as a start would find it. It is taken while it is read, and nothing in it is changed. Used by one
 * thread.
 */
final class LeftFolder {
    private final Path folder;
    private final StreamsConfig config;
    private final long nowMs;

    LeftFolder(Path folder, StreamsConfig config, long nowMs) {
        this.folder = folder;
        this.config = config;
        this.nowMs = nowMs;
    }

    /** For how long a start would keep stores that the topology does not have. */
    Removal removal() {
        return new Removal(nowMs, StoatflowConfig.REMOVED_STORES_KEEP.of(config).toMillis());
    }

    /**
     * What our own last run has left there.
     *
     * @param findings gets what is to be said of the folder as a whole
     * @return no stores where a start would not use what is there, or where it cannot be told
     */
    LeftStores read(LogicalTopology topology, Plan plan, List<Finding> findings) {
        String id = config.getString(StreamsConfig.APPLICATION_ID_CONFIG);
        if (!ApplicationSettings.isFolderName(id)) { // a start that keeps state refuses it, and another has none
            return LeftStores.NONE;
        }
        List<StoreDescription> stores = new ArrayList<>(GlobalTask.descriptions(topology.globalStores()));
        plan.stores().forEach(store -> stores.add(store.declared()));
        try {
            LeftStores left =
                    StateEngines.left(folder, stores, MemorySettings.of(config).rocks(), RocksTuning.of(config));
            return isTooOld(left, findings) ? LeftStores.NONE : left;
        } catch (LockException inUse) {
            findings.add(Finding.note(inUse.getMessage() + ". It is not looked at"));
        } catch (StateDiskException failure) {
            findings.add(
                    failure.kind() == StateDiskException.Kind.DAMAGED
                            ? damaged(String.valueOf(failure.getMessage()), stores)
                            : Finding.reads(failure.getMessage() + ". It is not looked at"));
        } catch (ProcessorStateException refused) {
            findings.add(Finding.blocks(String.valueOf(refused.getMessage())));
        }
        return LeftStores.NONE;
    }

    private boolean isTooOld(LeftStores left, List<Finding> findings) {
        long maxAgeMs = config.getLong(StreamsConfig.STATE_CLEANUP_DIR_MAX_AGE_MS_CONFIG);
        if (left.state().isEmpty() || !left.state().get().isTooOld(nowMs, maxAgeMs)) {
            return false;
        }
        LeftState state = left.state().get();
        String sentence = state.sentence(folder, nowMs, maxAgeMs);
        findings.add(state.others().isEmpty() ? Finding.reads(sentence) : Finding.loses(sentence));
        return true;
    }

    /** Which stores are sound is known once all of the database was read, which only a start does. */
    private static Finding damaged(String how, List<StoreDescription> stores) {
        String means = how + ". A start keeps the stores that are sound, and restores the others from their changelogs";
        List<String> without = stores.stream()
                .filter(store -> store.persistent() && !store.isUsers() && !store.logging())
                .map(StoreDescription::name)
                .toList();
        return without.isEmpty()
                ? Finding.reads(means)
                : Finding.loses(means + ". It is refused if rows of stores " + without
                        + " are damaged, which no changelog has");
    }
}
