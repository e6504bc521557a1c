package org.stoatflow.races.turns;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.reflect.AccessFlag;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * Loads our classes anew with seams in them. Its parent loads the classes that the seams call, and the modelled Kafka.
 */
public final class SeamLoader extends ClassLoader {
    private static final String OURS = "org.stoatflow.";
    private static final List<String> OF_PARENT =
            List.of("org.stoatflow.races.turns.", "org.stoatflow.races.pauses.", "org.stoatflow.memorykafka.");

    private final Map<String, byte[]> replaced;
    private final Map<String, Set<String>> volatiles = new ConcurrentHashMap<>();
    private final Rewrite rewrite;

    /**
     * Makes a loader.
     *
     * @param replaced bytes of classes to load in place of those on the class path, by name: mutants
     */
    public SeamLoader(Map<String, byte[]> replaced, Seams seams) {
        super(SeamLoader.class.getClassLoader());
        this.replaced = Map.copyOf(replaced);
        this.rewrite = new Rewrite(this::isVolatile, seams);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> known = findLoadedClass(name);
            if (known != null) {
                return known;
            }
            return name.startsWith(OURS) && OF_PARENT.stream().noneMatch(name::startsWith)
                    ? define(name)
                    : super.loadClass(name, resolve);
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        byte[] bytes = bytesOf(name);
        if (bytes.length == 0) {
            throw new ClassNotFoundException(name);
        }
        byte[] rewritten = rewrite.of(bytes);
        return defineClass(name, rewritten, 0, rewritten.length);
    }

    private byte[] bytesOf(String name) {
        byte[] mutant = replaced.get(name);
        if (mutant != null) {
            return mutant;
        }
        try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
            return in == null ? new byte[0] : in.readAllBytes();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private boolean isVolatile(String owner, String field) {
        String name = owner.replace('/', '.');
        return name.startsWith(OURS)
                && volatiles.computeIfAbsent(name, this::volatilesOf).contains(field);
    }

    private Set<String> volatilesOf(String name) {
        byte[] bytes = bytesOf(name);
        return bytes.length == 0
                ? Set.of()
                : ClassFile.of().parse(bytes).fields().stream()
                        .filter(field -> field.flags().has(AccessFlag.VOLATILE))
                        .map(field -> field.fieldName().stringValue())
                        .collect(Collectors.toSet());
    }
}
