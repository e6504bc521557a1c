package org.stoatflow.races;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.Kernel;
import org.stoatflow.restore.RestoreThreads;
import org.stoatflow.runtime.run.EngineThreads;
import org.stoatflow.state.StateEngine;

/**
 * Checks the table of docs/SHARED-FIELDS.md, which is made of the comments at the fields. Each row names a proof, which
 * must exist. Where a row names this class, one thread writes and others may read late, so that no order of steps can
 * do harm: this test then requires that the fields are volatile or atomic. Each field that looks shared must have a
 * row.
 */
class SharedFieldsTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern QUOTED = Pattern.compile("`([A-Za-z.]+)`");
    private static final Pattern CONCURRENT = Pattern.compile("private [^;={]*? (\\w+)\\s*="
            + "\\s*(?:new (?:Concurrent|CopyOnWrite)|ConcurrentHashMap\\.|Collections\\.synchronized)");

    /** One of each module whose main classes are looked at. */
    private static final List<Class<?>> MODULES =
            List.of(Kernel.class, EngineThreads.class, StateEngine.class, RestoreThreads.class);

    private static final List<Path> ENGINE = Stream.of("kernel", "runtime", "state", "restore")
            .map(module -> ROOT.resolve("stoatflow-" + module).resolve("src").resolve("main"))
            .toList();

    /** What nobody can write after its construction, or is an interface that says nothing of sharing. */
    private static final Set<Class<?>> NOT_STATE = Set.of(TimeUnit.class, ThreadFactory.class, Callable.class);

    private static final int COLUMNS = 5;

    private final Set<String> namedTwice = new TreeSet<>();
    private final Map<String, Path> sources = sources(namedTwice);

    private record Row(String fields, String proofs) {}

    @Test
    void shouldNameAProofForEachRow() throws IOException {
        List<String> missing = new ArrayList<>();
        for (Row row : rows()) {
            List<String> named = quoted(row.proofs());
            if (named.isEmpty()) {
                missing.add(row.fields() + " names no proof");
            }
            named.stream()
                    .filter(name -> !sources.containsKey(name))
                    .forEach(name -> missing.add(row.fields() + ": there is no " + name));
        }
        assertEquals(List.of(), missing);
    }

    @Test
    void shouldFindFieldsOfOneWriterVolatileOrAtomic() throws Exception {
        List<String> plain = new ArrayList<>();
        int looked = 0;
        for (Row row : rows()) {
            if (quoted(row.proofs()).contains(SharedFieldsTest.class.getSimpleName())) {
                String owner = "";
                for (String name : quoted(row.fields())) {
                    int dot = name.indexOf('.');
                    boolean whole = dot < 0 && Character.isUpperCase(name.charAt(0));
                    owner = whole ? name : dot < 0 ? owner : name.substring(0, dot);
                    if (whole) {
                        continue; // the row says how each of these fields is guarded
                    }
                    Field field = field(owner, name.substring(dot + 1));
                    looked++;
                    if (!Modifier.isVolatile(field.getModifiers())
                            && !field.getType().getName().startsWith("java.util.concurrent.")) {
                        plain.add(owner + "." + field.getName());
                    }
                }
            }
        }
        assertEquals(List.of(), plain);
        assertTrue(looked > 5, "only " + looked + " fields looked at");
    }

    /** A field may be declared as a map or a set, and be made with one that is for several threads. */
    @Test
    void shouldHaveARowForEveryFieldThatIsMadeWithAConcurrentCollection() throws IOException {
        Set<String> named = named();
        List<String> missing = new ArrayList<>();
        int looked = 0;
        for (Map.Entry<String, Path> source : sources.entrySet()) {
            if (ENGINE.stream().noneMatch(source.getValue()::startsWith)) {
                continue;
            }
            Matcher field = CONCURRENT.matcher(Files.readString(source.getValue()));
            while (field.find()) {
                looked++;
                String name = source.getKey() + "." + field.group(1);
                if (!named.contains(name) && !named.contains(source.getKey())) {
                    missing.add(name);
                }
            }
        }
        assertEquals(List.of(), missing);
        assertTrue(looked > 10, "only " + looked + " fields looked at");
    }

    /** A field that is volatile, or of a type that is made for several threads, looks shared. */
    @Test
    void shouldHaveARowForEveryFieldThatLooksShared() throws Exception {
        Set<String> named = named();
        List<String> missing = new ArrayList<>();
        for (Class<?> owner : engineClasses()) {
            for (Field field : owner.getDeclaredFields()) {
                if (looksShared(field)
                        && namesOf(owner).stream()
                                .noneMatch(
                                        name -> named.contains(name) || named.contains(name + "." + field.getName()))) {
                    missing.add(owner.getName() + "." + field.getName());
                }
            }
        }
        assertEquals(List.of(), missing);
    }

    /** The classes and fields that have a row. */
    private static Set<String> named() throws IOException {
        Set<String> named = new TreeSet<>();
        for (Row row : rows()) {
            String owner = "";
            for (String name : quoted(row.fields())) {
                int dot = name.indexOf('.');
                owner = dot >= 0 ? name.substring(0, dot) : Character.isUpperCase(name.charAt(0)) ? name : owner;
                named.add(dot >= 0 || name.equals(owner) ? name : owner + "." + name);
            }
        }
        return named;
    }

    /** The class with what its rows may be called: that of its file, where it is nested or has no name. */
    private static List<String> namesOf(Class<?> owner) {
        return List.of(owner.getSimpleName(), owner.getNestHost().getSimpleName());
    }

    private static boolean looksShared(Field field) {
        if (Modifier.isVolatile(field.getModifiers())) {
            return true;
        }
        for (Class<?> type = field.getType(); type != null; type = type.getSuperclass()) {
            if (type.getName().startsWith("java.util.concurrent.") && !NOT_STATE.contains(type)) {
                return true;
            }
        }
        return field.getType() == VarHandle.class && !Modifier.isStatic(field.getModifiers());
    }

    /** Main classes of the engine's modules, also those without a name: from folders, or from jars. */
    private static List<Class<?>> engineClasses() throws Exception {
        List<Class<?>> found = new ArrayList<>();
        for (Class<?> one : MODULES) {
            Path place = Path.of(
                    one.getProtectionDomain().getCodeSource().getLocation().toURI());
            if (Files.isDirectory(place)) {
                addAll(place, found);
            } else {
                try (FileSystem jar = FileSystems.newFileSystem(place)) {
                    addAll(jar.getPath("/"), found);
                }
            }
        }
        assertTrue(found.size() > 600, "only " + found.size() + " classes were found");
        return found;
    }

    private static void addAll(Path root, List<Class<?>> found) throws IOException, ClassNotFoundException {
        try (Stream<Path> all = Files.walk(root)) {
            for (Path file : all.filter(SharedFieldsTest::isClass).toList()) {
                String name = root.relativize(file).toString();
                found.add(Class.forName(
                        name.substring(0, name.length() - ".class".length())
                                .replace('/', '.')
                                .replace('\\', '.'),
                        false,
                        SharedFieldsTest.class.getClassLoader()));
            }
        }
    }

    private static boolean isClass(Path file) {
        String path = file.toString();
        return path.endsWith(".class") && !path.endsWith("-info.class");
    }

    private static String className(String path) {
        return path.substring(path.indexOf("/org/stoatflow/") + 1, path.length() - ".java".length())
                .replace('/', '.');
    }

    @Test
    void shouldListEveryProof() throws IOException {
        try (Stream<Path> all = Files.walk(Path.of("src", "main", "java"))) {
            List<String> there = all.map(SharedFieldsTest::simpleName)
                    .filter(name -> name.endsWith("Proof") && !name.equals("Proof"))
                    .sorted()
                    .toList();
            List<String> listed = ProofsTest.all().stream()
                    .map(name -> name.substring(name.lastIndexOf('.') + 1))
                    .sorted()
                    .toList();
            assertEquals(there, listed);
        }
    }

    private Field field(String owner, String name) throws ReflectiveOperationException {
        Path source = sources.get(owner);
        assertTrue(source != null, "there is no class " + owner);
        assertTrue(!namedTwice.contains(owner), "there are two classes " + owner + ", so a row does not say which");
        String path = source.toString().replace('\\', '/');
        return Class.forName(className(path)).getDeclaredField(name);
    }

    private static List<Row> rows() throws IOException {
        List<Row> rows = new ArrayList<>();
        boolean inTable = false;
        for (String line : Files.readAllLines(ROOT.resolve("docs").resolve("SHARED-FIELDS.md"))) {
            if (line.startsWith("| shared |")) {
                inTable = true;
            } else if (inTable && !line.startsWith("|")) {
                break;
            } else if (inTable && !line.startsWith("|---")) {
                String[] columns = line.substring(1).split("\\|");
                assertEquals(COLUMNS, columns.length, line);
                rows.add(new Row(columns[0], columns[COLUMNS - 1]));
            }
        }
        assertTrue(rows.size() > 20, "the table of shared fields was not found");
        return rows;
    }

    private static List<String> quoted(String text) {
        Matcher matcher = QUOTED.matcher(text);
        List<String> found = new ArrayList<>();
        while (matcher.find()) {
            found.add(matcher.group(1));
        }
        return found;
    }

    private static String simpleName(Path file) {
        String name = file.getFileName().toString();
        return name.endsWith(".java") ? name.substring(0, name.length() - ".java".length()) : "";
    }

    private static Map<String, Path> sources(Set<String> namedTwice) {
        Map<String, Path> found = new TreeMap<>();
        for (String module : List.of("races", "api", "kernel", "runtime", "state", "restore")) {
            try (Stream<Path> all =
                    Files.walk(ROOT.resolve("stoatflow-" + module).resolve("src"))) {
                all.filter(file -> !simpleName(file).isEmpty()).forEach(file -> {
                    if (found.put(simpleName(file), file) != null) {
                        namedTwice.add(simpleName(file));
                    }
                });
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }
        return found;
    }
}
