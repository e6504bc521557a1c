package org.stoatflow.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.stoatflow.runtime.monitor.EpochMonitor;
import org.stoatflow.runtime.run.Run;

/**
 * An epoch that has lost a batch waits for ever, though no thread works for it. If no hop is downstream of the batch's
 * entry, all lanes leave the epoch instead, and it is seen to be broken at once. The engine detects both and goes on
 * from the last commit. The simulation checks that the output is exact, whatever faults strike meanwhile.
 */
@Tag("long")
class StuckEpochTest {
    private static final int SEEDS = 60;

    private final Logger log = (Logger) LoggerFactory.getLogger(EpochMonitor.class);

    @BeforeEach
    void quiet() {
        Quiet.beQuiet();
    }

    @Test
    void shouldFindTheEpochSayWhatIsThereAndGoOnWithExactOutput() {
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        log.setLevel(Level.ERROR);
        log.setAdditive(false);
        log.addAppender(lines);
        int stuck = 0;
        int broken = 0;
        try {
            for (long seed = 1; seed <= SEEDS; seed++) {
                LosingBatch losing = new LosingBatch();
                Simulation.Outcome outcome = new Simulation(seed, losing).run();
                assertTrue(
                        outcome.stuckEpochs() + outcome.brokenEpochs() <= losing.lost,
                        "no false alarm in seed " + seed);
                stuck += outcome.stuckEpochs();
                broken += outcome.brokenEpochs();
            }
        } finally {
            log.detachAppender(lines);
            log.setLevel(Level.OFF);
            log.setAdditive(true);
        }
        assertTrue(stuck >= SEEDS / 2, stuck + " stuck");
        assertTrue(broken >= 1, broken + " broken");
        List<String> said = lines.list.stream()
                .map(ILoggingEvent::getFormattedMessage)
                .filter(line -> line.contains(" is stuck: "))
                .toList();
        assertEquals(stuck, said.size());
        for (String line : said) {
            assertTrue(
                    line.matches(
                            "Epoch \\d+ of application \\S+ was cut \\S+ s ago and is stuck: .* entries '.*' CLOSED"
                                    + " 1, .*"
                                    + "\\d+ lanes owe it; (stage \\d+ lane \\d+ (owes|has left|is not touched by) it,"
                                    + " idle, inbox"
                                    + " [^;]+; )+committer (IDLE|SENDING)"),
                    line);
        }
    }

    /**
     * User code may catch the exception that a lane or the dispatcher throws for a broken epoch. The run ends all the
     * same.
     */
    @Test
    void shouldGoOnWithExactOutputAfterABrokenEpochOfWhichNobodyThrows() {
        int broken = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            Simulation.Outcome outcome = new Simulation(seed, new Breaking()).run();
            assertEquals(0, outcome.stuckEpochs(), "stuck in seed " + seed);
            broken += outcome.brokenEpochs();
        }
        assertTrue(broken >= SEEDS, broken + " broken");
    }

    /** Breaks the first epoch of the first runs, and drops the exception. */
    private static final class Breaking implements Variation {
        private int runs;

        @Override
        public void onRun(Run run) {
            if (runs++ < 2) {
                run.dispatcher().epoch().brokenBy("the test says so");
            }
        }

        @Override
        public boolean losesEpochs() {
            return true;
        }
    }

    /** Counts one batch more than it hands over, in an early epoch of the first runs. */
    private static final class LosingBatch implements Variation {
        private static final int LOST_MAX = 2;

        private int lost;

        @Override
        public void onRun(Run run) {
            if (lost < LOST_MAX) {
                lost++;
                run.dispatcher().epoch().raise(0);
            }
        }

        @Override
        public boolean losesEpochs() {
            return true;
        }
    }
}
