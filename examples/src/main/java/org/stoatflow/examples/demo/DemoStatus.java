package org.stoatflow.examples.demo;

import java.time.Duration;
import java.util.List;
import org.stoatflow.examples.demo.reading.EngineReading;

/**
 * The numbers that the display shows.
 *
 * @param elapsed time since the first line
 * @param lines lines fed so far
 * @param linesPerSecond lines fed since the last numbers, each second
 * @param words words fed so far
 * @param wordsPerSecond words counted since the last numbers, each second
 * @param sides what the readers have seen of each application's counts, StoatFlow's first
 * @param engine what the engine's metrics say
 */
record DemoStatus(
        Duration elapsed,
        long lines,
        double linesPerSecond,
        long words,
        double wordsPerSecond,
        List<Seen> sides,
        EngineReading engine) {
    /** What the reader of one application's counts has seen. */
    record Seen(String title, ReaderTotals.Snapshot totals) {}

    /** What the reader of StoatFlow's counts has seen. */
    ReaderTotals.Snapshot seen() {
        return sides.getFirst().totals();
    }
}
