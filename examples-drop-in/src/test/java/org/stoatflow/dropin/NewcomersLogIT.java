package org.stoatflow.dropin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.stoatflow.dropin.Topic.Line;
import org.stoatflow.localkafka.LocalKafka;
import org.stoatflow.localkafka.LocalKafkaOptions;

/**
 * The log of a newcomer's first day, from an empty folder on: a first start, another one, a swap of Kafka Streams'
 * application, kill -9, brokers that are away for half a minute, and a record that cannot be read; the same program on
 * both libraries. Prints a table of lines by level. Without {@code -Dstoatflow.newcomer=all} only the first start and
 * the swap.
 */
@Tag("long")
class NewcomersLogIT {
    private static final Path WORK = Path.of(
                    "target", "newcomer", Long.toString(ProcessHandle.current().pid()))
            .toAbsolutePath();
    private static final Path THEIRS =
            Path.of("target", "older", "today", "kafka-streams.jar").toAbsolutePath();
    private static final boolean ALL = "all".equals(System.getProperty("stoatflow.newcomer"));
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final Duration AWAY = Duration.ofSeconds(30);
    private static final String CONTINUE =
            "deserialization.exception.handler=org.apache.kafka.streams.errors.LogAndContinueExceptionHandler";

    private static final Pattern LINE_OF_THE_START =
            Pattern.compile("StoatFlow \\S+ \\(revision \\S+\\) starts application of-first-stoatflow: \\w+,"
                    + " \\d+ stages? with \\d+ lanes?, state in \\S*state-first-stoatflow");

    /** They are about this machine and not about what happens: what JDK it has. */
    private static final Set<String> OF_THE_MACHINE = Set.of("org.stoatflow.runtime.engine.JdkWarning");

    private static LocalKafka kafka;

    /** The library that the program is run with. */
    private enum Library {
        KAFKA_STREAMS,
        STOATFLOW;

        String classPath() {
            String ours = System.getProperty("java.class.path");
            return this == STOATFLOW
                    ? ours
                    : THEIRS
                            + File.pathSeparator
                            + Stream.of(ours.split(File.pathSeparator))
                                    .filter(entry -> !entry.contains("stoatflow-kafka-streams"))
                                    .collect(Collectors.joining(File.pathSeparator));
        }
    }

    /** What a newcomer does. */
    private enum Scene {
        FIRST_START,
        ANOTHER_START,
        SWAP,
        KILLED,
        BROKERS_AWAY,
        POISON_LEFT_OUT,
        POISON;

        /** Whether nothing has failed in it. */
        boolean isNormal() {
            return this != BROKERS_AWAY && this != POISON && this != POISON_LEFT_OUT;
        }
    }

    @BeforeAll
    static void start() throws IOException {
        Files.createDirectories(WORK);
        kafka = LocalKafka.start(LocalKafkaOptions.quick().withStartTimeout(Duration.ofMinutes(3)));
    }

    @AfterAll
    static void stop() {
        kafka.close();
    }

    @Test
    void shouldSayNoMoreThanKafkaStreamsDoes() throws Exception {
        Map<Scene, Map<Library, WrittenLog>> logs = new EnumMap<>(Scene.class);
        for (Scene scene : Scene.values()) {
            logs.put(scene, Collections.synchronizedMap(new EnumMap<>(Library.class)));
        }
        try (ExecutorService both = Executors.newFixedThreadPool(Library.values().length)) {
            List<Future<?>> days = new ArrayList<>();
            for (Library library : Library.values()) {
                days.add(both.submit(() -> {
                    firstDay(library, logs);
                    if (ALL) {
                        startsAndAKill(library, logs);
                        poison(library, logs);
                    }
                    return null;
                }));
            }
            for (Future<?> day : days) {
                day.get();
            }
        }
        if (ALL) {
            brokersAway(logs);
        }
        logs.values().removeIf(Map::isEmpty);
        report(logs);
        requireLineOfTheStart(logs.get(Scene.FIRST_START).get(Library.STOATFLOW));
        logs.forEach((scene, of) -> compare(scene, of.get(Library.KAFKA_STREAMS), of.get(Library.STOATFLOW)));
    }

    // ---- scenes

    private void firstDay(Library library, Map<Scene, Map<Library, WrittenLog>> logs) throws Exception {
        logs.get(Scene.FIRST_START)
                .put(library, counted(new Place(library, "first"), library, Scene.FIRST_START, "one"));
        Place swapped = new Place(library, "swap");
        counted(swapped, Library.KAFKA_STREAMS, Scene.SWAP, "one");
        logs.get(Scene.SWAP).put(library, counted(swapped, library, Scene.SWAP, "two"));
    }

    /** Starts of an application that was there before. */
    private void startsAndAKill(Library library, Map<Scene, Map<Library, WrittenLog>> logs) throws Exception {
        Place place = new Place(library, "starts");
        counted(place, library, Scene.ANOTHER_START, "one");
        logs.get(Scene.ANOTHER_START).put(library, counted(place, library, Scene.ANOTHER_START, "two"));
        try (Running killed = place.start(library, Scene.KILLED)) {
            place.write("three");
            killed.await("counted three");
            killed.program.kill();
        }
        logs.get(Scene.KILLED).put(library, counted(place, library, Scene.KILLED, "four"));
    }

    /** The log of an application that counts a word and is stopped. */
    private static WrittenLog counted(Place place, Library library, Scene scene, String word) throws Exception {
        try (Running app = place.start(library, scene)) {
            place.write(word);
            app.await("counted " + word);
            app.stop();
            return app.log();
        }
    }

    private void poison(Library library, Map<Scene, Map<Library, WrittenLog>> logs) throws Exception {
        Place ends = new Place(library, "poison");
        try (Running app = ends.start(library, Scene.POISON)) {
            ends.write("one", CountingApplication.POISON);
            app.await("state is ERROR");
            app.stop();
            logs.get(Scene.POISON).put(library, app.log());
        }
        Place goesOn = new Place(library, "poison-left-out");
        try (Running app = goesOn.start(library, Scene.POISON_LEFT_OUT, CONTINUE)) {
            goesOn.write(CountingApplication.POISON, "one");
            app.await("counted one");
            app.stop();
            logs.get(Scene.POISON_LEFT_OUT).put(library, app.log());
        }
    }

    /** Both at once, since the brokers are away for long. */
    private void brokersAway(Map<Scene, Map<Library, WrittenLog>> logs) throws Exception {
        Place of = new Place(Library.STOATFLOW, "away");
        Place ofTheirs = new Place(Library.KAFKA_STREAMS, "away");
        try (Running ours = of.start(Library.STOATFLOW, Scene.BROKERS_AWAY);
                Running theirs = ofTheirs.start(Library.KAFKA_STREAMS, Scene.BROKERS_AWAY)) {
            of.write("one");
            ofTheirs.write("one");
            ours.await("counted one");
            theirs.await("counted one");
            kafka.kill();
            TimeUnit.SECONDS.sleep(AWAY.toSeconds());
            kafka.restart();
            of.write("two");
            ofTheirs.write("two");
            ours.await("counted two");
            theirs.await("counted two");
            ours.stop();
            theirs.stop();
            logs.get(Scene.BROKERS_AWAY).put(Library.STOATFLOW, ours.log());
            logs.get(Scene.BROKERS_AWAY).put(Library.KAFKA_STREAMS, theirs.log());
        }
    }

    // ---- what is compared

    private static void compare(Scene scene, WrittenLog theirs, WrittenLog ours) {
        assertTrue(
                ours.linesUntilRunning() <= theirs.linesUntilRunning(),
                () -> scene + ": " + ours.linesUntilRunning() + " lines until RUNNING, there "
                        + theirs.linesUntilRunning());
        if (scene.isNormal()) {
            Set<String> there =
                    alarms(theirs).stream().map(WrittenLog.Event::logger).collect(Collectors.toSet());
            List<WrittenLog.Event> alarms = alarms(ours).stream()
                    .filter(event -> !there.contains(event.logger())) // what they warn of, too, such as a default
                    .toList();
            assertEquals(List.of(), alarms, () -> scene + " is a normal thing");
        } else {
            long own = ofTheLibrary(ours);
            long there = ofTheLibrary(theirs);
            assertTrue(own <= there, () -> scene + ": " + own + " warnings and errors, there " + there);
        }
    }

    /** Version and revision, application, guarantee, stages, lanes, and the state's folder. */
    private static void requireLineOfTheStart(WrittenLog log) {
        List<String> starts = log.events().stream()
                .map(WrittenLog.Event::text)
                .filter(text -> text.contains(" starts application "))
                .toList();
        assertEquals(1, starts.size(), starts::toString);
        assertTrue(LINE_OF_THE_START.matcher(starts.getFirst()).find(), starts::toString);
    }

    /** Kafka's clients write a line for each attempt to connect, as many as the brokers are away for long. */
    private static long ofTheLibrary(WrittenLog log) {
        return alarms(log).stream()
                .filter(event -> !event.logger().startsWith("org.apache.kafka.clients."))
                .count();
    }

    private static List<WrittenLog.Event> alarms(WrittenLog log) {
        return log.alarms().stream()
                .filter(event -> !OF_THE_MACHINE.contains(event.logger()))
                .toList();
    }

    private static void report(Map<Scene, Map<Library, WrittenLog>> logs) throws IOException {
        List<String> lines = new ArrayList<>();
        lines.add("| scene | library | lines until RUNNING | INFO | WARN | ERROR |");
        lines.add("|---|---|---|---|---|---|");
        logs.forEach((scene, libraries) -> libraries.forEach((library, log) -> {
            Map<String, Integer> levels = log.linesByLevel();
            lines.add("| %s | %s | %d | %d | %d | %d |"
                    .formatted(
                            scene,
                            library,
                            log.linesUntilRunning(),
                            levels.getOrDefault("INFO", 0),
                            levels.getOrDefault("WARN", 0),
                            levels.getOrDefault("ERROR", 0)));
        }));
        logs.forEach((scene, libraries) -> libraries.forEach((library, log) -> {
            Map<String, Long> alarms = log.alarms().stream()
                    .collect(Collectors.groupingBy(
                            event -> event.level() + " " + event.logger(), TreeMap::new, Collectors.counting()));
            lines.add(scene + " " + library + ": " + alarms);
        }));
        lines.forEach(System.out::println);
        Files.write(WORK.resolve("table.md"), lines);
    }

    // ---- applications

    /** A topic and a state folder of one application. */
    private static final class Place {
        private final String name;
        private final Topic topic;

        Place(Library library, String what) {
            name = what + "-" + library.name().toLowerCase(Locale.ROOT);
            kafka.createTopic(name, 1);
            topic = new Topic(kafka.bootstrapServers(), name);
        }

        void write(String... words) {
            topic.write(Stream.of(words)
                    .map(word -> new Line(System.currentTimeMillis(), word, word))
                    .toList());
        }

        Running start(Library library, Scene scene, String... settings) throws IOException {
            Path folder = Files.createTempDirectory(WORK, name + "-" + scene + "-");
            Path log = folder.resolve("newcomer.log");
            List<String> args = new ArrayList<>(List.of(
                    kafka.bootstrapServers(),
                    "of-" + name,
                    name,
                    WORK.resolve("state-" + name).toString()));
            args.addAll(List.of(settings));
            List<String> jvmArgs = List.of("-Dlogback.configurationFile=newcomer-logback.xml", "-Dnewcomer.log=" + log);
            Running app = new Running(
                    Program.start(library.classPath(), CountingApplication.class, jvmArgs, folder, args), log);
            if (scene != Scene.POISON) {
                app.await("state is RUNNING");
            }
            return app;
        }
    }

    private record Running(Program program, Path file) implements AutoCloseable {
        void await(String said) {
            String line = "INFO|" + CountingApplication.OWN_LOGGER + "|" + said;
            long end = System.nanoTime() + LIMIT.toNanos();
            while (!WrittenLog.linesOf(file).contains(line)) {
                if (System.nanoTime() - end > 0) {
                    throw new AssertionError("not said: " + said + "\n" + program.log() + "\n"
                            + String.join("\n", WrittenLog.linesOf(file)));
                }
                try {
                    TimeUnit.MILLISECONDS.sleep(100);
                } catch (InterruptedException stopped) {
                    throw new AssertionError("interrupted", stopped);
                }
            }
        }

        void stop() throws InterruptedException {
            program.stop();
        }

        WrittenLog log() {
            return WrittenLog.of(file);
        }

        @Override
        public void close() {
            program.close();
        }
    }
}
