package org.stoatflow.stores;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.util.function.Supplier;
import org.apache.kafka.common.serialization.Serdes;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.state.StoreBuilder;
import org.stoatflow.streams.state.Stores;

class UsersMakerTest {
    /** Its stores are called "counts", and it is asked for nothing else. */
    private static StoreBuilder<?> builder(Supplier<? extends @Nullable StateStore> build) {
        return (StoreBuilder<?>) Proxy.newProxyInstance(
                UsersMakerTest.class.getClassLoader(),
                new Class<?>[] {StoreBuilder.class},
                (proxy, method, given) -> method.getName().equals("name") ? "counts" : build.get());
    }

    private static IllegalStateException refused(StoreBuilder<?> builder) {
        return assertThrows(
                IllegalStateException.class, () -> UsersMaker.of(builder).make());
    }

    @Test
    void shouldNameABuilderThatWrapsAStoreOfStores() {
        StoreBuilder<?> builder = builder(() -> Stores.keyValueStoreBuilder(
                        Stores.inMemoryKeyValueStore("inner"), Serdes.String(), Serdes.String())
                .build());
        String message = String.valueOf(refused(builder).getMessage());
        String named = "the builder of store counts (" + builder.getClass().getName() + ") asks for a store of Stores";
        assertTrue(message.startsWith(named), message);
    }

    @Test
    void shouldNameABuilderThatGivesNull() {
        StoreBuilder<?> builder = builder(() -> null);
        assertEquals(
                "the builder of store counts (" + builder.getClass().getName()
                        + ") gave null: build() must make a store",
                refused(builder).getMessage());
    }

    @Test
    void shouldPassOnWhatUsersCodeThrows() {
        IllegalStateException users = new IllegalStateException("no room");
        assertEquals(users, refused(builder(() -> {
            throw users;
        })));
    }
}
