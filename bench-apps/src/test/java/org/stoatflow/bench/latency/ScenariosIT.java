package org.stoatflow.bench.latency;

import static org.junit.jupiter.api.Assertions.assertEquals;
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
import org.junit.jupiter.params.provider.MethodSource;
import org.stoatflow.bench.role.BrokerAccess;
import org.stoatflow.bench.role.BrokerTopics;
import org.stoatflow.bench.role.Feeder;
import org.stoatflow.bench.role.LatencyReader;
import org.stoatflow.bench.role.LatencyWindow;
import org.stoatflow.bench.role.Schedule;
import org.stoatflow.bench.scenario.OutputCheck;
import org.stoatflow.bench.scenario.Scenario;
import org.stoatflow.bench.scenario.Topics;
import org.stoatflow.command.Guarantee;
import org.stoatflow.localkafka.LocalKafka;
import org.stoatflow.localkafka.Patience;

/** Each scenario for a short time on both libraries: its output is what the reference says. No times. */
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

    private static List<Object[]> scenarios() {
        List<Object[]> all = new ArrayList<>();
        for (Scenario scenario : Scenario.all()) {
            if (scenario.name().length() == 1) {
                for (Library library : Library.values()) {
                    all.add(new Object[] {scenario.name(), library});
                }
            }
        }
        return all;
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void shouldGiveTheOutputOfTheReference(String name, Library library) throws Exception {
        Scenario scenario = Scenario.named(name);
        String prefix = "scenario-" + name + "-" + library.id();
        Topics topics = Topics.of(prefix, scenario);
        BrokerTopics broker = new BrokerTopics(kafka.admin(), scenario, topics, PARTITIONS);
        broker.create();
        OutputCheck check = scenario.newCheck(RECORDS);
        Schedule schedule = Schedule.in(Duration.ZERO, PER_SECOND);
        LatencyWindow all = new LatencyWindow(0, Long.MAX_VALUE);
        try (AppProcess app = AppProcess.start(library, name, topics, settings(prefix), JVM_ARGS, folder);
                Feeder feeder =
                        new Feeder(BrokerAccess.at(kafka.bootstrapServers()), scenario, topics, PARTITIONS, RECORDS);
                LatencyReader reader = new LatencyReader(
                        BrokerAccess.at(kafka.bootstrapServers()), scenario, topics, PARTITIONS, List.of(all), check)) {
            app.awaitRunning();
            feeder.start(schedule);
            reader.start();
            feeder.awaitEnd(LIMIT);
            long startNs = System.nanoTime();
            long closedNs = startNs;
            while (reader.missing() > 0 && !Patience.isOver(startNs, LIMIT)) {
                app.check();
                reader.check();
                if (System.nanoTime() - closedNs > Feeder.CLOSING_PAUSE.toNanos()) {
                    closedNs = System.nanoTime();
                    feeder.closeMore(schedule);
                }
                TimeUnit.MILLISECONDS.sleep(20);
            }
            app.stop();
            reader.awaitEnd(broker.endOfOutput(), LIMIT);
        }

        assertEquals(new OutputCheck.Verdict(0, List.of()), check.verdict());
        assertTrue(all.micros().getTotalCount() > 0);
        BrokerTopics.deleteAll(kafka.admin(), prefix);
    }

    private static Map<String, String> settings(String prefix) {
        Map<String, String> settings = new HashMap<>();
        settings.put("application.id", prefix);
        settings.put("bootstrap.servers", kafka.bootstrapServers());
        settings.put("processing.guarantee", Guarantee.EXACTLY_ONCE.setting());
        settings.put("default.key.serde", "org.apache.kafka.common.serialization.Serdes$StringSerde");
        settings.put("default.value.serde", "org.apache.kafka.common.serialization.Serdes$StringSerde");
        settings.put("statestore.cache.max.bytes", "0");
        return settings;
    }
}
