package org.stoatflow.runtime.cluster;

import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Which topics are an application's internal ones, by their names alone: changelogs, repartition topics and the
 * subscription topics of foreign-key joins. StoatFlow writes changelogs only; the others may be left by Kafka Streams.
 */
public record InternalNames(String applicationId) {
    private static final Pattern ENDS = Pattern.compile(".*-(changelog|repartition"
            + "|subscription-registration-topic|subscription-response-topic"
            + "|KTABLE-FK-JOIN-SUBSCRIPTION-(REGISTRATION|RESPONSE)-\\d+-topic)");

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
        return internal.endsWith("-changelog");
    }

    private boolean isInternal(String topic) {
        return topic.startsWith(applicationId + "-") && ENDS.matcher(topic).matches();
    }
}
