package org.stoatflow.examples.demo;

import java.time.Duration;

/**
 * The numbers that the display shows.
 *
 * @param elapsed time since the first line
 * @param lines lines fed so far
 * @param linesPerSecond lines fed since the last numbers, each second
 * @param words words fed so far
 * @param wordsPerSecond words counted since the last numbers, each second
 * @param seen what the reader has seen
 * @param engine what the engine's metrics say
 */
record DemoStatus(
        Duration elapsed,
        long lines,
        double linesPerSecond,
        long words,
        double wordsPerSecond,
        ReaderTotals.Snapshot seen,
        EngineReading engine) {}
