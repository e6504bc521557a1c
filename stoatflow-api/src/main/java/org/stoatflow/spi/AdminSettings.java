package org.stoatflow.spi;

import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.MetadataRecoveryStrategy;
import org.stoatflow.streams.StreamsConfig;

/** The settings of an application's admin clients. */
public final class AdminSettings {
    private AdminSettings() {}

    /**
     * As configured; where {@code metadata.recovery.strategy} is not, it is {@code none}. The engine asks the cluster
     * all through an outage. A client that goes back to the configured addresses by itself does so again and again
     * while a question is open, without a pause, and each time logs it. The engine makes the client anew instead.
     *
     * @param config the application's configuration
     * @param clientId the client's id
     * @return a new map
     */
    public static Map<String, Object> of(StreamsConfig config, String clientId) {
        Map<String, Object> settings = config.getAdminConfigs(clientId);
        settings.putIfAbsent(CommonClientConfigs.METADATA_RECOVERY_STRATEGY_CONFIG, MetadataRecoveryStrategy.NONE.name);
        return settings;
    }
}
