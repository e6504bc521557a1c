package org.stoatflow.simulation;

/** Takes the output that a record must cause. */
interface Expected {
    /** The count of the key rises by one. */
    void count(String topic, String key);

    /** The record's id is put out under the key. */
    void id(String topic, String key);

    /** The record is in the key's window at the record's timestamp, see {@link SimulatedTopology#dueCheck}. */
    void inWindow(String key);
}
