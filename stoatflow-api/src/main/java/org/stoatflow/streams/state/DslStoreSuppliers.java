package org.stoatflow.streams.state;

import java.util.Map;
import org.apache.kafka.common.Configurable;

/** Supplies the stores of operators whose user names none. */
public interface DslStoreSuppliers extends Configurable {
    /**
     * Reads the configuration. Does nothing by default.
     *
     * @param configs the application's configuration
     */
    @Override
    default void configure(Map<String, ?> configs) {}

    /**
     * Supplies a key-value store.
     *
     * @param params what the operator asks for
     * @return a supplier
     */
    KeyValueBytesStoreSupplier keyValueStore(DslKeyValueParams params);

    /**
     * Supplies a window store.
     *
     * @param params what the operator asks for
     * @return a supplier
     */
    WindowBytesStoreSupplier windowStore(DslWindowParams params);

    /**
     * Supplies a session store.
     *
     * @param params what the operator asks for
     * @return a supplier
     */
    SessionBytesStoreSupplier sessionStore(DslSessionParams params);
}
