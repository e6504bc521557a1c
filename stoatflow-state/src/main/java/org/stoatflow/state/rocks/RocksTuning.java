package org.stoatflow.state.rocks;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.state.RocksDBConfigSetter;

/**
 * How the application's {@link RocksDBConfigSetter}, if it has one, changes the options of its one database. Immutable;
 * each opening of the database has a setter of its own.
 */
public final class RocksTuning {
    /** Changes nothing. */
    public static final RocksTuning NONE = new RocksTuning(null, "", Map.of());

    private final @Nullable Class<?> setter;
    private final String name;
    private final Map<String, Object> configs;

    private RocksTuning(@Nullable Class<?> setter, String name, Map<String, Object> configs) {
        this.setter = setter;
        this.name = name;
        this.configs = configs;
    }

    /**
     * Reads the configuration.
     *
     * @param config the application's
     * @return the tuning; {@link #NONE} where {@code rocksdb.config.setter} is not set
     * @throws ConfigException if the class is no setter
     */
    public static RocksTuning of(StreamsConfig config) {
        Class<?> setter = config.getClass(StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG);
        if (setter == null) {
            return NONE;
        }
        if (!RocksDBConfigSetter.class.isAssignableFrom(setter)) {
            throw new ConfigException(
                    StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG,
                    setter,
                    "It does not implement RocksDBConfigSetter");
        }
        Map<String, Object> configs = new HashMap<>(config.originals());
        configs.putAll(config.values());
        return new RocksTuning(setter, config.getString(StreamsConfig.APPLICATION_ID_CONFIG), configs);
    }

    /**
     * The options to open with.
     *
     * @param rows those of the family that has the rows of stores; the engine's own rows keep the engine's options
     */
    record Tuned(DBOptions database, ColumnFamilyOptions rows, Runnable end) {
        /** Lets the setter close what it has made. Before the database is closed. */
        void close() {
            end.run();
        }
    }

    /** Gives our options to the setter, as those of one store that has the application's id for a name. */
    Tuned apply(DBOptions database, ColumnFamilyOptions family, Natives natives) {
        if (setter == null) {
            return new Tuned(database, family, () -> {});
        }
        RocksDBConfigSetter made = Utils.newInstance(setter, RocksDBConfigSetter.class);
        Options options = natives.hold(new OfferedOptions(database, family, setter));
        options.setTableFormatConfig(family.tableFormatConfig()); // what the setter reads is the Java object
        made.setConfig(name, options, configs);
        options.setCreateIfMissing(true).setErrorIfExists(false).setCreateMissingColumnFamilies(true);
        return new Tuned(
                natives.hold(new DBOptions(options)),
                natives.hold(new ColumnFamilyOptions(options)),
                () -> made.close(name, options));
    }

    /**
     * What an opening has failed of. Options that RocksDB refuses are no failure of the disk: no restart mends them.
     *
     * @param folder the database's
     * @param failure what RocksDB has thrown
     */
    RuntimeException openingFailure(Path folder, RocksDBException failure) {
        Status status = failure.getStatus();
        boolean ofOptions = status != null
                && (status.getCode() == Status.Code.InvalidArgument || status.getCode() == Status.Code.NotSupported);
        if (setter == null || !ofOptions) {
            return RocksFailure.of(folder, "opened", failure);
        }
        ConfigException refused = new ConfigException(
                StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG,
                setter,
                "RocksDB does not open " + folder + " with the options that it sets: " + failure.getMessage());
        refused.initCause(failure);
        return refused;
    }
}
