package org.stoatflow.kernel.chain;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.error.ErrorHandling;
import org.stoatflow.kernel.record.ShownKeys;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.StreamsMetrics;
import org.stoatflow.streams.errors.ProcessorStateException;

/**
 * Settings and services of an application that all its lanes share and that never change. Implementations are safe for
 * use by any thread.
 */
public interface Application {
    String applicationId();

    /** The folder of the application's state. */
    Path stateFolder();

    /**
     * The folder of a task, in which its processors may write files: state, which lasts and is cleaned up as such. It
     * is made when it is asked for; where the application has no folder there is none either, as in Kafka Streams.
     *
     * @throws ProcessorStateException if it cannot be made
     */
    default File folderOf(String task) {
        Path folder = stateFolder().resolve(task);
        return Files.isDirectory(stateFolder()) ? made(folder) : folder.toFile();
    }

    /** @throws ProcessorStateException if the folder cannot be made */
    static File made(Path folder) {
        try {
            return Files.createDirectories(folder).toFile();
        } catch (IOException failure) {
            throw new ProcessorStateException("The folder " + folder + " of a task cannot be made", failure);
        }
    }

    /** @throws org.stoatflow.streams.errors.StreamsException if {@code default.key.serde} is not set */
    Serde<?> defaultKeySerde();

    /** @throws org.stoatflow.streams.errors.StreamsException if {@code default.value.serde} is not set */
    Serde<?> defaultValueSerde();

    /** The default serde of keys, or null if {@code default.key.serde} is not set. */
    @Nullable
    Serde<?> defaultKeySerdeOrNull();

    /** The default serde of values, or null if {@code default.value.serde} is not set. */
    @Nullable
    Serde<?> defaultValueSerdeOrNull();

    /** Where processors add sensors of their own; all lanes of all runs share these. */
    StreamsMetrics metrics();

    Map<String, Object> configs();

    /** What processors are shown of a configuration, as in Kafka Streams: all that was given, parsed, and defaults. */
    static Map<String, Object> shown(StreamsConfig config) {
        Map<String, Object> all = new HashMap<>(config.originals());
        all.putAll(config.values());
        return all;
    }

    Map<String, Object> configsWithPrefix(String prefix);

    /** How the application handles records that fail. By default, each such record ends the run. */
    default ErrorHandling errors() {
        return ErrorHandling.FAILING;
    }

    /** How messages show keys of records. */
    default ShownKeys shownKeys() {
        return ShownKeys.AS_TEXT;
    }

    /** How many bytes key and value of a changelog record may have together; by default, without a bound. */
    default int loggedBytesMax() {
        return Integer.MAX_VALUE;
    }

    /** The number of partitions of a sink's topic. The first call for a topic may block, for a bounded time. */
    int partitionsOf(String topic);

    /** The stores that all processors may read. */
    default SharedStores sharedStores() {
        return SharedStores.NONE;
    }

    /** Whether a sink's partitioner may choose this partition, from 0, of a topic that has {@code count}. */
    default boolean accepts(int partition, int count) {
        return partition < count;
    }
}
