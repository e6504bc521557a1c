package org.stoatflow.state.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.stoatflow.stores.ChangelogSettings;
import org.stoatflow.stores.InnerStore;
import org.stoatflow.stores.SerdeChoice;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.stores.StoreSettings;

/** What is kept, and shown, at both ends of time and of lengths. */
class RetentionTest {
    private static final long END = Long.MAX_VALUE;

    @ParameterizedTest
    @CsvSource({
        "-1, 0",
        "0, 1",
        "5, 6",
        "9223372036854775806, 9223372036854775807",
        "9223372036854775807, 9223372036854775807"
    })
    void shouldShowNothingWhereNothingIsRetained(long observedMs, long firstVisible) {
        Retention none = Retention.of(false, 0, 1);
        assertEquals(firstVisible, none.firstVisible(observedMs));
        assertEquals(false, none.isKept(Math.max(0, observedMs), Math.max(0, observedMs)));
    }

    /** The last segment of time begins 7 milliseconds before its end. */
    @ParameterizedTest
    @CsvSource({"5, 6", "9223372036854775806, 9223372036854775807", "9223372036854775807, 9223372036854775800"})
    void shouldShowTheLastSegmentOnDiskAtTheEndOfTime(long observedMs, long firstVisible) {
        Retention none = Retention.of(true, 0, 60);
        assertEquals(firstVisible, none.firstVisible(observedMs));
        assertEquals(false, none.isKept(firstVisible - 60, END));
    }

    @ParameterizedTest
    @CsvSource({"-2", "-1", "0", "5", "9223372036854775807"})
    void shouldShowAllWhereAllIsRetained(long observedMs) {
        Retention all = Retention.of(false, END, 1);
        assertEquals(observedMs == END ? 1 : 0, all.firstVisible(observedMs));
        long putMs = Math.max(-1, observedMs); // reads that show a millisecond more ask for one before
        assertEquals(observedMs != END, all.isKept(0, putMs));
        assertEquals(true, all.isKept(1, putMs));
        assertEquals(true, all.isKept(END, putMs));
    }

    @ParameterizedTest
    @CsvSource({"0, 0, true", "0, 60, true", "0, 61, true", "0, 120, false", "60, 120, true"})
    void shouldKeepSegmentsOnDisk(long timeMs, long observedMs, boolean kept) {
        assertEquals(kept, Retention.of(true, 60, 60).isKept(timeMs, observedMs));
    }

    @Test
    void shouldLetWindowsAndSessionsLeaveAndNothingElse() {
        StoreSettings.Window windows = new StoreSettings.Window(true, 120, 60, 10, false);
        assertEquals(Optional.of(new Retention(120, 60, true)), Retention.of(store(windows, true)));
        assertEquals(Optional.of(new Retention(120, 1, false)), Retention.of(store(windows, false)));
        StoreSettings.Session sessions = new StoreSettings.Session(120, 60);
        assertEquals(Optional.of(new Retention(120, 60, true)), Retention.of(store(sessions, true)));
        assertEquals(Optional.empty(), Retention.of(store(new StoreSettings.KeyValue(true), true)));
    }

    private static StoreDescription store(StoreSettings settings, boolean persistent) {
        return new StoreDescription(
                "s",
                settings,
                new InnerStore(persistent, persistent, null),
                new SerdeChoice(Serdes.String(), Serdes.String()),
                false,
                new ChangelogSettings(true, Map.of()));
    }
}
