package org.stoatflow.relocation;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * Loads some classes a second time with a package renamed in them, as the build renames it, so that one source runs on
 * both libraries. All other classes are those of the parent.
 */
public class RenamedClasses extends ClassLoader {
    private final Renaming renaming;
    private final List<String> starts;

    /** @param starts the first parts of the names of the classes to load, such as a package with its last dot */
    public RenamedClasses(ClassLoader parent, Renaming renaming, List<String> starts) {
        super(parent);
        this.renaming = renaming;
        this.starts = List.copyOf(starts);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> known = findLoadedClass(name);
            if (known != null) {
                return known;
            }
            return starts.stream().anyMatch(name::startsWith) ? define(name) : super.loadClass(name, resolve);
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            byte[] renamed = ConstantTexts.changed(in.readAllBytes(), renaming::in);
            return defineClass(name, renamed, 0, renamed.length);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
