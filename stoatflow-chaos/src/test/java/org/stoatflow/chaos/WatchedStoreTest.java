package org.stoatflow.chaos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.PrintStream;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.stoatflow.streams.processor.StateStoreContext;

@ResourceLock(Resources.SYSTEM_OUT)
class WatchedStoreTest {
    @TempDir
    private Path folder;

    private final PrintStream before = System.out;
    private final ByteArrayOutputStream told = new ByteArrayOutputStream();

    @BeforeEach
    void listen() {
        System.setOut(new PrintStream(told, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void restore() {
        System.setOut(before);
    }

    @Test
    void shouldTellNothingOfAStoreThatIsUsedInOrder() {
        for (int run = 0; run < 2; run++) {
            WatchedStore store = opened();
            store.call(() -> assertTrue(store.isOpen()));
            store.close();
        }
        assertEquals("", told());
    }

    @Test
    void shouldTellOfAStoreThatIsClosedWhileACallIsInIt() {
        WatchedStore store = opened();
        store.call(store::close);
        assertTrue(told().startsWith("forbidden: store closed while a call is in it: " + folder), told());
        assertTrue(told().contains("forbidden: a call is in a store that is closed"), told());
    }

    @Test
    void shouldTellOfTwoOnOneFolder() {
        WatchedStore first = opened();
        WatchedStore second = opened();
        assertTrue(told().startsWith("forbidden: store opened twice: " + folder), told());
        second.close();
        first.close();
    }

    private WatchedStore opened() {
        WatchedStore store = new WatchedStore.Builder("store").build();
        store.init(context(folder.toFile()), store);
        return store;
    }

    private String told() {
        return told.toString(StandardCharsets.UTF_8);
    }

    private static StateStoreContext context(File folder) {
        return (StateStoreContext) Proxy.newProxyInstance(
                WatchedStoreTest.class.getClassLoader(),
                new Class<?>[] {StateStoreContext.class},
                (proxy, method, arguments) -> method.getName().equals("stateDir") ? folder : null);
    }
}
