package org.stoatflow.runtime.takeover;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.kafka.common.config.TopicConfig;

/** Judges whether changelogs keep what their stores need, and says what is read of them. */
final class ChangelogJudge {
    private static final String LOG_APPEND_TIME = "LogAppendTime";

    private ChangelogJudge() {}

    static List<Finding> of(ChangelogFacts changelog) {
        return changelog.held().map(held -> of(changelog, held)).orElse(List.of());
    }

    private static List<Finding> of(ChangelogFacts changelog, ChangelogFacts.Held held) {
        List<Finding> findings = new ArrayList<>();
        String policy = held.config().getOrDefault(TopicConfig.CLEANUP_POLICY_CONFIG, "");
        if (policy.contains(TopicConfig.CLEANUP_POLICY_DELETE)) {
            deleting(changelog, policy, held.config(), findings);
        }
        if (LOG_APPEND_TIME.equals(held.config().get(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG))) {
            findings.add(Finding.loses(words(changelog) + " has " + TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG + "="
                    + LOG_APPEND_TIME + ": rows that are restored have the times at which brokers have taken them, in"
                    + " place of their own. Set " + TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG + "=CreateTime"));
        }
        long lagMs = number(held.config(), TopicConfig.MIN_COMPACTION_LAG_MS_CONFIG, 0);
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

    private static void deleting(
            ChangelogFacts changelog, String policy, Map<String, String> config, List<Finding> findings) {
        OptionalLong neededMs = changelog.needs().retentionMs();
        if (neededMs.isEmpty()) {
            findings.add(Finding.loses(words(changelog) + " has " + TopicConfig.CLEANUP_POLICY_CONFIG + "=" + policy
                    + ", which deletes rows that the store keeps, and a restore would miss them. Set "
                    + TopicConfig.CLEANUP_POLICY_CONFIG + "=compact"));
            return;
        }
        long keptMs = number(config, TopicConfig.RETENTION_MS_CONFIG, -1);
        if (keptMs >= 0 && keptMs < neededMs.getAsLong()) {
            findings.add(Finding.loses(words(changelog) + " has " + TopicConfig.RETENTION_MS_CONFIG + "=" + keptMs
                    + ", less than the store's retention of " + neededMs.getAsLong()
                    + " ms: a restore would miss rows. Raise it"));
        }
        long keptBytes = number(config, TopicConfig.RETENTION_BYTES_CONFIG, -1);
        if (keptBytes >= 0) {
            findings.add(Finding.loses(words(changelog) + " has " + TopicConfig.RETENTION_BYTES_CONFIG + "=" + keptBytes
                    + ": a restore would miss rows once a partition is larger. Set "
                    + TopicConfig.RETENTION_BYTES_CONFIG + "=-1"));
        }
    }

    /**
     * Judges the topic that a store is restored from in place of a changelog.
     *
     * @param store the store, in words
     */
    static List<Finding> ofTable(String store, String topic, Map<String, String> config) {
        String policy = config.getOrDefault(TopicConfig.CLEANUP_POLICY_CONFIG, "");
        boolean isKept = !policy.contains(TopicConfig.CLEANUP_POLICY_DELETE)
                || (number(config, TopicConfig.RETENTION_MS_CONFIG, -1) < 0
                        && number(config, TopicConfig.RETENTION_BYTES_CONFIG, -1) < 0);
        return isKept
                ? List.of()
                : List.of(Finding.loses("topic " + topic + ", from which " + store + " is restored, has "
                        + TopicConfig.CLEANUP_POLICY_CONFIG + "=" + policy
                        + ": a restore misses the rows whose records the topic has deleted. Set "
                        + TopicConfig.CLEANUP_POLICY_CONFIG + "=compact"));
    }

    private static String words(ChangelogFacts changelog) {
        return "topic " + changelog.topic() + " of store " + changelog.store();
    }

    private static long number(Map<String, String> config, String key, long otherwise) {
        String value = config.get(key);
        return value == null ? otherwise : Long.parseLong(value);
    }
}
