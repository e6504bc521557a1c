package org.stoatflow.restore;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.stoatflow.state.RestoredRows;
import org.stoatflow.state.RowRestorer;
import org.stoatflow.state.StateDiskException;
import org.stoatflow.streams.errors.StreamsException;

/**
 * Makes rows of one record of a topic that a store is restored from. Whoever may write to the topic may have written
 * anything there, so a record that is none of the store's is named. It is not skipped: the store would silently lack
 * what a key's last record said. Stateless.
 */
public final class RestoredRecord {
    private RestoredRecord() {}

    /**
     * Restores a record that has a key.
     *
     * @param store the store's name
     * @param record the record
     * @param restorer makes its rows
     * @param rows takes them
     * @throws StreamsException if the record's bytes are not those of such a store, with topic, partition and offset
     */
    public static void restore(
            String store, ConsumerRecord<byte[], byte[]> record, RowRestorer restorer, RestoredRows rows) {
        try {
            restorer.restore(record.key(), record.value(), record.timestamp(), record.headers(), rows);
        } catch (RuntimeException failure) {
            StateDiskException.passOn(failure);
            throw new StreamsException(
                    "Store " + store + " cannot be restored of the record at topic " + record.topic() + ", partition "
                            + record.partition() + ", offset " + record.offset() + " (key of " + record.key().length
                            + " bytes, value of " + (record.value() == null ? 0 : record.value().length)
                            + "): such a store does not write it, so another program did. See to it that none but the"
                            + " application may write to the topic, and reset the application: " + failure,
                    failure);
        }
    }
}
