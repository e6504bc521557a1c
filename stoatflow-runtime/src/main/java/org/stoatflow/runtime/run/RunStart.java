package org.stoatflow.runtime.run;

import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.kafka.clients.producer.Producer;

/**
 * What a recovery has prepared for the runs that follow it.
 *
 * @param producers under exactly-once, their transactional ids are initialised
 * @param renewal closes one of the producers, and makes another one with the same transactional id. Any thread
 * @param offsets where the runs begin in the source partitions
 * @param purge deletes what the runs have processed of an owner before
 */
public record RunStart(
        List<Producer<byte[], byte[]>> producers,
        UnaryOperator<Producer<byte[], byte[]>> renewal,
        SourceOffsets offsets,
        HopTopicPurge purge) {}
