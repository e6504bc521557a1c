package org.stoatflow.streams.errors;

/** Decides what happens after an error that no other handler has handled. Engine threads call it, one at a time. */
public interface StreamsUncaughtExceptionHandler {
    /**
     * Decides.
     *
     * @param exception what happened
     * @return what to do
     */
    StreamThreadExceptionResponse handle(Throwable exception);

    /** What to do after an error. */
    enum StreamThreadExceptionResponse {
        /** Start the engine again in this instance, from the last commit. */
        REPLACE_THREAD(0, "REPLACE_THREAD"),
        /** Stop this instance. */
        SHUTDOWN_CLIENT(1, "SHUTDOWN_KAFKA_STREAMS_CLIENT"),
        /** Stop all instances of the application: this one tells the group, and all end in {@code ERROR}. */
        SHUTDOWN_APPLICATION(2, "SHUTDOWN_KAFKA_STREAMS_APPLICATION");

        /** A fixed name, which tools may rely on. */
        public final String name;

        /** A fixed number, which tools may rely on. */
        public final int id;

        StreamThreadExceptionResponse(int id, String name) {
            this.id = id;
            this.name = name;
        }
    }
}
