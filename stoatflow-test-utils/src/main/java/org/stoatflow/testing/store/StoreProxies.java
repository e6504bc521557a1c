package org.stoatflow.testing.store;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.errors.StreamsException;
import org.stoatflow.streams.processor.StateStore;

/** Makes stores that stand before other stores, of whatever kind these are. */
public final class StoreProxies {
    private StoreProxies() {}

    /**
     * Makes a store with the interfaces of another one.
     *
     * @param like a store of the kind
     * @param handler does what the store is called for
     * @return the store
     */
    public static StateStore of(StateStore like, InvocationHandler handler) {
        return (StateStore)
                Proxy.newProxyInstance(StoreProxies.class.getClassLoader(), interfacesOf(like.getClass()), handler);
    }

    private static Class<?>[] interfacesOf(Class<?> view) {
        Set<Class<?>> found = new TreeSet<>((one, other) -> one.getName().compareTo(other.getName()));
        for (Class<?> each = view; each != null; each = each.getSuperclass()) {
            for (Class<?> implemented : each.getInterfaces()) {
                if (StateStore.class.isAssignableFrom(implemented)) {
                    found.add(implemented);
                }
            }
        }
        return found.toArray(Class<?>[]::new);
    }

    /**
     * Calls the store behind, and throws what it throws.
     *
     * @param store the store
     * @param method what is called
     * @param arguments what it is given; null for nothing
     * @return what the store gives
     * @throws Throwable what the store throws
     */
    public static @Nullable Object call(StateStore store, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        try {
            return method.invoke(store, arguments);
        } catch (InvocationTargetException failure) {
            throw failure.getCause() == null ? new StreamsException(failure) : failure.getCause();
        }
    }
}
