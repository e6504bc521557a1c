package org.stoatflow.chaos;

import java.util.List;
import java.util.Locale;

/** Compares all output with the input topic, once the application is closed. */
final class Verification {
    private final Committed committed;
    private final boolean exactlyOnce;
    private final Differences differences = new Differences();

    Verification(Committed committed, boolean exactlyOnce) {
        this.committed = committed;
        this.exactlyOnce = exactlyOnce;
    }

    /**
     * Reads all topics; {@link #differences} has the differences that were found.
     *
     * @param acknowledged how many records of the input the producer's acknowledgements count
     * @param tenants the topics that were deleted
     * @param resets how often the application went back in the log that was cut
     * @return a description of what was compared
     */
    String run(long acknowledged, List<SideFaults.Tenant> tenants, int resets) {
        Input input = readInput(acknowledged);
        CountedCheck counted = new CountedCheck(input, exactlyOnce, differences);
        committed.readAll(Names.COUNTED, record -> counted.onResult(record.key(), record.value()));
        counted.finish();
        DistrictsCheck districts = new DistrictsCheck(input, counted, exactlyOnce, differences);
        committed.readAll(Names.DISTRICTS, record -> districts.onResult(record.key(), record.value()));
        districts.finish();
        PunctuatorReportCheck told = new PunctuatorReportCheck(input, exactlyOnce, differences);
        committed.readAll(Names.TOLD, record -> told.onResult(record.key(), record.value()));
        told.finish();
        long padded = checkPadded(input);
        long dead = checkDead(input);
        SideCheck sides = checkSides(tenants, resets);
        new ChangelogCheck(input, exactlyOnce, differences).check(committed, districts);
        return String.format(
                Locale.ROOT,
                "%,d records in; out: %,d counted, %,d of districts, %,d told by punctuators, %,d padded, %,d dead"
                        + " letters, %s; three changelogs",
                input.size(),
                counted.number(),
                districts.number(),
                told.number(),
                padded,
                dead,
                sides.compared(tenants));
    }

    private SideCheck checkSides(List<SideFaults.Tenant> tenants, int resets) {
        SideCheck sides = new SideCheck(exactlyOnce, differences);
        committed.readAll(Names.PASSED, record -> sides.onPassed(record.value()));
        committed.readAll(Names.WARDS, record -> sides.onCounted(record.key(), record.value()));
        committed.readAll(Names.CUT, record -> sides.onLeft(record.value()));
        sides.finish(tenants, resets);
        return sides;
    }

    Differences differences() {
        return differences;
    }

    private Input readInput(long acknowledged) {
        Input input = new Input(differences);
        committed.readAll(Names.EVENTS, record -> input.add(record.partition(), record.value()));
        if (input.size() != acknowledged) {
            differences.add(Names.EVENTS, "any", acknowledged + " records, as acknowledged", input.size() + "");
        }
        return input;
    }

    private long checkPadded(Input input) {
        Occurrences occurrences = new Occurrences(
                Names.PADDED,
                input,
                exactlyOnce,
                differences,
                event -> event.isPadded() && event.kind() != EventKind.LARGE);
        committed.readAll(Names.PADDED, record -> {
            Event event = Event.parse(ChaosApplication.unpadded(record.value()));
            occurrences.add(record.key(), event.partition(), event.serial());
        });
        occurrences.finish();
        return occurrences.number();
    }

    private long checkDead(Input input) {
        Occurrences occurrences =
                new Occurrences(Names.DEAD, input, exactlyOnce, differences, event -> switch (event.kind()) {
                    case DROPPED, UNREADABLE, LARGE -> true;
                    case PLAIN, FAILING, RETRIED, BLOCKING, LONG_BLOCKING, TICK -> false;
                });
        committed.readAll(Names.DEAD, record -> {
            Event event = Event.parse(record.value());
            occurrences.add(record.key(), event.partition(), event.serial());
        });
        occurrences.finish();
        return occurrences.number();
    }
}
