package org.stoatflow.streams;

import java.util.Map;
import org.apache.kafka.common.Uuid;

/** The ids under which brokers know an application's Kafka clients in their metrics. */
public interface ClientInstanceIds {
    /**
     * The id of the admin client.
     *
     * @return the id
     * @throws IllegalStateException if that client pushes no metrics
     */
    Uuid adminInstanceId();

    /**
     * The ids of consumers.
     *
     * @return client id to instance id; empty if they push no metrics
     */
    Map<String, Uuid> consumerInstanceIds();

    /**
     * The ids of producers.
     *
     * @return client id to instance id; empty if they push no metrics
     */
    Map<String, Uuid> producerInstanceIds();
}
