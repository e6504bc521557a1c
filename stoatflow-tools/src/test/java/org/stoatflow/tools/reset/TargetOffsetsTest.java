package org.stoatflow.tools.reset;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TargetOffsetsTest {
    private static final OffsetRange RANGE = new OffsetRange(10, 20);

    @ParameterizedTest
    @CsvSource({
        "15, 15, ''",
        "10, 10, ''",
        "20, 20, ''",
        "9, 10, 9 is below the earliest offset",
        "21, 20, 21 is above the latest offset",
        "-5, 10, -5 is below the earliest offset"
    })
    void shouldKeepOffsetsWithinTheRange(long asked, long offset, String remark) {
        assertEquals(new NewOffset(offset, remark), TargetOffsets.offset(new Target.Offset(asked), null, RANGE));
    }

    @ParameterizedTest
    @CsvSource({"15, 2, 17", "15, -2, 13", "15, -20, 10", "15, 9223372036854775807, 20", "15, -9223372036854775808, 10"
    })
    void shouldShiftWithinTheRange(long committed, long records, long offset) {
        assertEquals(
                offset,
                TargetOffsets.offset(new Target.Shift(records), committed, RANGE)
                        .offset());
    }

    @ParameterizedTest
    @CsvSource({"-3, 17", "0, 20"})
    void shouldShiftFromTheEndWhereNothingIsCommitted(long records, long offset) {
        assertEquals(
                offset,
                TargetOffsets.offset(new Target.Shift(records), null, RANGE).offset());
    }

    @ParameterizedTest
    @CsvSource({"12, 12, ''", "-1, 20, no record is so new"})
    void shouldGoToTheEndWhereNoRecordIsSoNew(long found, long offset, String remark) {
        assertEquals(new NewOffset(offset, remark), TargetOffsets.offset(new Target.Time(Instant.EPOCH), found, RANGE));
    }
}
