package org.stoatflow.runtime.takeover;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.stoatflow.runtime.takeover.Finding.Weight;

class ChangelogJudgeTest {
    /** A retention or lag of -1 is none. */
    @ParameterizedTest
    @CsvSource({
        "compact,         -1,   0,   -1,  -1, keeps",
        "delete,          -1,   0,   -1,  -1, loses",
        "'compact,delete', 9,   0,   -1,  -1, loses",
        "'compact,delete', 100, 0,   100, -1, keeps",
        "'compact,delete', 99,  0,   100, -1, loses",
        "delete,           100, 0,   100, -1, keeps",
        "delete,           -1,  0,   100, -1, keeps",
        "compact,          1,   0,   100, -1, keeps",
        "compact,          -1,  50,  -1,  50, keeps",
        "compact,          -1,  49,  -1,  50, loses",
    })
    void shouldNameAChangelogThatDoesNotKeepWhatItsStoreNeeds(
            String policy, long retentionMs, long lagMs, long storeRetentionMs, long storeLagMs, String verdict) {
        ChangelogFacts changelog = new ChangelogFacts(
                "counts",
                "app-counts-changelog",
                2,
                new ChangelogFacts.Needs(optional(storeRetentionMs), optional(storeLagMs)),
                Optional.of(new ChangelogFacts.Held(
                        Map.of(
                                "cleanup.policy", policy,
                                "retention.ms", String.valueOf(retentionMs),
                                "min.compaction.lag.ms", String.valueOf(lagMs)),
                        0)));
        assertEquals(verdict.equals("loses") ? 1 : 0, losses(ChangelogJudge.of(changelog)));
    }

    @ParameterizedTest
    @CsvSource({
        "'compact,delete', -1, CreateTime,    100, 0",
        "'compact,delete', 9,  CreateTime,    100, 1",
        "delete,           9,  CreateTime,    100, 1",
        "compact,          9,  CreateTime,    100, 0",
        "compact,          9,  CreateTime,    -1,  0",
        "compact,          -1, LogAppendTime, -1,  1",
        "'compact,delete', 9,  LogAppendTime, 100, 2",
    })
    void shouldNameABoundInBytesAndTimesOfBrokers(
            String policy, long retentionBytes, String times, long storeRetentionMs, int losses) {
        ChangelogFacts changelog = new ChangelogFacts(
                "counts",
                "app-counts-changelog",
                2,
                new ChangelogFacts.Needs(optional(storeRetentionMs), optional(-1)),
                Optional.of(new ChangelogFacts.Held(
                        Map.of(
                                "cleanup.policy", policy,
                                "retention.bytes", String.valueOf(retentionBytes),
                                "message.timestamp.type", times),
                        0)));
        assertEquals(losses, losses(ChangelogJudge.of(changelog)));
    }

    @ParameterizedTest
    @CsvSource({
        "compact,          7,  7,  0",
        "delete,           -1, -1, 0",
        "delete,           7,  -1, 1",
        "'compact,delete', -1, 7,  1",
    })
    void shouldNameATopicThatDeletesTheRowsOfATable(String policy, long retentionMs, long retentionBytes, int losses) {
        Map<String, String> config = Map.of(
                "cleanup.policy", policy,
                "retention.ms", String.valueOf(retentionMs),
                "retention.bytes", String.valueOf(retentionBytes));
        assertEquals(losses, losses(ChangelogJudge.ofTable("store table", "in", config)));
    }

    private static long losses(List<Finding> findings) {
        return findings.stream()
                .filter(finding -> finding.weight() == Weight.LOSES)
                .count();
    }

    private static OptionalLong optional(long value) {
        return value < 0 ? OptionalLong.empty() : OptionalLong.of(value);
    }
}
