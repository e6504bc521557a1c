package org.stoatflow.runtime.cluster;

import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.streams.ClientInstanceIds;
import org.stoatflow.streams.errors.StreamsException;

/**
 * Asks Kafka clients, one after the other, for the ids under which brokers know their metrics (KIP-714, KIP-1076). All
 * of them together have until one deadline. Owner: the thread that asks.
 */
public final class InstanceIds implements ClientInstanceIds {
    private static final Logger LOG = LoggerFactory.getLogger(InstanceIds.class);

    private final long deadlineNs;
    private final Map<String, Uuid> consumers = new TreeMap<>();
    private final Map<String, Uuid> producers = new TreeMap<>();
    private @Nullable Uuid admin;

    /** @param deadlineNs by {@link System#nanoTime} */
    public InstanceIds(long deadlineNs) {
        this.deadlineNs = deadlineNs;
    }

    /** Asks the admin client. One that has no id when the time is over, as of a broker without telemetry, has none. */
    public void ofAdmin(Admin client) {
        admin = ask("admin client", client::clientInstanceId).orElse(null);
    }

    void ofConsumer(String clientId, @Nullable Consumer<?, ?> client) {
        if (client != null) {
            ask("consumer " + clientId, client::clientInstanceId).ifPresent(id -> consumers.put(clientId, id));
        }
    }

    void ofProducer(String clientId, Producer<?, ?> client) {
        ask("producer " + clientId, client::clientInstanceId).ifPresent(id -> producers.put(clientId, id));
    }

    private Optional<Uuid> ask(String client, Function<Duration, @Nullable Uuid> id) {
        Duration left = Duration.ofNanos(Math.max(0, deadlineNs - System.nanoTime()));
        try {
            return Optional.ofNullable(id.apply(left)); // null where brokers have not given one in time
        } catch (IllegalStateException noTelemetry) { // how a client says that it pushes no metrics
            LOG.debug("The {} has no instance id: {}", client, noTelemetry.getMessage());
            return Optional.empty();
        } catch (TimeoutException late) {
            throw late;
        } catch (RuntimeException failure) {
            throw new StreamsException("Could not retrieve the instance id of the " + client, failure);
        }
    }

    @Override
    public Uuid adminInstanceId() {
        if (admin == null) {
            throw new IllegalStateException("The admin client has no instance id: it pushes no metrics, or brokers have"
                    + " not given one in time. Set " + AdminClientConfig.ENABLE_METRICS_PUSH_CONFIG + " to true, and"
                    + " have a receiver of client telemetry in the brokers.");
        }
        return admin;
    }

    @Override
    public Map<String, Uuid> consumerInstanceIds() {
        return Collections.unmodifiableMap(consumers);
    }

    @Override
    public Map<String, Uuid> producerInstanceIds() {
        return Collections.unmodifiableMap(producers);
    }
}
