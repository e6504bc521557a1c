package org.stoatflow.runtime.cluster;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.stoatflow.streams.state.HostInfo;

class AssignmentInfoTest {
    private static final MemberSettings SETTINGS = new MemberSettings(Map.of("guarantee", "once", "topology", "1f"));

    @Test
    void shouldReadWhatItWrites() {
        AssignmentInfo note = new AssignmentInfo("app-1", SETTINGS, Map.of("in", 3, "other", 12));

        assertEquals(Optional.of(note), AssignmentInfo.decode(note.encode()));
        assertEquals(SETTINGS, AssignmentInfo.settings(AssignmentInfo.encode(SETTINGS)));
    }

    /** Members of different builds stand in one group during an upgrade. */
    @Test
    void shouldKeepItsFormat() {
        AssignmentInfo note = new AssignmentInfo("o", new MemberSettings(Map.of("k", "v")), Map.of("t", 2));

        assertEquals(
                "0001" + "00016f" + "00000001" + "00016b" + "000176" + "00000001" + "000174" + "00000002",
                HexFormat.of().formatHex(note.encode().array()));
    }

    @Test
    void shouldTellOfStandbysBehindWhatEarlierVersionsRead() {
        MemberSettings standby = new MemberSettings(Map.of("k", "v", MemberSettings.SERVER, "b:2")).ofStandby();
        AssignmentInfo without = new AssignmentInfo("o", new MemberSettings(Map.of("k", "v")), Map.of("t", 2));
        AssignmentInfo note = new AssignmentInfo("o", without.settings(), without.topics(), Map.of("s", standby));

        assertEquals(Optional.of(note), AssignmentInfo.decode(note.encode()));
        byte[] known = without.encode().array();
        assertArrayEquals(known, Arrays.copyOf(note.encode().array(), known.length));
        assertEquals(List.of(), without.settings().differencesTo(standby), "members need not agree on it");
    }

    @Test
    void shouldKnowNothingOfWhatOthersWrite() {
        assertEquals(Optional.empty(), AssignmentInfo.decode(null));
        assertEquals(Optional.empty(), AssignmentInfo.decode(ByteBuffer.wrap(new byte[] {0, 2, 7})));
        assertEquals(Optional.empty(), AssignmentInfo.decode(ByteBuffer.wrap(new byte[] {0, 1, 0, 9})));
        assertEquals(MemberSettings.UNKNOWN, AssignmentInfo.settings(null));
        assertEquals(MemberSettings.UNKNOWN, AssignmentInfo.settings(ByteBuffer.wrap(new byte[] {9})));
    }

    @Test
    void shouldNameWhatDiffers() {
        MemberSettings other = new MemberSettings(Map.of("guarantee", "twice", "topology", "1f", "more", "x"));

        assertEquals(List.of("guarantee is once here and twice there"), SETTINGS.differencesTo(other));
        assertEquals(List.of(), SETTINGS.differencesTo(MemberSettings.UNKNOWN));
        assertEquals(List.of(), SETTINGS.differencesTo(SETTINGS));
    }

    /** Another member of the group may be of another make, or hostile. */
    @ParameterizedTest
    @ValueSource(strings = {"", " ", "nowhere", "a:b", "a:99999999999", ":1", "a:"})
    void shouldTakeAnAddressThatIsNotUnderstoodForNone(String address) {
        assertEquals(Optional.empty(), new MemberSettings(Map.of(MemberSettings.SERVER, address)).server());
    }

    @Test
    void shouldTellWhereTheOwnerIsAndLetMembersDifferInThat() {
        MemberSettings here = new MemberSettings(Map.of("guarantee", "once", MemberSettings.SERVER, "a:1"));
        MemberSettings there = new MemberSettings(Map.of("guarantee", "once", MemberSettings.SERVER, "b:2"));
        assertEquals(List.of(), here.differencesTo(there));
        AssignmentInfo note = new AssignmentInfo("o", there, Map.of());
        assertEquals(
                Optional.of(new HostInfo("b", 2)),
                AssignmentInfo.decode(note.encode())
                        .flatMap(told -> told.settings().server()));
        assertEquals(Optional.empty(), SETTINGS.server());
    }
}
