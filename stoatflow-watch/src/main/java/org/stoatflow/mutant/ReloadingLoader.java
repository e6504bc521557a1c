package org.stoatflow.mutant;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** Loads our classes anew, changed or as they are. */
public abstract class ReloadingLoader extends ClassLoader {
    private static final String OURS = "org.stoatflow.";

    /** Loads all others from where this class is. */
    protected ReloadingLoader() {
        super(ReloadingLoader.class.getClassLoader());
    }

    /**
     * What is loaded of a class.
     *
     * @param name the class
     * @param bytes its class file
     * @return a class file of the same name
     */
    protected abstract byte[] loaded(String name, byte[] bytes);

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> known = findLoadedClass(name);
            if (known != null) {
                return known;
            }
            return name.startsWith(OURS) ? define(name) : super.loadClass(name, resolve);
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            byte[] bytes = loaded(name, in.readAllBytes());
            return defineClass(name, bytes, 0, bytes.length);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
