package org.stoatflow.runtime.program;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.Topology;

/** Finds a topology by the name of the static method that makes it. */
final class NamedTopology {
    private static final String ALL_JARS = "*";
    private static final String KAFKA_STREAMS = "org.apache.kafka.streams.";

    private NamedTopology() {}

    /**
     * Makes a class loader for these entries and our own classes. An entry that ends in {@code /*} stands for the jars
     * of a folder.
     */
    static URLClassLoader loader(List<String> classpath, Path from) throws BadArgument {
        List<URL> urls = new ArrayList<>();
        for (String entry : classpath) {
            boolean jars = entry.equals(ALL_JARS) || entry.endsWith(File.separator + ALL_JARS);
            Path path = from.resolve(jars ? entry.substring(0, entry.length() - 1) : entry);
            if (!Files.exists(path)) {
                throw new BadArgument("--classpath: there is no " + path);
            }
            for (Path found : jars ? jarsOf(path) : List.of(path)) {
                urls.add(url(found));
            }
        }
        return new URLClassLoader(urls.toArray(URL[]::new), NamedTopology.class.getClassLoader());
    }

    private static List<Path> jarsOf(Path folder) throws BadArgument {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList();
        } catch (IOException unreadable) {
            throw new BadArgument("--classpath: " + folder + " cannot be read: " + unreadable, unreadable);
        }
    }

    private static URL url(Path path) throws BadArgument {
        try {
            return path.toUri().toURL();
        } catch (MalformedURLException odd) {
            throw new BadArgument("--classpath: " + path + " cannot be used: " + odd.getMessage(), odd);
        }
    }

    /**
     * Calls the method that makes the topology.
     *
     * @param name {@code com.example.App.topology}
     * @param command for messages
     */
    static Topology make(String name, ClassLoader loader, NamedProgram command) throws BadArgument {
        int dot = name.lastIndexOf('.');
        if (dot <= 0 || dot == name.length() - 1) {
            throw new BadArgument("--topology must be CLASS.METHOD, not '" + name + "'");
        }
        Method method = method(name.substring(0, dot), name.substring(dot + 1), loader, command);
        Object made = call(method, name, command);
        if (made instanceof StreamsBuilder builder) {
            return builder.build();
        }
        if (made instanceof Topology topology) {
            return topology;
        }
        if (made != null && isKafkaStreams(made.getClass().getName())) {
            throw compiledAgainstKafkaStreams(name, null, command);
        }
        throw new BadArgument("--topology: " + name + " gives "
                + (made == null ? "null" : "a " + made.getClass().getName())
                + ", not an org.stoatflow.streams.Topology or StreamsBuilder");
    }

    private static Method method(String className, String methodName, ClassLoader loader, NamedProgram command)
            throws BadArgument {
        try {
            Method method = Class.forName(className, true, loader).getDeclaredMethod(methodName);
            if (Modifier.isStatic(method.getModifiers())) {
                method.setAccessible(true);
                return method;
            }
            throw new BadArgument("--topology: " + className + "." + methodName + " is not static");
        } catch (ClassNotFoundException missing) {
            throw new BadArgument(
                    "--topology: there is no class " + className + " on the class path; --classpath adds to it",
                    missing);
        } catch (NoSuchMethodException missing) {
            throw new BadArgument("--topology: class " + className + " has no method " + methodName + "()", missing);
        } catch (LinkageError broken) {
            throw isKafkaStreams(broken)
                    ? compiledAgainstKafkaStreams(className, broken, command)
                    : new BadArgument("--topology: class " + className + " cannot be loaded: " + broken, broken);
        }
    }

    /** Whether a class of Kafka Streams is missing. The drop-in has them all; then this is another mistake. */
    private static boolean isKafkaStreams(@Nullable Throwable failure) {
        return failure instanceof NoClassDefFoundError missing
                && missing.getMessage() != null
                && isKafkaStreams(missing.getMessage().replace('/', '.'));
    }

    private static boolean isKafkaStreams(String className) {
        return className.startsWith(KAFKA_STREAMS) && !Topology.class.getName().startsWith(KAFKA_STREAMS);
    }

    private static BadArgument compiledAgainstKafkaStreams(
            String what, @Nullable Throwable cause, NamedProgram command) {
        return new BadArgument(
                "--topology: " + what + " is compiled against " + KAFKA_STREAMS + "*, which is not what this command"
                        + " has: say ./stoatflow " + command.name() + "-drop-in with the same arguments, or run "
                        + command.main().getName() + " with the application's own class path, with"
                        + " stoatflow-kafka-streams in place of kafka-streams",
                cause);
    }

    private static Object call(Method method, String name, NamedProgram command) throws BadArgument {
        try {
            return method.invoke(null);
        } catch (InvocationTargetException thrown) {
            if (isKafkaStreams(thrown.getCause())) {
                throw compiledAgainstKafkaStreams(name, thrown, command);
            }
            throw new BadArgument("--topology: " + name + " failed: " + thrown.getCause(), thrown);
        } catch (IllegalAccessException impossible) {
            throw new BadArgument("--topology: " + name + " cannot be called: " + impossible, impossible);
        }
    }
}
