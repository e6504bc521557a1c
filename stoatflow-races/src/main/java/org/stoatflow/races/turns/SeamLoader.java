package org.stoatflow.races.turns;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.reflect.AccessFlag;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** Loads our classes anew, with places to switch in them; those of the scheduler itself are its parent's. */
final class SeamLoader extends ClassLoader {
    private static final String OURS = "org.stoatflow.";
    private static final String SCHEDULER = Turns.class.getPackageName() + ".";

    private final Map<String, byte[]> replaced;
    private final Map<String, Set<String>> volatiles = new ConcurrentHashMap<>();
    private final Rewrite rewrite = new Rewrite(this::isVolatile);

    /** @param replaced classes that are not those of the class path, by name: mutants */
    SeamLoader(Map<String, byte[]> replaced) {
        super(SeamLoader.class.getClassLoader());
        this.replaced = Map.copyOf(replaced);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> known = findLoadedClass(name);
            if (known != null) {
                return known;
            }
            return name.startsWith(OURS) && !name.startsWith(SCHEDULER) ? define(name) : super.loadClass(name, resolve);
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
