package org.stoatflow.operator;

/**
 * Keys that operators of one lane note in an epoch. A key is seen once the record in process is done, so that what one
 * record causes is as in Kafka Streams. Keys are forgotten when the epoch ends: then nothing that was sent
 * in it is on a hop any more. What a record notes is forgotten also when its work is undone. Called in the lane.
 */
public interface EpochKeys {
    /**
     * Notes a key.
     *
     * @param key its bytes, which are not changed afterwards
     */
    void add(byte[] key);

    /**
     * Whether no key is noted. Asked first, it spares making the bytes of a key.
     *
     * @return whether it is so
     */
    boolean isEmpty();

    /**
     * Whether a key is noted.
     *
     * @param key its bytes
     * @return whether it is
     */
    boolean contains(byte[] key);
}
