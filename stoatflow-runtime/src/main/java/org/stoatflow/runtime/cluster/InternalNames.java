package org.stoatflow.runtime.cluster;

import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Which topics are an application's internal ones, by their names alone: changelogs, repartition topics and the
 * subscription topics of foreign-key joins. StoatFlow writes changelogs only; the others may be left by Kafka Streams.
 */
public record InternalNames(String applicationId) {
    private static final String CHANGELOG = "-changelog";

    /** What follows the application's id. */
    private static final Pattern BETWEEN_STAGES =
            Pattern.compile(".+-(repartition|subscription-registration-topic|subscription-response-topic)"
                    + "|(.+-)?KTABLE-FK-JOIN-SUBSCRIPTION-(REGISTRATION|RESPONSE)-\\d+-topic");

    /** Those of the topics that are internal ones; {@code users} are not, whatever their names are. */
    public Set<String> among(Collection<String> topics, Collection<String> users) {
        Set<String> internal = new TreeSet<>();
        for (String topic : topics) {
            if (isInternal(topic) && !users.contains(topic)) {
                internal.add(topic);
            }
        }
        return internal;
    }

    /**
     * Those of the groups whose internal topics would have names that begin like ours: of the application {@code a},
     * the application {@code a-b}.
     */
    public Set<String> alike(String topic, Collection<String> groups) {
        Set<String> alike = new TreeSet<>();
        for (String group : groups) {
            if (group.startsWith(applicationId + "-") && topic.startsWith(group + "-")) {
                alike.add(group);
            }
        }
        return alike;
    }

    /** Whether an internal topic is a changelog. */
    public static boolean isChangelog(String internal) {
        return internal.endsWith(CHANGELOG);
    }

    /** The store whose changelog a topic is by its name; empty where it is none of the application's. */
    public Optional<String> storeOf(String topic) {
        String name = nameOf(topic);
        return name.endsWith(CHANGELOG) && !name.equals(CHANGELOG)
                ? Optional.of(name.substring(0, name.length() - CHANGELOG.length()))
                : Optional.empty();
    }

    /** Whether a topic is one between two sub-topologies of the application, by its name. */
    public boolean isBetweenStages(String topic) {
        return BETWEEN_STAGES.matcher(nameOf(topic)).matches();
    }

    private boolean isInternal(String topic) {
        return storeOf(topic).isPresent() || isBetweenStages(topic);
    }

    /** What follows the application's id; empty where a topic does not begin with it. */
    private String nameOf(String topic) {
        String begin = applicationId + "-";
        return topic.startsWith(begin) ? topic.substring(begin.length()) : "";
    }
}
