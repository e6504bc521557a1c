package org.stoatflow.examples.demo;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Optional;

/** Holds back text for standard error, so that it does not break into a screen. Any thread. */
final class DeferredErrors extends OutputStream {
    private static final int BYTES_MAX = 1 << 20; // later text is in the log file only

    private final PrintStream errors;
    private final ByteArrayOutputStream held = new ByteArrayOutputStream();

    private DeferredErrors(PrintStream errors) {
        this.errors = errors;
    }

    /** Begins to hold text back, until {@link #release()}. */
    static DeferredErrors hold() {
        DeferredErrors held = new DeferredErrors(System.err);
        System.setErr(new PrintStream(held, true, System.err.charset()));
        return held;
    }

    @Override
    public synchronized void write(int b) {
        if (held.size() < BYTES_MAX) {
            held.write(b);
        }
    }

    @Override
    public synchronized void write(byte[] bytes, int from, int length) {
        held.write(bytes, from, Math.min(length, BYTES_MAX - held.size()));
    }

    /** The last line that was held back. */
    synchronized Optional<String> last() {
        return held.toString(errors.charset())
                .lines()
                .filter(line -> !line.isBlank())
                .reduce((one, next) -> next);
    }

    /** Writes what was held back. */
    synchronized void release() {
        System.setErr(errors);
        errors.print(held.toString(errors.charset()));
        errors.flush();
        held.reset();
    }
}
