package org.stoatflow.runtime.program;

import java.io.IOException;
import java.io.PrintStream;
import java.io.Reader;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.Topology;

/**
 * A command that is told of an application by {@link ProgramOptions}.
 *
 * @param name the command's name, after {@code ./stoatflow}
 * @param main the class that is run where there is no {@code ./stoatflow}
 * @param from the folder that relative paths start from
 */
public record NamedProgram(String name, Class<?> main, Path from) {
    /**
     * The environment variable with the folder that relative paths start from; without it they start from the working
     * directory.
     */
    private static final String FROM = "STOATFLOW_FROM";

    /** What a command does with an application. */
    public interface Use {
        /** @param config what the file has, and the settings before it */
        void of(Topology topology, Properties config) throws BadArgument, IOException;
    }

    /** The folder that the caller of the command is in. */
    public static Path callersFolder() {
        String from = System.getenv(FROM);
        return Path.of(from == null ? "" : from);
    }

    /** Makes the application's topology, reads its configuration, and uses both while its classes are at hand. */
    public void use(ProgramOptions options, Use use) throws BadArgument, IOException {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader loader = NamedTopology.loader(options.classpath(), from)) {
            thread.setContextClassLoader(loader); // Kafka's clients look there for classes that a configuration names
            Topology topology = NamedTopology.make(options.requiredTopology(), loader, this);
            Properties config = config(options.config());
            config.putAll(options.settings());
            use.of(topology, config);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    /**
     * Tells the person who has typed the command.
     *
     * @return the status, for the caller to return
     */
    public int tell(PrintStream errors, @Nullable String message, int status) {
        String sentence = String.valueOf(message);
        boolean ended = sentence.endsWith(".") || sentence.endsWith("?");
        errors.println("stoatflow " + name + ": " + sentence + (ended ? "" : "."));
        return status;
    }

    private Properties config(@Nullable String file) throws BadArgument {
        Properties config = new Properties();
        if (file != null) {
            try (Reader reader = Files.newBufferedReader(from.resolve(file))) {
                config.load(reader);
            } catch (IOException | IllegalArgumentException unreadable) {
                throw new BadArgument("--config: " + from.resolve(file) + " cannot be read: " + unreadable, unreadable);
            }
        }
        return config;
    }
}
