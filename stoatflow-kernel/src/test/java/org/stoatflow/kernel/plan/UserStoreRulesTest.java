package org.stoatflow.kernel.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.OptionalInt;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.junit.jupiter.api.Test;
import org.stoatflow.spi.TopologyAccess;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.VersionedBytesStoreSupplier;
import org.stoatflow.topology.LogicalTopology;

class UserStoreRulesTest {
    @Test
    void shouldRefuseAUsersSupplierOfVersionedStores() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.table("in", Consumed.with(Serdes.String(), Serdes.String()), Materialized.as(new Versions()));
        LogicalTopology topology = TopologyAccess.logical(builder.build());
        PlanSettings settings = new PlanSettings("app", 8, Serdes.String(), 0);

        PlanException refused = assertThrows(
                PlanException.class, () -> Planner.compile(topology, settings, topic -> OptionalInt.of(1)));

        assertEquals(
                "Invalid topology: store rows has a supplier of the user's own ("
                        + Versions.class.getName()
                        + "), which cannot be run here: use Stores.persistentVersionedKeyValueStore",
                refused.getMessage());
    }

    private static final class Versions implements VersionedBytesStoreSupplier {
        @Override
        public String name() {
            return "rows";
        }

        @Override
        public KeyValueStore<Bytes, byte[]> get() {
            throw new AssertionError("asked for a store");
        }

        @Override
        public String metricsScope() {
            return "mine";
        }

        @Override
        public long historyRetentionMs() {
            return 1_000;
        }
    }
}
