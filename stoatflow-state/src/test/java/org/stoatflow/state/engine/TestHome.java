package org.stoatflow.state.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.stoatflow.state.UserStoreHome;
import org.stoatflow.streams.processor.StateRestoreCallback;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.processor.StateStoreContext;

/** Contexts whose stores can register and ask for their folder, and nothing else. */
final class TestHome implements UserStoreHome {
    final Set<String> restored = new HashSet<>(List.of("rows"));
    boolean besideRestored;
    boolean startsEmpty;
    boolean keepsSettled;
    Runnable beforeInit = () -> {};
    private final Path folder;
    private final boolean exactlyOnce;

    TestHome(Path folder, boolean exactlyOnce) {
        this.folder = folder;
        this.exactlyOnce = exactlyOnce;
    }

    @Override
    public StateStoreContext context(String store, int partition, Registrar registrar) {
        beforeInit.run();
        return (StateStoreContext) Proxy.newProxyInstance(
                TestHome.class.getClassLoader(), new Class<?>[] {StateStoreContext.class}, (proxy, method, given) -> {
                    if (method.getName().equals("stateDir")) {
                        return folder(store, partition).toFile();
                    }
                    assertEquals("register", method.getName());
                    registrar.register((StateStore) given[0], (StateRestoreCallback) given[1], null);
                    return null;
                });
    }

    @Override
    public Path folder(String store, int partition) {
        return folder.resolve("0_" + partition);
    }

    @Override
    public boolean exactlyOnce() {
        return exactlyOnce;
    }

    @Override
    public boolean isRestored(String store) {
        return restored.contains(store);
    }

    @Override
    public boolean isBesideRestored(String store) {
        return besideRestored;
    }

    @Override
    public boolean keepsSettled() {
        return keepsSettled;
    }

    @Override
    public boolean startsEmpty() {
        return startsEmpty;
    }
}
