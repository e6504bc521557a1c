package org.stoatflow.tools.reset;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.stoatflow.runtime.cluster.InternalNames;

/**
 * Which topics a reset deletes: those that are known to be the application's own. A name alone is no proof, since it
 * may be an output topic's, or another application's whose id begins with this one's.
 *
 * @param deleted the topics to delete, each with the reason
 * @param left topics that are internal by their names and stay, each with the reason
 * @param unproven topics of which nothing but the name says that they are internal ones
 */
record TopicChoice(Map<String, String> deleted, Map<String, String> left, Set<String> unproven) {
    private static final String CONFIRMED = "confirmed; only its name says that it is internal";

    /**
     * What is known of the application's topics beside their names.
     *
     * @param byTopology those that its topology names
     * @param isComplete whether the topology is known, so that it has no others
     * @param byState those that its local state names
     */
    record Known(Set<String> byTopology, boolean isComplete, Set<String> byState) {}

    /**
     * @param options the topics that are listed, and those of users
     * @param topics all that are there
     * @param groups the ids of all groups
     */
    static TopicChoice of(ResetOptions options, Known known, Set<String> topics, Collection<String> groups) {
        InternalNames names = new InternalNames(options.applicationId());
        Set<String> users = new TreeSet<>(options.topics().input());
        users.addAll(options.topics().intermediate());
        Set<String> all = names.among(topics, users);
        Set<String> listed = new TreeSet<>(options.topics().internal());
        if (!listed.isEmpty()) {
            return listed(listed, names.among(listed, users), all, options.applicationId());
        }
        TopicChoice choice = new TopicChoice(new TreeMap<>(), new TreeMap<>(), new TreeSet<>());
        for (String topic : all) {
            choice.add(topic, known);
        }
        choice.unproven.forEach(topic -> requireOwn(topic, names.alike(topic, groups)));
        return options.flags().yes() ? choice.confirmed() : choice;
    }

    private static TopicChoice listed(Set<String> listed, Set<String> internal, Set<String> all, String application) {
        Set<String> other = new TreeSet<>(listed);
        other.removeAll(internal);
        if (!other.isEmpty()) {
            throw new ResetFailure("--internal-topics names " + other + ", which are no internal topics of "
                    + application + ". Those are, by their names: " + all);
        }
        TopicChoice choice = new TopicChoice(new TreeMap<>(), new TreeMap<>(), Set.of());
        for (String topic : all) {
            boolean isListed = listed.contains(topic);
            (isListed ? choice.deleted : choice.left)
                    .put(topic, "--internal-topics " + (isListed ? "lists it" : "does not list it"));
        }
        return choice;
    }

    private void add(String topic, Known known) {
        if (known.byTopology().contains(topic)) {
            deleted.put(topic, "the topology names it");
        } else if (known.byState().contains(topic)) {
            deleted.put(topic, "the local state names it");
        } else if (known.isComplete()) {
            left.put(topic, "the topology does not name it");
        } else {
            unproven.add(topic);
        }
    }

    private static void requireOwn(String topic, Set<String> alike) {
        if (!alike.isEmpty()) {
            throw new ResetFailure("Topic " + topic + " may belong to another application, by its name: there are the"
                    + " groups " + alike + ". Say with --topology which topology it is, or with --internal-topics which"
                    + " topics are to be deleted");
        }
    }

    /** As this, with all that is not proven to be deleted. */
    TopicChoice confirmed() {
        Map<String, String> more = new TreeMap<>(deleted);
        unproven.forEach(topic -> more.put(topic, CONFIRMED));
        return new TopicChoice(more, left, Set.of());
    }
}
