package org.stoatflow.runtime.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Metrics;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.utils.Utils;
import org.stoatflow.config.StoatflowConfig;

/** Finds the registry that the configuration names. */
final class MeterRegistries {
    private static final String GLOBAL = "global";

    private MeterRegistries() {}

    /**
     * A registry, and whether the application closes it.
     *
     * @param ours whether it was made here, and is to be closed with the application
     */
    record Chosen(MeterRegistry registry, boolean ours) {}

    /** @throws ConfigException naming the key, if its value is no registry */
    static Chosen of(AbstractConfig config) {
        String key = StoatflowConfig.METER_REGISTRY.key();
        Object value = StoatflowConfig.METER_REGISTRY.of(config);
        if (value instanceof MeterRegistry given) {
            return new Chosen(given, false);
        }
        if (GLOBAL.equals(value)) {
            return new Chosen(Metrics.globalRegistry, false);
        }
        if (value instanceof Class<?> type) {
            return made(key, type.getName());
        }
        if (value instanceof String name) {
            return made(key, name);
        }
        throw new ConfigException(key, value, "must be a MeterRegistry of Micrometer, or the name of such a class");
    }

    private static Chosen made(String key, String className) {
        try {
            return new Chosen(Utils.newInstance(className, MeterRegistry.class), true);
        } catch (ReflectiveOperationException | KafkaException | ClassCastException misfit) {
            throw new ConfigException(
                    key,
                    className,
                    "must be '" + GLOBAL + "', or a subclass of " + MeterRegistry.class.getName()
                            + " with a public constructor without arguments: " + misfit);
        }
    }
}
