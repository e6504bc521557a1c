package org.stoatflow.parity.diff.run;

import org.stoatflow.parity.diff.program.Step;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Suppressed;
import org.stoatflow.streams.kstream.Suppressed.BufferConfig;
import org.stoatflow.streams.kstream.Suppressed.StrictBufferConfig;
import org.stoatflow.streams.kstream.Windowed;

/** Tables whose updates are held back. */
final class SuppressSteps {
    private static final int RECORDS_MAX = 2;
    private static final int BYTES_MAX = 250;

    private SuppressSteps() {}

    static KTable<String, Tally> table(int number, Step step, Nodes nodes) {
        return nodes.table(step).suppress(untilLimit(number, step));
    }

    static KTable<Windowed<String>, Tally> windows(int number, Step step, Nodes nodes) {
        return step.get("closes") == 0
                ? nodes.windows(step).suppress(untilLimit(number, step))
                : nodes.windows(step).suppress(untilClose(number, step));
    }

    private static <K> Suppressed<K> untilLimit(int number, Step step) {
        Suppressed<K> suppressed = Suppressed.untilTimeLimit(step.time("limit"), bounds(step));
        return Nodes.isNamed(step) ? suppressed.withName("held-" + number) : suppressed;
    }

    @SuppressWarnings("unchecked") // the operator asks for the windows that it closes
    private static Suppressed<Windowed<String>> untilClose(int number, Step step) {
        StrictBufferConfig bounds =
                bounds(step) instanceof StrictBufferConfig strict ? strict : BufferConfig.unbounded();
        Suppressed<?> suppressed = Suppressed.untilWindowCloses(bounds);
        Suppressed<?> named = Nodes.isNamed(step) ? suppressed.withName("held-" + number) : suppressed;
        return (Suppressed<Windowed<String>>) (Suppressed<?>) named;
    }

    private static BufferConfig<?> bounds(Step step) {
        BufferConfig<?> bounds = switch (step.get("bounds")) {
            case 0 -> BufferConfig.unbounded();
            case 1 -> BufferConfig.maxRecords(RECORDS_MAX);
            case 2 -> BufferConfig.maxBytes(BYTES_MAX);
            case 3 -> BufferConfig.maxRecords(RECORDS_MAX + 1).shutDownWhenFull();
            default ->
                BufferConfig.maxBytes(BYTES_MAX).withMaxRecords(RECORDS_MAX + 1).emitEarlyWhenFull();
        };
        return step.get("logged") == 0 ? bounds : bounds.withLoggingDisabled();
    }
}
