package org.stoatflow.runtime.takeover;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.stoatflow.runtime.cluster.InternalNames;

/** Judges changelogs and stores that do not find each other: a store is new, removed, renamed or not logged. */
final class TopologyJudge {
    private final InternalNames names;
    private final boolean hasRun;

    /** @param hasRun whether the application has committed offsets */
    TopologyJudge(String applicationId, boolean hasRun) {
        this.names = new InternalNames(applicationId);
        this.hasRun = hasRun;
    }

    /** @param strays numbers of partitions of changelogs that belong to no store of the topology, by topic */
    List<Finding> ofChangelogs(List<ChangelogFacts> changelogs, Map<String, Integer> strays) {
        List<Finding> findings = new ArrayList<>();
        Set<String> guessed = new HashSet<>();
        for (ChangelogFacts changelog : changelogs) {
            if (changelog.held().isEmpty() && hasRun) {
                Set<String> perhaps = ofSize(changelog.partitions(), strays);
                guessed.addAll(perhaps);
                findings.add(Finding.loses("store " + changelog.store() + " has no changelog " + changelog.topic()
                        + " and begins empty, although the application has committed offsets" + guess(perhaps)));
            }
        }
        strays.keySet().stream()
                .filter(stray -> !guessed.contains(stray))
                .forEach(stray -> findings.add(
                        Finding.note("topic " + stray + " belongs to no store of the topology, and stays")));
        return findings;
    }

    /** @param stores names of those that are restored from no topic */
    List<Finding> ofUnlogged(List<String> stores) {
        return hasRun
                ? stores.stream()
                        .map(store -> Finding.loses("store " + store + " has no changelog (logging is off): StoatFlow"
                                + " takes nothing of it over from Kafka Streams"))
                        .toList()
                : List.of();
    }

    private static Set<String> ofSize(int partitions, Map<String, Integer> strays) {
        Set<String> found = new TreeSet<>();
        strays.forEach((topic, count) -> {
            if (count == partitions) {
                found.add(topic);
            }
        });
        return found;
    }

    private String guess(Set<String> perhaps) {
        StringBuilder text = new StringBuilder();
        for (String topic : perhaps) {
            text.append(". Is it renamed? Topic ")
                    .append(topic)
                    .append(" belongs to no store; Materialized.as(\"")
                    .append(names.storeOf(topic).orElse(topic))
                    .append("\") takes it over");
        }
        return text.toString();
    }
}
