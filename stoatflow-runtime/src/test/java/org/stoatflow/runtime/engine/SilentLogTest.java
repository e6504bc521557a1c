package org.stoatflow.runtime.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.slf4j.ILoggerFactory;
import org.slf4j.LoggerFactory;
import org.slf4j.helpers.NOPLoggerFactory;

class SilentLogTest {
    private static String said(ILoggerFactory loggers) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        SilentLog.warn("orders", loggers, new PrintStream(bytes, true, StandardCharsets.UTF_8));
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void shouldSayThatNothingIsLoggedAndWhatToTake() {
        String said = said(new NOPLoggerFactory());
        assertTrue(said.contains("orders") && said.contains("logback-classic 1.5"), said);
        assertEquals(1, said.lines().count(), said);
    }

    @Test
    void shouldSayNothingWhereThereIsALog() {
        assertEquals("", said(LoggerFactory.getILoggerFactory()));
    }
}
