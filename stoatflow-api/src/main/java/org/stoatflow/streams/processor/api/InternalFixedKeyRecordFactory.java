package org.stoatflow.streams.processor.api;

/** Makes {@link FixedKeyRecord}s, which have no public constructor. For the engine and for tests. */
public final class InternalFixedKeyRecordFactory {
    private InternalFixedKeyRecordFactory() {}

    /**
     * Makes a record whose key is fixed.
     *
     * @param record the record to take key, value, timestamp and headers from
     * @param <KIn> the type of the key
     * @param <VIn> the type of the value
     * @return a new record
     */
    public static <KIn, VIn> FixedKeyRecord<KIn, VIn> create(Record<KIn, VIn> record) {
        return new FixedKeyRecord<>(record.headersToShare(), record.key(), record.value(), record.timestamp());
    }
}
