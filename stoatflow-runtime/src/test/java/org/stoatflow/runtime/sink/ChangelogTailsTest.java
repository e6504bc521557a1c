package org.stoatflow.runtime.sink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.outbox.ChangelogPartition;
import org.stoatflow.state.ChangelogPosition;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.stores.ChangelogSettings;
import org.stoatflow.stores.InnerStore;
import org.stoatflow.stores.SerdeChoice;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.stores.StoreSettings;

/**
 * A changelog partition without transactions, to which another instance writes too. No position is stored behind its
 * records.
 */
class ChangelogTailsTest {
    private static final int RUNS = 4_000;

    private final ChangelogPartition changelog = new ChangelogPartition(0, "t", 0);
    private final StateEngine state = StateEngines.inMemory(List.of(new StoreDescription(
            "s",
            new StoreSettings.KeyValue(false),
            new InnerStore(true, false, null),
            new SerdeChoice(Serdes.Bytes(), Serdes.Bytes()),
            false,
            new ChangelogSettings(true, Map.of()))));
    private ChangelogTails tails = new ChangelogTails(state);
    private final List<Boolean> ours = new ArrayList<>(); // by offset

    @Test
    void shouldFollowItsOwnRecords() {
        round(3, 3);
        assertEquals(3, stored());
        round(2, 2);
        assertEquals(5, stored());
    }

    @Test
    void shouldNotPassAnothersRecords() {
        round(1, 1);
        ours.add(false);
        ours.add(false);
        CommitFailure refused = assertThrows(CommitFailure.class, () -> round(1, 1));
        assertTrue(refused.getMessage().contains("offsets from 3 to 3, and 1 was the next"), refused.getMessage());
        assertEquals(1, stored());
    }

    @Test
    void shouldNotPassAnothersRecordBehindNoneOfItsOwn() {
        ours.add(false);
        assertThrows(CommitFailure.class, () -> round(1, 1));
    }

    @Test
    void shouldGoOnFromWhereItWasRestored() {
        ours.add(false);
        restored();
        round(2, 2);
        assertEquals(3, stored());
    }

    @Test
    void shouldDoubtARecordThatWasWrittenTwice() {
        ours.add(true); // and its answer was lost
        assertThrows(CommitFailure.class, () -> round(1, 1));
    }

    @Test
    void shouldNeverPassAnothersRecord() {
        int followed = 0;
        for (int seed = 0; seed < RUNS; seed++) {
            followed += isFollowed(new Random(seed), seed) ? 1 : 0;
        }
        assertTrue(followed > RUNS / 20 && followed < RUNS, "without a doubt: " + followed);
    }

    /** Runs rounds with lost answers; another instance writes between them or in the middle of one. */
    private boolean isFollowed(Random random, int seed) {
        ours.clear();
        state.wipe(0, 0);
        tails = new ChangelogTails(state);
        long read = 0;
        for (int round = random.nextInt(8); round >= 0; round--) {
            if (random.nextInt(5) == 0) {
                restored();
                read = ours.size();
            }
            if (random.nextInt(8) == 0) {
                ours.add(false);
            }
            try {
                round(1 + random.nextInt(4), random);
            } catch (CommitFailure doubt) {
                assertTrue(stored() <= ours.size(), "seed " + seed);
                return false;
            }
            for (int offset = (int) read; offset < stored(); offset++) {
                assertTrue(ours.get(offset), "seed " + seed + " is past another's record at " + offset + ": " + ours);
            }
        }
        return true;
    }

    private void round(int records, Random random) {
        SentRecords.Written written = new SentRecords.Written();
        for (int i = 0; i < records; i++) {
            if (random.nextInt(20) == 0) {
                ours.add(false);
            }
            if (random.nextInt(20) > 0) {
                written.add(ours.size());
            }
            ours.add(true);
        }
        apply(written);
    }

    private void round(int records, int answered) {
        SentRecords.Written written = new SentRecords.Written();
        for (int i = 0; i < records; i++) {
            if (i < answered) {
                written.add(ours.size());
            }
            ours.add(true);
        }
        apply(written);
    }

    private void apply(SentRecords.Written written) {
        StateBatch batch = new StateBatch(0);
        if (written.records() > 0) {
            tails.addTo(batch, Map.of(changelog, written));
        }
        state.apply(batch);
    }

    private void restored() {
        StateBatch batch = new StateBatch(0);
        batch.position(0, 0, ours.size());
        state.apply(batch);
        tails = new ChangelogTails(state);
    }

    private long stored() {
        ChangelogPosition position = state.changelogPosition(0, 0);
        return position == null ? 0 : position.nextOffset();
    }
}
