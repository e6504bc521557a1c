package org.stoatflow.bench.role;

import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentSkipListSet;
import org.stoatflow.bench.scenario.Scenario;
import org.stoatflow.bench.scenario.Topics;

/**
 * Programs of one library in one JVM, each an application of its own, until the end of standard input. It says that it
 * runs once all of them do.
 */
public final class ScenarioApps {
    private static final String RUNNING = "RUNNING";
    private static final String FAILED = "ERROR";

    private final List<String> names;
    private final Set<String> running = new ConcurrentSkipListSet<>();

    private ScenarioApps(List<String> names) {
        this.names = names;
    }

    /** What an application's id and topics begin with. */
    public static String prefix(String library, String name) {
        return "scenario-" + name + "-" + library;
    }

    /** Arguments: the library, names of programs, and the file of what all of them have for settings. */
    public static void main(String[] args) throws Exception {
        List<String> names = List.of(args).subList(1, args.length - 1);
        new ScenarioApps(names).run(args[0], BrokerAccess.read(args[args.length - 1]));
    }

    private void run(String library, Properties settings) throws Exception {
        List<Callable<?>> apps = new ArrayList<>();
        for (String name : names) {
            String prefix = prefix(library, name);
            Properties own = new Properties();
            own.putAll(settings);
            own.put("application.id", prefix);
            String topics = Topics.of(prefix, Scenario.named(name)).text();
            apps.add(Application.loaded(library, name, topics, own, true, state -> onState(name, state)));
        }
        apps.forEach(app -> Thread.ofPlatform().start(() -> call(app)));
    }

    /** Each waits for the same end of standard input. */
    private static void call(Callable<?> app) {
        try {
            app.call();
        } catch (Exception failure) {
            throw new IllegalStateException(failure);
        }
    }

    private void onState(String name, String state) {
        if (state.equals(RUNNING) && running.add(name) && running.size() == names.size()) {
            Orders.say("state " + RUNNING);
        } else if (state.equals(FAILED)) {
            Orders.say("state " + FAILED);
        }
    }
}
