package org.stoatflow.chaos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The checks find wrong output of each kind under either guarantee, and find nothing in right output. */
class ChecksTest {
    private static final int GROUP = 7;
    private static final int ACCOUNT = 6; // of partition 0

    private final Differences differences = new Differences();
    private final Input input = new Input(differences);
    private final List<String> counts = new ArrayList<>();
    private final List<String> districts = new ArrayList<>();

    /** Makes three records of one group and account, and the output of a serial run over them. */
    ChecksTest() {
        String count = Counting.NONE;
        String district = District.NONE;
        for (int serial = 1; serial <= 3; serial++) {
            Event event = new Event(EventKind.PLAIN, 0, serial, ACCOUNT, GROUP, 10 * serial);
            input.add(0, event.text());
            count = Counting.next(count, event);
            counts.add(count);
            district = District.next(district, Counting.parse(count));
            districts.add(district);
        }
    }

    @Test
    void shouldFindNothingInARightOutput() {
        assertEquals(0, counted(true, counts));
        assertEquals(0, counted(false, counts));
        assertEquals(0, districts(true, districts));
        assertEquals(0, districts(true, List.of(districts.get(1), districts.get(2))), "a cache leaves some out");
        assertEquals(0, told(true, "WALL:0:1:2:30:2:30", "WALL:0:2:1:30:3:60", "STREAM:0:1:3:60:3:60"));
    }

    @Test
    void shouldFindALostCount() {
        assertTrue(counted(true, counts.subList(0, 2)) > 0);
        assertTrue(counted(false, counts.subList(0, 2)) > 0);
        assertTrue(counted(false, List.of(counts.get(0), counts.get(2))) > 0);
    }

    @Test
    void shouldFindARepeatedCountUnderExactlyOnceOnly() {
        List<String> repeated = List.of(counts.get(0), counts.get(1), counts.get(1), counts.get(2));
        assertTrue(counted(true, repeated) > 0);
        assertEquals(0, counted(false, repeated));
    }

    @Test
    void shouldFindACountOutOfOrderAndAWrongSum() {
        assertTrue(counted(true, List.of(counts.get(1), counts.get(0), counts.get(2))) > 0);
        assertTrue(counted(
                        true,
                        List.of(counts.get(0), counts.get(1), counts.get(2).replace(":60:", ":61:")))
                > 0);
    }

    @Test
    void shouldFindADistrictThatNoSerialRunShows() {
        assertTrue(districts(true, districts.subList(0, 2)) > 0, "the last is missing");
        assertTrue(districts(false, districts.subList(0, 2)) > 0, "the last is missing");
        assertTrue(
                districts(true, List.of(districts.get(2), districts.get(1), districts.get(2))) > 0, "back and forth");
        String gap = District.next(districts.get(0), Counting.parse(counts.get(2)));
        assertTrue(districts(true, List.of(gap, districts.get(2))) > 0, "an update left out");
        String twice = District.next(districts.get(2), Counting.parse(counts.get(2)));
        assertTrue(districts(true, List.of(districts.get(2), twice)) > 0, "an update twice");
    }

    @Test
    void shouldFindATellingThatIsLostOrRepeated() {
        assertTrue(told(true, "WALL:0:1:2:30:2:30", "STREAM:0:1:3:60:3:60") > 0, "one lost");
        assertTrue(told(false, "WALL:0:1:2:30:2:30", "STREAM:0:1:3:60:3:60") > 0, "one lost");
        String[] twice = {"WALL:0:1:3:60:3:60", "WALL:0:2:3:60:3:60", "STREAM:0:1:3:60:3:60"};
        assertTrue(told(true, twice) > 0);
        assertEquals(0, told(false, twice));
        assertTrue(told(true, "WALL:0:2:3:60:3:60", "STREAM:0:1:3:60:3:60") > 0, "number 1 left out");
    }

    @Test
    void shouldFindAnInputWithAGap() {
        input.add(0, new Event(EventKind.PLAIN, 0, 5, ACCOUNT, GROUP, 1).text());
        assertEquals(1, differences.number());
        assertTrue(differences.first().getFirst().contains("0-4"), differences.first()::toString);
    }

    @Test
    void shouldFindAResultOfARecordThatHasNone() {
        input.add(0, new Event(EventKind.DROPPED, 0, 4, ACCOUNT, GROUP, 1).text());
        Occurrences dead =
                new Occurrences(Names.DEAD, input, true, differences, event -> event.kind() == EventKind.DROPPED);
        dead.add("a6", 0, 4);
        dead.finish();
        assertEquals(0, differences.number());
        dead.add("a6", 0, 4);
        dead.add("a6", 0, 1);
        assertEquals(2, differences.number());
    }

    @Test
    void shouldFindWhatIsLostOfADeletedTopic() {
        assertEquals(0, sides(true, 0, List.of("tenant-t 1", "tenant-t 8"), "2", List.of()));
        assertTrue(sides(false, 0, List.of("tenant-t 1"), "2", List.of()) > 0, "a record");
        assertTrue(sides(false, 0, List.of("tenant-t 1", "tenant-t 8"), "1", List.of()) > 0, "a count");
    }

    @Test
    void shouldFindWhatIsLostOrRepeatedOfALogThatWasCut() {
        List<String> all = List.of("tenant-t 1", "tenant-t 8", "cut 1", "cut 2", "cut 3");
        assertEquals(0, sides(true, 0, all, "2", List.of("cut 1", "cut 3")));
        assertTrue(sides(false, 0, all, "2", List.of("cut 1", "cut 4")) > 0);
        List<String> twice = List.of("tenant-t 1", "tenant-t 8", "cut 1", "cut 1");
        assertTrue(sides(true, 0, twice, "2", List.of("cut 1")) > 0);
        assertEquals(0, sides(true, 1, twice, "2", List.of("cut 1")), "the policy had it read again");
        assertEquals(0, sides(false, 0, twice, "2", List.of("cut 1")));
    }

    /** Two records of a deleted topic, of one ward, were processed: numbers 1 and 8. */
    private static long sides(boolean exactlyOnce, int resets, List<String> out, String counted, List<String> left) {
        BitSet processed = new BitSet();
        processed.set(1);
        processed.set(8);
        return found(found -> {
            SideCheck check = new SideCheck(exactlyOnce, found);
            out.forEach(check::onPassed);
            check.onCounted("tenant-t/1", counted);
            left.forEach(check::onLeft);
            check.finish(List.of(new SideFaults.Tenant("tenant-t", processed, true)), resets);
        });
    }

    private long counted(boolean exactlyOnce, List<String> results) {
        return found(found -> {
            CountedCheck check = new CountedCheck(input, exactlyOnce, found);
            results.forEach(result -> check.onResult(Event.groupKey(GROUP), result));
            check.finish();
        });
    }

    private long districts(boolean exactlyOnce, List<String> results) {
        return found(found -> {
            CountedCheck counted = new CountedCheck(input, exactlyOnce, found);
            counts.forEach(result -> counted.onResult(Event.groupKey(GROUP), result));
            DistrictsCheck check = new DistrictsCheck(input, counted, exactlyOnce, found);
            results.forEach(result -> check.onResult(Event.districtKey(GROUP), result));
            check.finish();
        });
    }

    private long told(boolean exactlyOnce, String... results) {
        return found(found -> {
            PunctuatorReportCheck check = new PunctuatorReportCheck(input, exactlyOnce, found);
            for (String result : results) {
                check.onResult(Event.accountKey(ACCOUNT), result);
            }
            check.finish();
        });
    }

    private static long found(Consumer<Differences> check) {
        Differences found = new Differences();
        check.accept(found);
        return found.number();
    }

    @Test
    void shouldReadBackWhatItWrites() {
        for (EventKind kind : EventKind.values()) {
            Event event = new Event(kind, 1, 2, 3, 4, 5);
            assertEquals(event, Event.parse(event.text()));
        }
        Account account = Account.NEW.plus(5).after(ReportClock.WALL).plus(6);
        assertEquals(account, Account.parse(account.text()));
        assertEquals(
                new District(1, 0, Map.of(GROUP, new District.Standing(1, 10))), District.parse(districts.getFirst()));
    }
}
