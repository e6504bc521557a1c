package org.stoatflow.tck;

import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Chooses the test classes that surefire is given: of those that are listed, the ones that a class loader can load with
 * all they name in signatures. One that cannot be loaded would end JUnit's discovery for all.
 *
 * <p>Arguments: the folder of the run, in which the shells are, and the folder of the reports, from which those of the
 * run before are removed. Written: {@code chosen.txt}, and {@code unloadable.txt} with the reasons.
 */
final class Choice {
    private Choice() {}

    public static void main(String[] args) throws IOException {
        Path work = Path.of(args[0]);
        for (Path report : Reports.filesIn(Path.of(args[1]))) {
            Files.delete(report);
        }
        List<String> chosen = new ArrayList<>();
        List<String> unloadable = new ArrayList<>();
        try (URLClassLoader loader = new URLClassLoader(classPath(work), ClassLoader.getPlatformClassLoader())) {
            for (String name : Reachable.listed().methods().keySet()) {
                try {
                    load(loader.loadClass(name));
                    chosen.add(name.replace('.', '/') + ".java");
                } catch (ClassNotFoundException | LinkageError reason) {
                    unloadable.add(name + ": " + reason);
                }
            }
        }
        Files.write(work.resolve("chosen.txt"), chosen);
        Files.write(work.resolve("unloadable.txt"), unloadable);
    }

    /** Asks for all that JUnit asks for: the members of a class, of its supertypes, and of the classes in it. */
    private static void load(Class<?> type) {
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            each.getDeclaredFields();
            each.getDeclaredMethods();
            each.getDeclaredConstructors();
            each.getInterfaces();
        }
        for (Class<?> inner : type.getDeclaredClasses()) {
            inner.getDeclaredMethods();
            inner.getDeclaredConstructors();
        }
    }

    private static URL[] classPath(Path work) throws MalformedURLException {
        List<URL> urls = new ArrayList<>();
        List<String> entries = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .toList();
        for (String entry : entries) {
            urls.add(new File(entry).toURI().toURL());
        }
        URI shells = work.resolve("shells").toUri();
        urls.add(shells.toURL());
        return urls.toArray(URL[]::new);
    }
}
