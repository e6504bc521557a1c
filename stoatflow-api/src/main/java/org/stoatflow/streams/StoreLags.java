package org.stoatflow.streams;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.spi.StoreViews.LoggedPartition;
import org.stoatflow.streams.errors.StreamsException;

/** How far stores are behind their changelogs. */
final class StoreLags {
    private StoreLags() {}

    /**
     * Store to partition to lag, both sorted; the brokers are asked for the ends, with the admin client's limits of
     * time.
     */
    static Map<String, Map<Integer, LagInfo>> of(List<LoggedPartition> logged, Admin admin) {
        Map<String, Map<Integer, LagInfo>> lags = new TreeMap<>();
        Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
        logged.forEach(partition -> asked.put(partition.changelog(), OffsetSpec.latest()));
        if (asked.isEmpty()) {
            return lags;
        }
        ListOffsetsResult ends = admin.listOffsets(asked);
        for (LoggedPartition partition : logged) {
            long end = end(ends, partition.changelog());
            lags.computeIfAbsent(partition.store(), store -> new TreeMap<>())
                    .put(
                            partition.changelog().partition(),
                            new LagInfo(partition.position().orElse(end), end));
        }
        return Collections.unmodifiableMap(lags);
    }

    private static long end(ListOffsetsResult ends, TopicPartition changelog) {
        try {
            return ends.partitionResult(changelog).get().offset();
        } catch (ExecutionException failure) {
            throw new StreamsException(
                    "The brokers do not tell the end of changelog " + changelog + ": "
                            + failure.getCause().getMessage(),
                    failure.getCause());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new StreamsException("Interrupted while asking for the end of changelog " + changelog, interrupted);
        }
    }
}
