package org.stoatflow.runtime.run;

import java.util.List;
import org.apache.kafka.clients.producer.Producer;

/**
 * What a recovery has made for the runs that follow it.
 *
 * @param producers their transactional ids are initialised, under exactly-once
 * @param offsets where the source partitions begin
 */
public record RunStart(List<Producer<byte[], byte[]>> producers, SourceOffsets offsets) {}
