package org.stoatflow.examples.demo;

import java.time.Duration;

/**
 * What is shown.
 *
 * @param elapsed since the first line
 * @param lines fed so far
 * @param linesPerSecond fed since the last figures
 * @param words fed so far
 * @param wordsPerSecond counted since the last figures
 * @param seen by the reader
 * @param engine what the engine says of itself
 */
record DemoStatus(
        Duration elapsed,
        long lines,
        double linesPerSecond,
        long words,
        double wordsPerSecond,
        ReaderTotals.Snapshot seen,
        EngineReading engine) {}
