package org.stoatflow.bench.role;

import java.io.IOException;
import java.io.Reader;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Callable;
import org.stoatflow.bench.scenario.Program;
import org.stoatflow.relocation.RenamedClasses;
import org.stoatflow.relocation.Renaming;

/**
 * The application of a measurement. One source runs on both libraries: for Kafka Streams the classes of programs are
 * loaded with the names of its packages.
 *
 * <p>Variables: LIBRARY, PROGRAM, TOPICS, SETTINGS, END.
 */
public final class Application {
    /** Of LIBRARY. */
    public static final String STOATFLOW = "stoatflow";

    /** Of LIBRARY. */
    public static final String KAFKA_STREAMS = "kafka-streams";

    /** Of END. */
    static final String SIGNAL = "signal";

    private static final Renaming TO_KAFKA_STREAMS = new Renaming("org.stoatflow.streams", "org.apache.kafka.streams");

    private Application() {}

    /** Runs until the end of standard input, or until a signal where END says so. */
    public static void main(String[] args) throws Exception {
        run(System.getenv());
    }

    private static void run(Map<String, String> environment) throws Exception {
        Properties settings = new Properties();
        try (Reader file = Files.newBufferedReader(Path.of(Variable.SETTINGS.of(environment)))) {
            settings.load(file);
        } catch (IOException failure) {
            throw new RoleFailure("the settings cannot be read: " + failure, failure);
        }
        loaded(
                        Variable.LIBRARY.of(environment),
                        Variable.PROGRAM.of(environment),
                        Variable.TOPICS.of(environment),
                        settings,
                        Variable.END.in(environment).filter(SIGNAL::equals).isEmpty())
                .call();
    }

    private static Callable<?> loaded(String library, String program, String topics, Properties settings, boolean asked)
            throws Exception {
        ClassLoader loader = loader(library);
        try {
            return (Callable<?>) loader.loadClass(MeasuredApplication.class.getName())
                    .getConstructor(String.class, String.class, Properties.class, Boolean.class)
                    .newInstance(program, topics, settings, asked);
        } catch (InvocationTargetException refused) {
            if (refused.getCause() instanceof Exception reason) {
                throw reason;
            }
            throw refused;
        }
    }

    private static ClassLoader loader(String library) throws RoleFailure {
        ClassLoader ours = Application.class.getClassLoader();
        return switch (library) {
            case STOATFLOW -> ours;
            case KAFKA_STREAMS ->
                new RenamedClasses(
                        ours,
                        TO_KAFKA_STREAMS,
                        List.of(Program.class.getPackageName() + ".", MeasuredApplication.class.getName()));
            default -> throw new RoleFailure("there is no library '" + library + "'");
        };
    }
}
