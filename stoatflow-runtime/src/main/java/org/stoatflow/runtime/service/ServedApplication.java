package org.stoatflow.runtime.service;

import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.stoatflow.status.ApplicationStatus;
import org.stoatflow.status.ApplicationTopology;

/** What a service may know of its application. Any thread. */
public interface ServedApplication {
    /** What it is doing now. */
    ApplicationStatus status();

    /** Its plan; empty until it is planned. */
    Optional<ApplicationTopology> topology();

    /** The metrics under Kafka Streams' names, and those of the clients. */
    Map<MetricName, ? extends Metric> metrics();
}
