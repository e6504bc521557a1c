package org.stoatflow.runtime.restoring;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Map;
import org.apache.kafka.common.serialization.Serdes;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.plan.StorePlan;
import org.stoatflow.runtime.testkit.OwnStore;
import org.stoatflow.stores.EngineStoreBuilder;
import org.stoatflow.stores.InnerStore;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.streams.state.Stores;

class FollowingTest {
    private static final String LOG = "app-rows-changelog";

    private final StoreDescription ours = ((EngineStoreBuilder) Stores.keyValueStoreBuilder(
                    Stores.persistentKeyValueStore("rows"), Serdes.String(), Serdes.String()))
            .description();

    private static boolean isFollowed(StoreDescription store, @Nullable String changelog, @Nullable String source) {
        return Following.isFollowed(new StorePlan(store, 0, 1, LOG, changelog, Map.of(), source));
    }

    @Test
    void shouldFollowWhatIsRestored() {
        assertTrue(isFollowed(ours, LOG, null));
        assertTrue(isFollowed(ours, null, "in"), "restored from its source topic");
        assertFalse(isFollowed(ours, null, null), "not restored");
    }

    /** They are opened for an owner: one that is restored before would end the restore of all. */
    @Test
    void shouldLeaveStoresOfUsersToTheOwner() {
        StoreDescription wholly = StoreDescription.own(new OwnStore.Builder(new ArrayList<>()));
        assertFalse(isFollowed(wholly, LOG, null));
        StoreDescription inner = new StoreDescription(
                ours.name(),
                ours.settings(),
                new InnerStore(true, false, Stores.persistentKeyValueStore("rows")),
                ours.serdes(),
                ours.caching(),
                ours.changelog());
        assertFalse(isFollowed(inner, LOG, null));
    }
}
