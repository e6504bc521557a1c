package org.stoatflow.runtime.run;

import java.util.List;
import org.apache.kafka.clients.producer.Producer;

/**
 * What a recovery has prepared for the runs that follow it.
 *
 * @param producers under exactly-once, their transactional ids are initialised
 * @param offsets where the runs begin in the source partitions
 */
public record RunStart(List<Producer<byte[], byte[]>> producers, SourceOffsets offsets) {}
