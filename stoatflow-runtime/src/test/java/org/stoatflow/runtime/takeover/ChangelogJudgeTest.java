package org.stoatflow.runtime.takeover;

import static org.junit.jupiter.api.Assertions.assertEquals;

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
        long losses = ChangelogJudge.of(changelog).stream()
                .filter(finding -> finding.weight() == Weight.LOSES)
                .count();
        assertEquals(verdict.equals("loses") ? 1 : 0, losses);
    }

    private static OptionalLong optional(long value) {
        return value < 0 ? OptionalLong.empty() : OptionalLong.of(value);
    }
}
