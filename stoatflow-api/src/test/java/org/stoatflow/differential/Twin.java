package org.stoatflow.differential;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** The sources of test programs, compiled once more with our API's package renamed to that of Kafka Streams. */
public final class Twin implements AutoCloseable {
    private static final Path SOURCES = Path.of("src", "test", "java", "org", "stoatflow", "differential");
    private static final String OURS = "org.stoatflow.differential";
    private static final String THEIRS = "org.stoatflow.twin";

    private final URLClassLoader classes;

    /** Compiles the sources of classes of this package. */
    public Twin(Path folder, Class<?>... originals) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            List<String> options =
                    List.of("-d", folder.toString(), "-cp", System.getProperty("java.class.path"), "-nowarn");
            List<JavaFileObject> sources =
                    Arrays.stream(originals).map(Twin::renamed).toList();
            if (!compiler.getTask(messages, files, null, options, null, sources).call()) {
                throw new IllegalStateException("The programs do not compile on Kafka Streams:\n" + messages);
            }
        }
        classes = new URLClassLoader(new URL[] {folder.toUri().toURL()}, Twin.class.getClassLoader());
    }

    private static JavaFileObject renamed(Class<?> original) {
        String name = original.getSimpleName();
        try {
            String source = Files.readString(SOURCES.resolve(name + ".java"))
                    .replace("org.stoatflow.streams", "org.apache.kafka.streams")
                    .replace("package " + OURS, "package " + THEIRS);
            return new SimpleJavaFileObject(URI.create("string:///" + name + ".java"), JavaFileObject.Kind.SOURCE) {
                @Override
                public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                    return source;
                }
            };
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Calls a public static method of a twin; an exception of the method comes through as it is. */
    public Object call(Class<?> original, String method, Object... arguments) throws Exception {
        Class<?> twin = classes.loadClass(THEIRS + "." + original.getSimpleName());
        Method found = Arrays.stream(twin.getMethods())
                .filter(candidate -> candidate.getName().equals(method))
                .findFirst()
                .orElseThrow();
        try {
            return found.invoke(null, arguments);
        } catch (InvocationTargetException failure) {
            if (failure.getCause() instanceof Exception cause) {
                throw cause;
            }
            throw failure;
        }
    }

    @Override
    public void close() throws IOException {
        classes.close();
    }
}
