package org.stoatflow.runtime.sink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
 * A changelog partition under transactions whose markers come late, that abort, and that lose answers. Where the stored
 * end of our own offsets is the end of the log, nobody else has written behind the stored position.
 */
class ChangelogEndsTest {
    private static final int RUNS = 20_000;

    private final ChangelogPartition changelog = new ChangelogPartition(0, "t", 0);
    private final StateEngine state = StateEngines.inMemory(List.of(new StoreDescription(
            "s",
            new StoreSettings.KeyValue(false),
            new InnerStore(true, false, null),
            new SerdeChoice(Serdes.Bytes(), Serdes.Bytes()),
            false,
            new ChangelogSettings(true, Map.of()))));
    private ChangelogEnds ends = new ChangelogEnds(state);

    /** Who has taken an offset of the log. */
    private enum Taken {
        OURS,
        MARKER,
        ANOTHERS
    }

    private final List<Taken> log = new ArrayList<>();
    private int markersDue;

    @Test
    void shouldKnowTheMarkerOfTheLastTransaction() {
        transaction(3, 3);
        assertEquals(new ChangelogPosition(3, 4, 0), stored());
        writeMarkers();
        transaction(2, 2);
        assertEquals(new ChangelogPosition(6, 7, 0), stored());
    }

    @Test
    void shouldCountAMarkerThatIsLateOnce() {
        transaction(1, 1);
        transaction(1, 1);
        assertEquals(new ChangelogPosition(2, 4, 0), stored());
        writeMarkers();
        transaction(1, 1);
        writeMarkers();
        assertEquals(new ChangelogPosition(5, 6, 0), stored());
        assertEquals(6, log.size());
    }

    @Test
    void shouldKnowWhatWasAborted() {
        write(4, 4);
        writeMarkers();
        transaction(1, 1);
        writeMarkers();
        assertEquals(new ChangelogPosition(6, 7, 0), stored());
        assertEquals(7, log.size());
    }

    @Test
    void shouldGoOnFromWhatTheRunBeforeHasStored() {
        transaction(1, 1);
        ends = new ChangelogEnds(state);
        transaction(1, 1);
        assertEquals(new ChangelogPosition(2, 4, 0), stored());
    }

    @Test
    void shouldAddAgainWhatTheStateHasNotTaken() {
        write(2, 2);
        ends.addTo(new StateBatch(0)); // whose apply fails
        transaction(0, 0);
        assertEquals(new ChangelogPosition(2, 3, 0), stored());
    }

    @Test
    void shouldNeverTakeAnothersRecordForItsOwnMarker() {
        int known = 0;
        for (int seed = 0; seed < RUNS; seed++) {
            known += isKnown(new Random(seed), seed) ? 1 : 0;
        }
        assertTrue(known > RUNS / 10, "complete and known to be: " + known);
    }

    /** Runs some transactions, then perhaps another writer, which may also take turns with our late markers. */
    private boolean isKnown(Random random, int seed) {
        log.clear();
        markersDue = 0;
        state.wipe(0, 0);
        ends = new ChangelogEnds(state);
        for (int step = random.nextInt(12); step >= 0; step--) {
            int records = random.nextInt(4);
            switch (random.nextInt(6)) {
                case 0 -> write(records, random.nextInt(records + 1));
                case 1 -> ends = new ChangelogEnds(state);
                default -> transaction(records, records);
            }
            if (random.nextInt(3) > 0) {
                writeMarker();
            }
        }
        int others = random.nextInt(3);
        int first = Integer.MAX_VALUE;
        while (others > 0 || markersDue > 0) {
            if (others > 0 && random.nextBoolean()) {
                first = Math.min(first, log.size());
                log.add(Taken.ANOTHERS);
                others--;
            } else {
                writeMarker();
            }
        }
        ChangelogPosition position = state.changelogPosition(0, 0);
        if (position == null || position.ownEnd() != log.size()) {
            return false;
        }
        for (int offset = (int) position.nextOffset(); offset < log.size(); offset++) {
            assertTrue(log.get(offset) != Taken.ANOTHERS, "seed " + seed + ": " + position + " of " + log);
        }
        return true;
    }

    /** Makes a transaction that commits and is applied. */
    private void transaction(int records, int answered) {
        write(records, answered);
        StateBatch batch = new StateBatch(0);
        ends.addTo(batch);
        state.apply(batch);
        ends.onApplied();
    }

    /** Makes a transaction that is decided; its marker is due from then on. */
    private void write(int records, int answered) {
        if (records == 0) {
            return;
        }
        SentRecords.Written written = new SentRecords.Written();
        for (int record = 0; record < records; record++) {
            if (record < answered) {
                written.add(log.size());
            }
            log.add(Taken.OURS);
        }
        markersDue++;
        ends.onDecided(answered == 0 ? Map.of() : Map.of(changelog, written));
    }

    private void writeMarkers() {
        while (markersDue > 0) {
            writeMarker();
        }
    }

    private void writeMarker() {
        if (markersDue > 0) {
            markersDue--;
            log.add(Taken.MARKER);
        }
    }

    private ChangelogPosition stored() {
        return Objects.requireNonNull(state.changelogPosition(0, 0));
    }
}
