package org.stoatflow.kernel.chain;

import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.error.ErrorHandling;

/** What all lanes of an application share and never change. Implementations are safe for use by any thread. */
public interface Application {
    String applicationId();

    /** Folder of the application's state. */
    Path stateFolder();

    /** @throws org.stoatflow.streams.errors.StreamsException if {@code default.key.serde} is not set */
    Serde<?> defaultKeySerde();

    /** @throws org.stoatflow.streams.errors.StreamsException if {@code default.value.serde} is not set */
    Serde<?> defaultValueSerde();

    /** Null if {@code default.key.serde} is not set. */
    @Nullable
    Serde<?> defaultKeySerdeOrNull();

    /** Null if {@code default.value.serde} is not set. */
    @Nullable
    Serde<?> defaultValueSerdeOrNull();

    Map<String, Object> configs();

    Map<String, Object> configsWithPrefix(String prefix);

    /** What becomes of records that fail; by default each ends the run. */
    default ErrorHandling errors() {
        return ErrorHandling.FAILING;
    }

    /** Number of partitions of a sink's topic; may block, bounded, the first time a topic is asked for. */
    int partitionsOf(String topic);
}
