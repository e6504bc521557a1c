package org.stoatflow.differential;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.stoatflow.streams.Topology;

/** The mirrored types have nothing that Kafka Streams has not, and what they have has the same signature. */
class SignatureTest {
    private static final String OURS = "org.stoatflow.streams";
    private static final String THEIRS = "org.apache.kafka.streams";
    private static final String INTERNALS = ".internals.";
    private static final String PAGE = "docs/COMPATIBILITY.md";

    @Test
    void shouldHaveOnlyMembersOfKafkaStreams() throws Exception {
        List<String> extra = new ArrayList<>();
        for (String name : publicTypes(Topology.class, OURS)) {
            Class<?> ours = Class.forName(name);
            Class<?> theirs = Class.forName(name.replace(OURS, THEIRS));
            assertEquals(theirs.isInterface(), ours.isInterface(), name);
            assertEquals(Modifier.isFinal(theirs.getModifiers()), Modifier.isFinal(ours.getModifiers()), name);
            assertEquals(Modifier.isAbstract(theirs.getModifiers()), Modifier.isAbstract(ours.getModifiers()), name);
            Set<String> known = inherited(theirs);
            declared(ours).stream()
                    .filter(member -> !known.contains(member))
                    .forEach(member -> extra.add(name + " " + member));
        }
        assertEquals(List.of(), extra);
    }

    @Test
    void shouldHaveAsMuchOfKafkaStreamsAsThePageSays() throws Exception {
        Set<String> theirTypes = publicTypes(org.apache.kafka.streams.Topology.class, THEIRS);
        Set<String> ourTypes = publicTypes(Topology.class, OURS);
        int members = 0;
        int held = 0;
        int types = 0;
        TreeSet<String> missing = new TreeSet<>();
        for (String name : theirTypes) {
            Set<String> theirs = declared(Class.forName(name));
            members += theirs.size();
            if (ourTypes.contains(name.replace(THEIRS, OURS))) {
                types++;
                Set<String> ours = inherited(Class.forName(name.replace(THEIRS, OURS)));
                held += (int) theirs.stream().filter(ours::contains).count();
                theirs.stream()
                        .filter(member -> !ours.contains(member))
                        .forEach(member -> missing.add(name + " " + member));
            }
        }
        assertEquals(theirTypes.size(), types);
        assertEquals(members, held + missing.size());
        missing.removeIf(member -> member.contains(INTERNALS));
        assertEquals(Set.of(), missing);
        String said = String.format(
                Locale.ROOT,
                "has all %d public types and %,d members, deprecated ones too, but for %d that name internals",
                types,
                held,
                members - held);
        assertTrue(page().contains(said), said);
    }

    /** COMPATIBILITY, in one line. */
    private static String page() throws IOException {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve(PAGE))) {
            folder = folder.getParent();
        }
        return Files.readString(folder.resolve(PAGE)).replace('\n', ' ');
    }

    /** Type and generic signature of each public or protected member, ours and theirs written alike. */
    private static Set<String> declared(Class<?> type) {
        Set<String> members = new HashSet<>();
        for (Method method : type.getDeclaredMethods()) {
            if (isSeen(method) && !method.isBridge()) {
                members.add(text(
                        method,
                        method.getName() + " " + method.getGenericReturnType().getTypeName()));
            }
        }
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            if (isSeen(constructor) && !type.isEnum()) {
                members.add(text(constructor, "new"));
            }
        }
        for (Field field : type.getDeclaredFields()) {
            if (isSeen(field)) {
                members.add(renamed("field " + Modifier.isStatic(field.getModifiers()) + " " + field.getName() + " "
                        + field.getGenericType().getTypeName()));
            }
        }
        return members;
    }

    private static Set<String> inherited(Class<?> type) {
        Set<String> members = new HashSet<>(declared(type));
        if (type.getSuperclass() != null) {
            members.addAll(inherited(type.getSuperclass()));
        }
        for (Class<?> parent : type.getInterfaces()) {
            members.addAll(inherited(parent));
        }
        return members;
    }

    private static boolean isSeen(Member member) {
        return !member.isSynthetic() && (member.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED)) != 0;
    }

    private static String text(Executable member, String head) {
        String types = Arrays.stream(member.getTypeParameters())
                .map(parameter -> parameter.getName() + Arrays.toString(parameter.getBounds()))
                .collect(Collectors.joining(","));
        String parameters = Arrays.stream(member.getGenericParameterTypes())
                .map(Type::getTypeName)
                .collect(Collectors.joining(","));
        return renamed(
                "<" + types + "> " + Modifier.isStatic(member.getModifiers()) + " " + head + "(" + parameters + ")");
    }

    private static String renamed(String text) {
        return text.replace(THEIRS, OURS);
    }

    /** The public types of a library, without its internals. */
    private static Set<String> publicTypes(Class<?> member, String root) throws Exception {
        Path place = Path.of(
                member.getProtectionDomain().getCodeSource().getLocation().toURI());
        if (Files.isDirectory(place)) {
            return publicTypes(place, root, member.getClassLoader());
        }
        try (FileSystem jar = FileSystems.newFileSystem(place)) {
            return publicTypes(jar.getPath("/"), root, member.getClassLoader());
        }
    }

    private static Set<String> publicTypes(Path place, String root, ClassLoader loader)
            throws IOException, ClassNotFoundException {
        Set<String> types = new TreeSet<>();
        try (Stream<Path> files = Files.walk(place.resolve(root.replace('.', '/')))) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".class")).toList()) {
                String path = place.relativize(file).toString().replace('/', '.');
                String name = path.substring(0, path.length() - ".class".length());
                if (!name.contains(INTERNALS) && !name.endsWith("-info")) {
                    Class<?> type = Class.forName(name, false, loader);
                    if (isSeen(type)) {
                        types.add(name);
                    }
                }
            }
        }
        return types;
    }

    private static boolean isSeen(Class<?> type) {
        return !type.isSynthetic()
                && (type.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED)) != 0
                && (type.getEnclosingClass() == null || isSeen(type.getEnclosingClass()))
                && !type.isAnonymousClass()
                && !type.isLocalClass();
    }
}
