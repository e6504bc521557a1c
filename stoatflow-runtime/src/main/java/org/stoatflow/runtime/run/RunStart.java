package org.stoatflow.runtime.run;

import java.util.List;
import org.apache.kafka.clients.producer.Producer;

/**
 * What a recovery has prepared for the runs that follow it.
 *
 * @param producers under exactly-once, their transactional ids are initialised
 * @param offsets where the runs begin in the source partitions
 * @param purge deletes what the runs have processed of an owner before
 */
public record RunStart(List<Producer<byte[], byte[]>> producers, SourceOffsets offsets, HopTopicPurge purge) {}
