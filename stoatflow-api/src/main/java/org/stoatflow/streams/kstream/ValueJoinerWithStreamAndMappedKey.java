package org.stoatflow.streams.kstream;

/**
 * Makes a value of a stream's record, the key by which a row of a global table was looked for, and that row. Called by
 * many lanes at once.
 *
 * @param <StreamKey> the type of the stream's keys
 * @param <TableKey> the type of the table's keys
 * @param <StreamValue> the type of the stream's values
 * @param <TableValue> the type of the table's values
 * @param <VOut> the type of the result
 */
@FunctionalInterface
public interface ValueJoinerWithStreamAndMappedKey<StreamKey, TableKey, StreamValue, TableValue, VOut> {
    /**
     * Joins.
     *
     * @param streamKey the record's key, which must not be changed; may be null
     * @param mappedKey the key that the {@link KeyValueMapper} made, which must not be changed; null only in a left
     *     join, where it made none
     * @param value1 the record's value
     * @param value2 the value of the row; null only in a left join, where there is no row
     * @return the result; null where there is none
     */
    VOut apply(StreamKey streamKey, TableKey mappedKey, StreamValue value1, TableValue value2);
}
