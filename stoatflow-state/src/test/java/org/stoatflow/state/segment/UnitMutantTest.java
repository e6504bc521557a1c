package org.stoatflow.state.segment;

import java.lang.reflect.Field;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.stoatflow.mutant.Answer;
import org.stoatflow.mutant.UnitMutant;
import org.stoatflow.state.ChangelogPosition;
import org.stoatflow.state.overlay.RowCursor;
import org.stoatflow.state.overlay.RowReads;

/** Faults in the state beside what users bring along are caught by tests. */
class UnitMutantTest {
    static Stream<UnitMutant> mutants() {
        return Stream.of(
                UnitMutant.of(
                        "a scan up to the end of time begins anew",
                        "state.segment.SegmentCursor#openNext",
                        Answer.by(Faults.class),
                        "state.segment.SegmentCursorTest#shouldEndAtTheEndOfTime"),
                UnitMutant.of(
                        "the first time that is shown overflows",
                        "state.segment.Retention#firstVisible",
                        Answer.by(Faults.class),
                        "state.segment.RetentionTest"),
                UnitMutant.of(
                        "rows are kept by the first time that is kept",
                        "state.segment.Retention#isKept",
                        Answer.by(Faults.class),
                        "state.segment.RetentionTest"),
                UnitMutant.of(
                        "a prefix extractor reaches our rows",
                        "state.rocks.OfferedOptions#useFixedLengthPrefixExtractor",
                        Answer.inherited(),
                        "state.rocks.RocksTuningTest#shouldRefuseWhatCannotBe"),
                UnitMutant.of(
                        "any format of tables reaches our rows",
                        "state.rocks.OfferedOptions#setTableFormatConfig",
                        Answer.inherited(),
                        "state.rocks.RocksTuningTest#shouldRefuseWhatCannotBe"),
                UnitMutant.of(
                        "a comparator reaches our rows",
                        "state.rocks.OfferedOptions#setComparator",
                        Answer.inherited(),
                        "state.rocks.RocksTuningTest#shouldRefuseWhatCannotBe"),
                UnitMutant.of(
                        "a merge operator reaches our rows",
                        "state.rocks.OfferedOptions#setMergeOperatorName",
                        Answer.inherited(),
                        "state.rocks.RocksTuningTest#shouldRefuseWhatCannotBe"),
                UnitMutant.of(
                        "of two times of a position the later counts",
                        "state.ChangelogPosition#confirmedAt",
                        Answer.by(Faults.class),
                        "state.rocks.PositionTimesTest"),
                UnitMutant.of(
                        "the database is closed under a compaction",
                        "state.rocks.SpaceReturn#close",
                        Answer.none(),
                        "state.rocks.StuckCloseTest#shouldGiveTheFolderBackOnceACompactionHasEnded"),
                UnitMutant.of(
                        "the folder is given back while the database is open",
                        "state.rocks.RocksFamilies#isInUse",
                        Answer.of(false),
                        "state.rocks.StuckCloseTest#shouldGiveTheFolderBackOnceACompactionHasEnded"));
    }

    @ParameterizedTest
    @MethodSource("mutants")
    void shouldBeCaught(UnitMutant mutant) throws ReflectiveOperationException {
        mutant.requireCaught();
    }

    /** What methods did, or would do without the fault in mind. */
    public static final class Faults {
        private Faults() {}

        public static long firstVisible(Retention retention, long observedMs) {
            return Math.max(0, observedMs - retention.retentionMs() + 1);
        }

        public static boolean isKept(Retention retention, long timeMs, long observedMs) {
            return timeMs >= retention.firstVisible(observedMs);
        }

        public static ChangelogPosition confirmedAt(ChangelogPosition position, long currentAtMs) {
            return new ChangelogPosition(
                    position.nextOffset(), position.ownEnd(), Math.max(position.appliedAtMs(), currentAtMs));
        }

        /** Goes one segment further than the last one, to know that it was there. */
        public static RowCursor openNext(SegmentCursor cursor) throws ReflectiveOperationException {
            long low = field("low").getLong(cursor);
            if (low > field("high").getLong(cursor)) {
                return null;
            }
            field("low").setLong(cursor, low + 1);
            SegmentRange range = (SegmentRange) field("range").get(cursor);
            RowReads rows = (RowReads) field("rows").get(cursor);
            RowCursor opened = rows.scan(0, range.low(low), range.high(low), true);
            field("current").set(cursor, opened);
            return opened;
        }

        private static Field field(String name) throws ReflectiveOperationException {
            Field field = SegmentCursor.class.getDeclaredField(name);
            field.setAccessible(true);
            return field;
        }
    }
}
