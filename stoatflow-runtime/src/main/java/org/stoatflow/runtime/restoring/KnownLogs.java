package org.stoatflow.runtime.restoring;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.kernel.plan.PlanException;
import org.stoatflow.kernel.plan.StorePlan;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.StoreTopics;

/**
 * Remembers in the state from which topic each store is restored: its changelog, or a source topic. A position in one
 * topic says nothing of another one, so a store that is restored from another source topic now is emptied, and restored
 * of that one. A store that has rows of a source topic is not: no changelog has these rows.
 */
public final class KnownLogs {
    private static final Logger LOG = LoggerFactory.getLogger(KnownLogs.class);

    private KnownLogs() {}

    /**
     * Empties the stores whose topic is another one than before, so that they are restored of that. Nothing is emptied
     * where a store refuses the start. Before a restore is planned.
     *
     * @throws PlanException if the rows of a store are those of a source topic, and it has a changelog now
     */
    public static void emptyOthers(Plan plan, StateEngine state, long nowMs) {
        emptyOthers(plan, state, nowMs, every -> true);
    }

    /**
     * The same of some stores. Of the others nothing is noted either, so that it is found again: stores that users have
     * written cannot be emptied before they are open.
     *
     * @throws PlanException if the rows of a store are those of a source topic, and it has a changelog now
     */
    public static void emptyOthers(Plan plan, StateEngine state, long nowMs, Predicate<StorePlan> which) {
        Map<String, String> before = StoreTopics.read(state, StoreTopics.LOGS);
        Map<String, String> now = new TreeMap<>(before); // what this plan does not have, another one may
        Map<StorePlan, String> others = new LinkedHashMap<>();
        for (StorePlan store : plan.stores()) {
            String topic = store.restoredFrom();
            if (topic != null && which.test(store)) {
                now.put(store.name(), topic);
                String known = before.get(store.name());
                if (known != null && !topic.equals(known)) {
                    requireRestorable(store, known);
                    others.put(store, anew(store.name(), topic, known));
                }
            }
        }
        others.forEach((store, sentence) -> {
            LOG.warn("Rows of another topic are deleted: {}", sentence);
            int id = state.storeId(store.name());
            plan.ownedOf(store).stream().forEach(partition -> state.wipe(id, partition));
        });
        if (!now.equals(before)) {
            StoreTopics.write(state, StoreTopics.LOGS, now, nowMs);
        }
    }

    private static void requireRestorable(StorePlan store, String known) {
        refusal(store, known).ifPresent(reason -> {
            throw new PlanException(reason);
        });
    }

    /** Says what becomes of a store that has the rows of another topic, where that does not refuse the start. */
    public static String anew(String store, String topic, String known) {
        return "store " + store + " is restored anew, from topic " + topic + ": what it has is of topic " + known;
    }

    /**
     * Why a start is refused that finds the rows of another topic in a store: the changelog has what was written before
     * these rows came from that topic, or nothing.
     *
     * @param known the topic whose rows the store has
     * @return empty where it has them of the topic that it is restored from, or is restored anew
     */
    public static Optional<String> refusal(StorePlan store, String known) {
        return store.changelogTopic() == null || known.equals(store.changelogTopic())
                ? Optional.empty()
                : Optional.of("Store " + store.name() + " has the rows of topic " + known
                        + ", which it was restored from under topology.optimization, and its changelog "
                        + store.changelogTopic() + " does not have them: set topology.optimization as it was, or rename"
                        + " the store to begin empty, or delete the state folder to go on with what the changelog has");
    }
}
