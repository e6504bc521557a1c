package org.stoatflow.bench.role;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.bench.scenario.Scenario;
import org.stoatflow.localkafka.LocalKafka;
import org.stoatflow.localkafka.Patience;

/** The processes as pods have them: nobody starts them in order, tells them anything, or ends them but by a signal. */
class ClusterRolesIT {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final int RATE = 200;

    private static LocalKafka kafka;

    @TempDir
    private Path folder;

    @BeforeAll
    static void startBroker() {
        kafka = LocalKafka.start();
    }

    @AfterAll
    static void endBroker() {
        kafka.close();
    }

    /** A process and what it has said. */
    private record Part(RoleProcess process, List<String> said) implements AutoCloseable {
        static Part start(Class<?> role, Map<Variable, String> variables, Path folder) throws RoleFailure {
            List<String> said = new CopyOnWriteArrayList<>();
            List<String> jvm =
                    List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "--enable-native-access=ALL-UNNAMED");
            return new Part(
                    RoleProcess.start(role.getSimpleName(), role, jvm, List.of(), variables, folder, said::add), said);
        }

        boolean hasSaid(String beginning) {
            return said.stream().anyMatch(line -> line.startsWith(beginning));
        }

        String last(String beginning) {
            return said.stream()
                    .filter(line -> line.startsWith(beginning))
                    .reduce("", (before, line) -> line.substring(beginning.length()));
        }

        void await(String what, BooleanSupplier condition) throws Exception {
            long startNs = System.nanoTime();
            while (!condition.getAsBoolean()) {
                assertTrue(process.isAlive(), () -> what + process.describe() + said);
                assertFalse(Patience.isOver(startNs, LIMIT), () -> what + process.describe() + said);
                TimeUnit.MILLISECONDS.sleep(20);
            }
        }

        /** As a pod is ended. */
        void terminate() throws Exception {
            process.handle().destroy();
            assertTrue(process.awaitEndAndHear(LIMIT), process::describe);
        }

        @Override
        public void close() {
            process.close();
        }
    }

    @Test
    void shouldWaitForTheTopicsBeginTogetherAndDrainAtASignal() throws Exception {
        Path result = folder.resolve("result.json");
        Map<Variable, String> variables = variables("drain");
        variables.put(Variable.RESULT, result.toString());
        try (Part consumer = Part.start(LatencyConsumer.class, variables, folder);
                Part generator = Part.start(LoadGenerator.class, variables, folder);
                Part app = Part.start(Application.class, variables, folder)) {
            generator.await("it waits", () -> generator.hasSaid("waiting: there are no topics"));
            try (Part topics = Part.start(BrokerTopics.class, variables, folder)) {
                topics.process().awaitDone(LIMIT);
            }
            consumer.await(
                    "outputs come",
                    () -> consumer.last(LatencyConsumer.PROGRESS).matches("[1-9].*"));
            generator.terminate();
            long sent = Long.parseLong(generator.last("sent "));
            assertTrue(generator.hasSaid(LoadGenerator.DONE) && sent > 0, generator.said()::toString);
            long outputs = sent - (sent + 9) / 10; // the first of ten is dropped
            String complete = outputs + " ";
            consumer.await(
                    "all of " + sent + " comes",
                    () -> consumer.last(LatencyConsumer.PROGRESS).startsWith(complete));
            consumer.terminate();
            app.terminate();

            assertEquals("NOT_RUNNING", app.last("state "));
            assertTrue(consumer.hasSaid("cut short") && consumer.hasSaid("measured "), consumer.said()::toString);
            assertEquals(consumer.last(LatencyConsumer.RESULT), Files.readString(result));
            assertEquals(outputs, ConsumerResult.parse(Files.readString(result)).outputs());
        }
        try (Part again = Part.start(LoadGenerator.class, variables, folder)) {
            assertTrue(again.process().awaitEndAndHear(LIMIT), again.process()::describe);
            assertTrue(again.process().describe().contains("the run of drain-meeting has begun before"));
        }
    }

    @Test
    void shouldEndTheProcessOfAnApplicationThatHasFailed() throws Exception {
        Map<Variable, String> variables = variables("fails");
        variables.remove(Variable.PREFIX);
        variables.put(Variable.TOPICS, "input=not-there;output=neither");
        variables.put(Variable.LIBRARY, Application.KAFKA_STREAMS);
        try (Part app = Part.start(Application.class, variables, folder)) {
            assertTrue(app.process().awaitEndAndHear(LIMIT), app.process()::describe);

            assertFalse(app.process().isDone());
            assertTrue(app.hasSaid("state ERROR"), app.said()::toString);
        }
    }

    private Map<Variable, String> variables(String prefix) throws Exception {
        Properties settings = new Properties();
        settings.put("application.id", prefix);
        settings.put("bootstrap.servers", kafka.bootstrapServers());
        settings.put("state.dir", folder.resolve("state").toString());
        settings.put("default.key.serde", "org.apache.kafka.common.serialization.Serdes$StringSerde");
        settings.put("default.value.serde", "org.apache.kafka.common.serialization.Serdes$StringSerde");
        Path file = folder.resolve("application.properties");
        try (Writer out = Files.newBufferedWriter(file)) {
            settings.store(out, null);
        }
        Map<Variable, String> variables = new EnumMap<>(Variable.class);
        variables.put(Variable.BOOTSTRAP_SERVERS, kafka.bootstrapServers());
        variables.put(Variable.PROGRAM, Scenario.named("A").name());
        variables.put(Variable.PREFIX, prefix);
        variables.put(Variable.PARTITIONS, "2");
        variables.put(Variable.RECORDS, Integer.toString(RATE * 600));
        variables.put(Variable.RATE, Integer.toString(RATE));
        variables.put(Variable.WARMUP_SECONDS, "1");
        variables.put(Variable.MEASURED_SECONDS, "599");
        variables.put(Variable.AWAIT_SECONDS, "120");
        variables.put(Variable.END, Application.SIGNAL);
        variables.put(Variable.LIBRARY, Application.STOATFLOW);
        variables.put(Variable.SETTINGS, file.toString());
        return variables;
    }
}
