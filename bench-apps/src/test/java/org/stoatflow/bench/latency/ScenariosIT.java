package org.stoatflow.bench.latency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.stoatflow.bench.role.BrokerAccess;
import org.stoatflow.bench.role.BrokerTopics;
import org.stoatflow.bench.role.Feeder;
import org.stoatflow.bench.role.LatencyReader;
import org.stoatflow.bench.role.LatencyWindow;
import org.stoatflow.bench.role.ScenarioApps;
import org.stoatflow.bench.role.Schedule;
import org.stoatflow.bench.scenario.OutputCheck;
import org.stoatflow.bench.scenario.Scenario;
import org.stoatflow.bench.scenario.Topics;
import org.stoatflow.command.Guarantee;
import org.stoatflow.localkafka.LocalKafka;
import org.stoatflow.localkafka.Patience;

/**
 * Each scenario for a short time on both libraries, in one JVM for each: its output is what the reference says. No
 * times.
 */
class ScenariosIT {
    private static final int PARTITIONS = 2;
    private static final int RECORDS = 600;
    private static final int PER_SECOND = 1_000;
    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final List<String> JVM_ARGS = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

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

    private static List<String> scenarios() {
        return Scenario.all().stream()
                .map(Scenario::name)
                .filter(name -> name.length() == 1)
                .toList();
    }

    @ParameterizedTest
    @EnumSource(names = {"STOATFLOW", "KAFKA_STREAMS"})
    void shouldGiveTheOutputsOfTheReference(Library library) throws Exception {
        List<Run> runs = new ArrayList<>();
        for (String name : scenarios()) {
            runs.add(new Run(Scenario.named(name), ScenarioApps.prefix(library.id(), name)));
        }
        List<String> arguments = new ArrayList<>(List.of(library.id()));
        arguments.addAll(scenarios());
        try (AppProcess apps = AppProcess.start(ScenarioApps.class, arguments, settings(), JVM_ARGS, folder)) {
            awaitRunning(apps);
            for (Run run : runs) {
                run.feedAndRead(apps);
            }
            apps.stop();
            for (Run run : runs) {
                run.requireRight();
            }
        } finally {
            runs.forEach(Run::close);
        }
    }

    /** All of them start at once, which takes long on a busy machine. */
    private static void awaitRunning(AppProcess apps) throws Exception {
        long startNs = System.nanoTime();
        while (!apps.isRunning()) {
            assertFalse(Patience.isOver(startNs, LIMIT), apps::state);
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }

    /** Of one scenario. */
    private static final class Run implements AutoCloseable {
        private final String name;
        private final BrokerTopics broker;
        private final OutputCheck check;
        private final LatencyWindow all = new LatencyWindow(0, Long.MAX_VALUE);
        private final Feeder feeder;
        private final LatencyReader reader;

        Run(Scenario scenario, String prefix) throws Exception {
            name = scenario.name();
            Topics topics = Topics.of(prefix, scenario);
            broker = new BrokerTopics(kafka.admin(), scenario, topics, PARTITIONS);
            broker.create();
            check = scenario.newCheck(RECORDS);
            BrokerAccess access = BrokerAccess.at(kafka.bootstrapServers());
            feeder = new Feeder(access, scenario, topics, PARTITIONS, RECORDS);
            reader = new LatencyReader(access, scenario, topics, PARTITIONS, List.of(all), check);
        }

        void feedAndRead(AppProcess apps) throws Exception {
            Schedule schedule = Schedule.in(Duration.ZERO, PER_SECOND);
            feeder.start(schedule);
            reader.start();
            feeder.awaitEnd(LIMIT);
            long startNs = System.nanoTime();
            long closedNs = startNs;
            while (reader.missing() > 0 && !Patience.isOver(startNs, LIMIT)) {
                apps.check();
                reader.check();
                if (System.nanoTime() - closedNs > Feeder.CLOSING_PAUSE.toNanos()) {
                    closedNs = System.nanoTime();
                    feeder.closeMore(schedule);
                }
                TimeUnit.MILLISECONDS.sleep(20);
            }
        }

        void requireRight() throws Exception {
            reader.awaitEnd(broker.endOfOutput(), LIMIT);
            assertEquals(new OutputCheck.Verdict(0, List.of()), check.verdict(), name);
            assertTrue(all.micros().getTotalCount() > 0, name);
        }

        @Override
        public void close() {
            feeder.close();
            reader.close();
        }
    }

    private static Map<String, String> settings() {
        Map<String, String> settings = new HashMap<>();
        settings.put("bootstrap.servers", kafka.bootstrapServers());
        settings.put("processing.guarantee", Guarantee.EXACTLY_ONCE.setting());
        settings.put("default.key.serde", "org.apache.kafka.common.serialization.Serdes$StringSerde");
        settings.put("default.value.serde", "org.apache.kafka.common.serialization.Serdes$StringSerde");
        settings.put("statestore.cache.max.bytes", "0");
        return settings;
    }
}
