package org.stoatflow.memorykafka;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.RebalanceProtocol;
import org.apache.kafka.common.Configurable;
import org.apache.kafka.common.utils.Utils;

/** The consumer settings that the model heeds, with Kafka's names and defaults. */
record ConsumerOptions(
        String clientId,
        Group group,
        boolean isReadCommitted,
        OffsetReset offsetReset,
        int maxPollRecords,
        int apiTimeoutMs) {

    /** What a member tells its group. No group id and no instance id are the empty string. */
    record Group(
            String id,
            String instanceId,
            int maxPollIntervalMs,
            int sessionTimeoutMs,
            List<ConsumerPartitionAssignor> assignors) {
        /** Members revoke eagerly unless every assignor can do otherwise ({@code ConsumerCoordinator}). */
        boolean isCooperative() {
            return !assignors.isEmpty()
                    && assignors.stream()
                            .allMatch(each -> each.supportedProtocols().contains(RebalanceProtocol.COOPERATIVE));
        }
    }

    /** What to do where there is no committed offset, or the position is not in the log. */
    enum OffsetReset {
        EARLIEST,
        LATEST,
        NONE
    }

    static ConsumerOptions of(Map<String, ?> values) {
        ClientConfig config = new ClientConfig(values);
        requireManualCommit(config);
        String groupId = config.text(ConsumerConfig.GROUP_ID_CONFIG, "");
        String reset = config.text(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "latest");
        return new ConsumerOptions(
                config.text(ConsumerConfig.CLIENT_ID_CONFIG, "consumer-" + groupId),
                new Group(
                        groupId,
                        config.text(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, ""),
                        config.number(ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG, 300_000),
                        config.number(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, 45_000),
                        assignors(values)),
                config.text(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_uncommitted")
                        .equals("read_committed"),
                OffsetReset.valueOf(reset.toUpperCase(Locale.ROOT)),
                config.number(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 500),
                config.number(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, 60_000));
    }

    private static void requireManualCommit(ClientConfig config) {
        String auto = config.text(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "unset");
        if (!auto.equals("false")) {
            throw new IllegalArgumentException("the model has no auto commit, enable.auto.commit=" + auto);
        }
    }

    private static List<ConsumerPartitionAssignor> assignors(Map<String, ?> values) {
        List<?> named = switch (values.get(ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG)) {
            case null -> List.of();
            case List<?> list -> list;
            case Object text -> List.of(text.toString().split("\\s*,\\s*"));
        };
        return named.stream().map(each -> assignor(each, values)).toList();
    }

    private static ConsumerPartitionAssignor assignor(Object named, Map<String, ?> values) {
        try {
            ConsumerPartitionAssignor made = named instanceof Class<?> type
                    ? (ConsumerPartitionAssignor) Utils.newInstance(type)
                    : Utils.newInstance(named.toString(), ConsumerPartitionAssignor.class);
            if (made instanceof Configurable configurable) {
                configurable.configure(values);
            }
            return made;
        } catch (ClassNotFoundException failure) {
            throw new IllegalArgumentException("no such assignor=" + named, failure);
        }
    }
}
