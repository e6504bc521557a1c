package org.stoatflow.parity;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.stoatflow.relocation.ConstantTexts;
import org.stoatflow.relocation.Renaming;

/**
 * Loads the programs a second time, with our packages renamed to those of Kafka Streams, so that one source runs on
 * both, as the drop-in is renamed in the build.
 */
public final class RenamingLoader extends ClassLoader {
    private static final String WRITTEN = "org.stoatflow.parity.program.";
    private static final Renaming RENAMING = new Renaming("org.stoatflow.streams", "org.apache.kafka.streams");

    private final String programs;

    /** Loads the programs of the tables, which are written, twice. */
    public RenamingLoader() {
        this(WRITTEN);
    }

    /**
     * Loads one package twice; all other classes are those of the program.
     *
     * @param programs the package with its last dot, and the start of the names of all in it
     */
    public RenamingLoader(String programs) {
        super(RenamingLoader.class.getClassLoader());
        this.programs = programs;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> known = findLoadedClass(name);
            if (known != null) {
                return known;
            }
            return name.startsWith(programs) ? define(name) : super.loadClass(name, resolve);
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            byte[] renamed = ConstantTexts.changed(in.readAllBytes(), RENAMING::in);
            return defineClass(name, renamed, 0, renamed.length);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
