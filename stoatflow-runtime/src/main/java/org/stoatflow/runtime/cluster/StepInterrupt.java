package org.stoatflow.runtime.cluster;

/**
 * Interrupts a thread while it does its steps, and never in what it does behind them: that is cleanup, such as a
 * processor's {@code close()}, and an interrupt would lose what it flushes. Any thread.
 */
public final class StepInterrupt {
    /**
     * Shared. Written by: the thread that does the steps, once. Read by: whoever interrupts it. Safe: guarded by this,
     * for as long as the interrupt itself takes, so that one which comes first is taken back. Proof: StepInterruptTest.
     */
    private boolean over;

    /** Interrupts the thread, unless its steps are over. */
    public synchronized void interrupt(Thread thread) {
        if (!over) {
            thread.interrupt();
        }
    }

    /** The caller's steps are over: it is not interrupted from here on, and takes back an interrupt that has come. */
    public synchronized void end() {
        over = true;
        Thread.interrupted();
    }
}
