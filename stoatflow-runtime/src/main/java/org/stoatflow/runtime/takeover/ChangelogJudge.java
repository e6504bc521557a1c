package org.stoatflow.runtime.takeover;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.apache.kafka.common.config.TopicConfig;

/** Judges whether changelogs keep what their stores need, and says what is read of them. */
final class ChangelogJudge {
    private ChangelogJudge() {}

    static List<Finding> of(ChangelogFacts changelog) {
        return changelog.held().map(held -> of(changelog, held)).orElse(List.of());
    }

    private static List<Finding> of(ChangelogFacts changelog, ChangelogFacts.Held held) {
        List<Finding> findings = new ArrayList<>();
        String policy = held.config().getOrDefault(TopicConfig.CLEANUP_POLICY_CONFIG, "");
        if (policy.contains(TopicConfig.CLEANUP_POLICY_DELETE)) {
            deleting(changelog, policy, number(held, TopicConfig.RETENTION_MS_CONFIG, -1), findings);
        }
        long lagMs = number(held, TopicConfig.MIN_COMPACTION_LAG_MS_CONFIG, 0);
        changelog.needs().compactionLagMs().ifPresent(neededMs -> {
            if (lagMs < neededMs) {
                findings.add(Finding.loses(words(changelog) + " has " + TopicConfig.MIN_COMPACTION_LAG_MS_CONFIG + "="
                        + lagMs + ", less than the " + neededMs
                        + " ms that the store needs: a restore would miss versions. Raise it"));
            }
        });
        if (held.offsets() > 0) {
            findings.add(Finding.reads("store " + changelog.store() + " is restored from topic " + changelog.topic()
                    + ": " + held.offsets() + " offsets at most, less what the local state has"));
        }
        return findings;
    }

    private static void deleting(ChangelogFacts changelog, String policy, long keptMs, List<Finding> findings) {
        OptionalLong neededMs = changelog.needs().retentionMs();
        if (neededMs.isEmpty()) {
            findings.add(Finding.loses(words(changelog) + " has " + TopicConfig.CLEANUP_POLICY_CONFIG + "=" + policy
                    + ", which deletes rows that the store keeps, and a restore would miss them. Set "
                    + TopicConfig.CLEANUP_POLICY_CONFIG + "=compact"));
        } else if (keptMs >= 0 && keptMs < neededMs.getAsLong()) {
            findings.add(Finding.loses(words(changelog) + " has " + TopicConfig.RETENTION_MS_CONFIG + "=" + keptMs
                    + ", less than the store's retention of " + neededMs.getAsLong()
                    + " ms: a restore would miss rows. Raise it"));
        }
    }

    private static String words(ChangelogFacts changelog) {
        return "topic " + changelog.topic() + " of store " + changelog.store();
    }

    private static long number(ChangelogFacts.Held held, String key, long otherwise) {
        String value = held.config().get(key);
        return value == null ? otherwise : Long.parseLong(value);
    }
}
