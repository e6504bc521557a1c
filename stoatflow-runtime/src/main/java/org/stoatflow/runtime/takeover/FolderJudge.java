package org.stoatflow.runtime.takeover;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.stoatflow.config.StoatflowConfig;
import org.stoatflow.kernel.plan.StorePlan;
import org.stoatflow.runtime.restoring.KnownLogs;
import org.stoatflow.state.Removal;
import org.stoatflow.state.rocks.LeftStores;
import org.stoatflow.state.rocks.StoreChange;
import org.stoatflow.topology.GlobalStore;

/** Judges what a start makes of the stores that our own last run has left in the state folder. */
final class FolderJudge {
    private final LeftStores left;
    private final Map<String, StorePlan> stores;
    private final Map<String, String> globals;
    private final Removal removal;

    /**
     * @param globals the stores that are global now
     * @param removal for how long a start would keep stores that the topology does not have
     */
    FolderJudge(LeftStores left, List<StorePlan> stores, List<GlobalStore> globals, Removal removal) {
        this.left = left;
        this.removal = removal;
        this.stores = stores.stream().collect(Collectors.toMap(StorePlan::name, Function.identity()));
        this.globals = globals.stream().collect(Collectors.toMap(GlobalStore::name, GlobalStore::topic));
    }

    /** @param written the topics that hold anything, of all changelogs */
    List<Finding> findings(Set<String> written) {
        List<Finding> findings = new ArrayList<>();
        Set<String> names = new TreeSet<>(left.stores().keySet());
        names.addAll(left.logs().keySet());
        names.addAll(globals.keySet());
        for (String name : names) {
            ofStore(name, written).ifPresent(findings::add);
        }
        return findings;
    }

    private Optional<Finding> ofStore(String name, Set<String> written) {
        @Nullable StoreChange change = left.changes().get(name);
        if (change != null) {
            return Optional.of(
                    change.isRefused() ? Finding.blocks(change.sentence()) : Finding.reads(change.sentence()));
        }
        if (globals.containsKey(name)) {
            return ofGlobal(name, globals.get(name));
        }
        @Nullable StorePlan store = stores.get(name);
        if (store == null) {
            return ofRemoved(name);
        }
        @Nullable String was = left.globals().get(name);
        @Nullable String known = left.logs().get(name);
        @Nullable String topic = store.restoredFrom();
        if (was != null) {
            boolean beginsEmpty = topic == null || (store.sourceTopic() == null && !written.contains(topic));
            return Optional.of(
                    Finding.reads("store " + name + " was global, of topic " + was + ": what it has is deleted,"
                            + (beginsEmpty ? " and it begins empty" : " and it is restored from topic " + topic)));
        }
        if (known != null && topic != null && !known.equals(topic)) {
            return Optional.of(
                    KnownLogs.refusal(store, known).map(Finding::blocks).orElse(ofOtherTopic(store, topic, known)));
        }
        return ofLogging(store, written);
    }

    /** A source topic has what its own changelog has, and other things than another source topic. */
    private static Finding ofOtherTopic(StorePlan store, String topic, String known) {
        String sentence = KnownLogs.anew(store.name(), topic, known);
        return known.equals(store.serdeTopic())
                ? Finding.reads(sentence)
                : Finding.loses(sentence + ", which the topology does not read for it any more");
    }

    private Optional<Finding> ofLogging(StorePlan store, Set<String> written) {
        LeftStores.@Nullable Left rows = left.stores().get(store.name());
        if (rows == null || !rows.hasRows() || !store.description().persistent()) {
            return Optional.empty();
        }
        @Nullable String changelog = store.changelogTopic();
        if (changelog == null && store.sourceTopic() == null) {
            return Optional.of(Finding.note("store " + store.name() + " is not logged: its rows in the state folder are"
                    + " kept, and nothing brings them back if the folder is lost"));
        }
        if (changelog == null || !left.hasUnlogged(store.name())) {
            return Optional.empty();
        }
        return Optional.of(
                written.contains(changelog)
                        ? Finding.loses("store " + store.name() + " was written without its changelog: it is restored"
                                + " from topic " + changelog + ", and what that topic does not have is gone")
                        : Finding.note("store " + store.name() + " was written without a changelog: its rows in the"
                                + " state folder are kept, and topic " + changelog
                                + " has only what is written from now on"));
    }

    private Optional<Finding> ofGlobal(String name, String topic) {
        String known = left.globals().get(name);
        return left.stores().containsKey(name) && !topic.equals(known)
                ? Optional.of(Finding.reads("global store " + name + " is loaded anew, from topic " + topic
                        + ": what it has is of " + (known == null ? "a store that was not global" : "topic " + known)))
                : Optional.empty();
    }

    private Optional<Finding> ofRemoved(String name) {
        LeftStores.@Nullable Left rows = left.stores().get(name);
        if (rows == null) {
            return Optional.empty();
        }
        String what = "store " + name + " is in the state folder, and the topology does not have it: its rows ";
        if (rows.isUnlogged()) {
            return Optional.of(Finding.note(what + "stay there, since no changelog could bring them back"));
        }
        String keep = StoatflowConfig.REMOVED_STORES_KEEP.key() + "=" + removal.keepMs();
        boolean isDue = rows.removedAtMs().isPresent()
                && removal.isDue(rows.removedAtMs().getAsLong());
        return Optional.of(Finding.note(
                isDue
                        ? what + "are deleted by the start, which is later than " + keep + " after the first one"
                                + " without it"
                        : what + "are kept for " + keep + ", counted from the first start without it"));
    }
}
