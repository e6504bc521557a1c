package org.stoatflow.streams.state;

import org.apache.kafka.common.utils.Bytes;

/** Makes key-value stores of bytes. */
public interface KeyValueBytesStoreSupplier extends StoreSupplier<KeyValueStore<Bytes, byte[]>> {}
