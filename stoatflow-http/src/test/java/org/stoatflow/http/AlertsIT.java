package org.stoatflow.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.localkafka.Patience;

/**
 * A real Prometheus rings each alert for a real fault, within a minute, and no other; what the runbook says to look at
 * first shows the cause; and each query of the boards is answered with numbers.
 */
@Tag("long")
class AlertsIT {
    private static final Path ROOT = Path.of(System.getProperty("maven.multiModuleProjectDirectory", ".."));
    private static final Path MONITORING = ROOT.resolve("deploy").resolve("monitoring");
    private static final Duration LIMIT = Duration.ofMinutes(1);

    @TempDir
    Path folder;

    @Test
    void shouldRingForEachFaultAndShowItsCause() throws Exception {
        assumeTrue(Boolean.getBoolean("stoatflow.alerts"), "takes two minutes: ./stoatflow alerts tries each alert");
        assumeTrue(Prometheus.isInstalled(), "prometheus is not installed: no alert is tried by a real fault");
        Runbook runbook = new Runbook(ROOT);
        Instant begun = Instant.now();
        try (Faults faults = Faults.prepare(folder);
                Prometheus prometheus = Prometheus.start(folder, MONITORING.resolve("alerts.yaml"), faults.ports())) {
            awaitScrapes(prometheus, faults.working());
            assertEquals(Set.of(), prometheus.ringing(), "before any fault");
            Map<Fault, Long> begunNs = new LinkedHashMap<>();
            for (Fault fault : faults.all()) {
                fault.begin().run();
                begunNs.put(fault, System.nanoTime());
            }
            List<String> wrong = new ArrayList<>();
            ring(prometheus, begunNs, runbook, faults, wrong);
            Set<Prometheus.Rings> others = prometheus.ringing();
            faults.all().forEach(fault -> others.remove(fault.rings()));
            assertEquals(Set.of(), others, "alerts of no fault");
            draw(prometheus, begun, wrong);
            assertEquals(List.of(), wrong);
        }
    }

    /** Rates need two of them, and a standby is missed only where it was seen. */
    private static void awaitScrapes(Prometheus prometheus, int instances) throws IOException {
        long beginNs = System.nanoTime();
        while (prometheus.query("count_over_time(up[5m]) >= 2 and up == 1").size() < instances) {
            if (Patience.isOver(beginNs, LIMIT.multipliedBy(2))) {
                throw new AssertionError("not scraped: " + prometheus.query("up"));
            }
            pause();
        }
    }

    private static void ring(
            Prometheus prometheus, Map<Fault, Long> begunNs, Runbook runbook, Faults faults, List<String> wrong)
            throws IOException {
        Map<Fault, Long> left = new LinkedHashMap<>(begunNs);
        while (!left.isEmpty()) {
            Set<Prometheus.Rings> ringing = prometheus.ringing();
            for (Fault fault : List.copyOf(left.keySet())) {
                long sinceNs = System.nanoTime() - left.get(fault);
                if (ringing.contains(fault.rings())) {
                    left.remove(fault);
                    say(fault, String.format(Locale.ROOT, "rings after %.0f s", sinceNs / 1e9));
                    String shown = runbook.look(fault.rings().alert(), fault.asked(), prometheus, fault.pid());
                    for (String cause : fault.shown()) {
                        if (!shown.contains(cause)) {
                            wrong.add(fault.rings() + ": the runbook does not show '" + cause + "' but " + shown);
                        }
                    }
                } else if (Patience.isOver(begunNs.get(fault), LIMIT)) {
                    left.remove(fault);
                    wrong.add(fault.rings() + " does not ring; " + ringing + " do");
                }
            }
            pause();
        }
        faults.skipped().forEach(AlertsIT::say);
    }

    /** What boards ask is answered with numbers. */
    private static void draw(Prometheus prometheus, Instant begun, List<String> wrong) throws IOException {
        for (Board board : Board.all(MONITORING)) {
            for (Board.Variable variable : board.variables()) {
                if (prometheus
                        .labels(variable.label(), Board.asked(variable.of()))
                        .isEmpty()) {
                    wrong.add(board.name() + " has nothing to choose: " + variable);
                }
            }
            for (String query : board.queries()) {
                if (!prometheus.draws(Board.asked(query), begun)) {
                    wrong.add(board.name() + " draws nothing: " + query);
                }
            }
            say(board.name() + ": " + board.queries().size() + " queries and "
                    + board.variables().size() + " variables asked");
        }
    }

    private static void say(Fault fault, String what) {
        say(fault.rings().alert() + " of " + fault.rings().of() + " (" + fault.what() + ") " + what);
    }

    private static void say(String line) {
        System.out.println("AlertsIT: " + line);
    }

    private static void pause() {
        try {
            Thread.sleep(Duration.ofMillis(500)); // between two questions
        } catch (InterruptedException end) {
            throw new AssertionError("interrupted", end);
        }
    }
}
