package org.stoatflow.simulation;

/** Compares output that becomes due with stream time with the committed input that makes it due. */
interface DueCheck {
    /** The offset of this record is committed. */
    void onCommitted(String key, InputRecord record);

    /** Output can be read. Called after the committed input was reported. */
    void onOutput(String key, String value);

    /** Whether all output that the committed input makes due was read. */
    boolean isAllOut();

    /** The output that is due and was not read, for messages. */
    String missing();
}
