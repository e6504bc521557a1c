package org.stoatflow.kernel.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.util.OptionalInt;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.junit.jupiter.api.Test;
import org.stoatflow.spi.TopologyAccess;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.state.KeyValueBytesStoreSupplier;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.Stores;
import org.stoatflow.streams.state.VersionedBytesStore;
import org.stoatflow.streams.state.VersionedBytesStoreSupplier;
import org.stoatflow.topology.LogicalTopology;

class UserStoreRulesTest {
    private static Plan compiled(Class<? extends KeyValueStore<Bytes, byte[]>> made) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.table("in", Consumed.with(Serdes.String(), Serdes.String()), Materialized.as(new Versions(made)));
        LogicalTopology topology = TopologyAccess.logical(builder.build());
        return Planner.compile(topology, new PlanSettings("app", 8, Serdes.String(), 0), topic -> OptionalInt.of(1));
    }

    @Test
    void shouldRunAUsersVersionedStoreByPartition() {
        Plan plan = compiled(VersionedBytesStore.class);
        assertTrue(plan.hasStoresWrittenAtOnce());
        assertFalse(plan.stages().getFirst().isByKey());
    }

    @Test
    @SuppressWarnings("unchecked") // a class of it
    void shouldRefuseAStoreThatIsNotVersioned() {
        Class<?> plain = KeyValueStore.class;
        PlanException refused = assertThrows(
                PlanException.class, () -> compiled((Class<? extends KeyValueStore<Bytes, byte[]>>) plain));
        String message = String.valueOf(refused.getMessage());
        assertTrue(
                message.startsWith(
                        "Invalid topology: the supplier of store rows (" + Versions.class.getName() + ") gave a "),
                message);
        assertTrue(message.endsWith("get() of a VersionedBytesStoreSupplier must make a VersionedBytesStore"), message);
    }

    @Test
    void shouldNameTheSupplierThatWrapsAStoreOfStores() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.table("in", Consumed.with(Serdes.String(), Serdes.String()), Materialized.as(new Wrapping()));
        LogicalTopology topology = TopologyAccess.logical(builder.build());
        PlanSettings settings = new PlanSettings("app", 8, Serdes.String(), 0);
        PlanException refused = assertThrows(
                PlanException.class, () -> Planner.compile(topology, settings, topic -> OptionalInt.of(1)));
        String message = String.valueOf(refused.getMessage());
        assertTrue(
                message.startsWith("Invalid topology: the supplier of store counts (" + Wrapping.class.getName()
                        + ") asks for a store of Stores"),
                message);
    }

    /** As one that counts or logs what is called. */
    private static final class Wrapping implements KeyValueBytesStoreSupplier {
        @Override
        public String name() {
            return "counts";
        }

        @Override
        public KeyValueStore<Bytes, byte[]> get() {
            return Stores.persistentKeyValueStore(name()).get();
        }

        @Override
        public String metricsScope() {
            return "mine";
        }
    }

    /** Its stores are asked for nothing but whether they are persistent. */
    private record Versions(Class<? extends KeyValueStore<Bytes, byte[]>> made) implements VersionedBytesStoreSupplier {
        @Override
        public String name() {
            return "rows";
        }

        @Override
        public KeyValueStore<Bytes, byte[]> get() {
            return made.cast(Proxy.newProxyInstance(
                    Versions.class.getClassLoader(), new Class<?>[] {made}, (proxy, method, given) -> {
                        assertEquals("persistent", method.getName());
                        return false;
                    }));
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
