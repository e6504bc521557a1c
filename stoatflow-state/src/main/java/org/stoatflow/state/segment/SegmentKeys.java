package org.stoatflow.state.segment;

/**
 * The keys of a store's rows, which begin with the segment (8 bytes, see {@link SegmentPrefix}), and of its changelog
 * records. The time of a row is that of its segment.
 */
public interface SegmentKeys {
    /**
     * The least key that a row may have.
     *
     * @param segment its segment
     * @param key the user's key
     * @param fromMs the row's least time
     * @return the row's key
     */
    byte[] first(long segment, byte[] key, long fromMs);

    /**
     * The greatest key that a row may have.
     *
     * @param segment its segment
     * @param key the user's key
     * @param toMs the row's greatest time
     * @return the row's key
     */
    byte[] last(long segment, byte[] key, long toMs);

    /**
     * Not greater than any row's key of this user's key and those behind it.
     *
     * @param segment the segment
     * @param key the least of the user's keys
     * @return where they begin
     */
    byte[] from(long segment, byte[] key);

    /**
     * The user's key.
     *
     * @param row a row's key
     * @return the bytes
     */
    byte[] key(byte[] row);

    /**
     * Compares the user's key in a row's with another, as unsigned bytes.
     *
     * @param row a row's key
     * @param key the other
     * @return as comparators do
     */
    int compareKey(byte[] row, byte[] key);

    /**
     * The time of a row.
     *
     * @param row its key
     * @return milliseconds since 1970
     */
    long timeMs(byte[] row);

    /**
     * The key of a row's changelog record.
     *
     * @param row the row's key
     * @return the record's key
     */
    byte[] logged(byte[] row);

    /**
     * The time of a changelog record's row.
     *
     * @param logged the record's key
     * @return milliseconds since 1970
     */
    long loggedTimeMs(byte[] logged);

    /**
     * The key of a changelog record's row.
     *
     * @param segment the row's segment
     * @param logged the record's key
     * @return the row's key
     */
    byte[] ofLogged(long segment, byte[] logged);
}
