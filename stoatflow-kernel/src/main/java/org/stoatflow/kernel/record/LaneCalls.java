package org.stoatflow.kernel.record;

import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.errors.StreamsException;

/**
 * Who may call the context and the stores of a lane's processors now, or of those of global stores. Owner: their
 * thread, which writes itself down before it calls user code. Any thread asks: no other one ever finds itself here, so
 * that reads may be late.
 */
public final class LaneCalls {
    private @Nullable Thread worker; // the last thread in which the lane has worked
    private boolean atWork;
    private boolean preparing;

    /** The lane may call user code from now on. */
    public void begin() {
        worker = Thread.currentThread();
        atWork = true;
    }

    /** The lane calls no user code any more. */
    void end() {
        atWork = false;
    }

    /** Whether processors are being prepared, when there is no record whose headers they could see. */
    void preparing(boolean now) {
        preparing = now;
    }

    boolean isPreparing() {
        return preparing;
    }

    /** Whether the caller is in a call of the lane. */
    boolean isInside() {
        return Thread.currentThread().equals(worker) && atWork;
    }

    /**
     * What stores hold belongs to the lane's thread; another one that only reads would change what they remember.
     *
     * @param store the store's name
     * @throws StreamsException if the caller is another thread
     */
    public void requireOwnThread(String store) {
        Thread owner = worker;
        if (owner != null && !owner.equals(Thread.currentThread())) {
            throw new StreamsException("Store " + store + " is used by thread "
                    + Thread.currentThread().getName()
                    + ", outside of the calls of its processor. Only the thread that is in process(), init(), a"
                    + " punctuator or close() may use it: take what an asynchronous call answers to the next of these"
                    + " calls, or wait for the answer in process(). To read from outside, use KafkaStreams.store()");
        }
    }
}
