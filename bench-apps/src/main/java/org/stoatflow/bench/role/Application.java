package org.stoatflow.bench.role;

import java.lang.reflect.InvocationTargetException;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.stoatflow.bench.scenario.Program;
import org.stoatflow.relocation.RenamedClasses;
import org.stoatflow.relocation.Renaming;

/**
 * The application of a measurement. One source runs on both libraries: for Kafka Streams the classes of programs are
 * loaded with the names of its packages.
 *
 * <p>Variables: LIBRARY, PROGRAM, TOPICS, SETTINGS, END; on a cluster PREFIX in place of TOPICS, BOOTSTRAP_SERVERS,
 * AWAIT_SECONDS, CLIENT.
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
        Properties settings = BrokerAccess.read(Variable.SETTINGS.of(environment));
        String program = Variable.PROGRAM.of(environment);
        String topics = BrokerTopics.named(environment).text();
        String library = Variable.LIBRARY.of(environment);
        boolean isChild = isToldByParent(environment);
        Consumer<String> states = state -> Orders.say("state " + state);
        if (Variable.PREFIX.in(environment).isPresent()) {
            BrokerAccess access = BrokerAccess.of(environment);
            new BrokerWait(access, BrokerTopics.needed(environment)).await(environment);
            settings.putAll(access.settings());
            states = states.andThen(new Announcement(access, Variable.PREFIX.of(environment)));
        }
        loaded(library, program, topics, settings, isChild, states).call();
    }

    /** Whether a process is the child of a command, which tells it the end; without {@link #SIGNAL} in END. */
    static boolean isToldByParent(Map<String, String> environment) {
        return Variable.END.in(environment).filter(SIGNAL::equals).isEmpty();
    }

    /** An application that is not yet started. */
    static Callable<?> loaded(
            String library,
            String program,
            String topics,
            Properties settings,
            boolean isChild,
            Consumer<String> states)
            throws Exception {
        ClassLoader loader = loader(library);
        try {
            return (Callable<?>) loader.loadClass(MeasuredApplication.class.getName())
                    .getConstructor(String.class, String.class, Properties.class, Boolean.class, Consumer.class)
                    .newInstance(program, topics, settings, isChild, states);
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
