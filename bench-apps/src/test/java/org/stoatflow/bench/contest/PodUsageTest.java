package org.stoatflow.bench.contest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.stoatflow.bench.latency.RoundUsage;

class PodUsageTest {
    private final PodUsage usage = PodUsage.none();

    @Test
    void shouldTakeTheWindowOfItsOwnPods() {
        say("bench", "bench-application-0", 0, 0, 1);
        say("bench", "bench-application-0", 10, 20, 2);
        say("bench", "bench-application-0", 20, 25, 4);
        say("bench", "bench-application-0", 20, 25, 4);
        say("bench", "bench-application-0", 30, 30, 3);
        say("bench", "bench-application-0", 40, 90, 9);
        say("bench", "bench-kafka-0", 10, 1, 1);
        say("bench", "bench-kafka-0", 30, 5, 1);
        say("bench", "bench-kafka-1", 10, 1, 1);
        say("bench", "bench-kafka-1", 30, 3, 1);
        say("other", "bench-kafka-2", 10, 1, 1);
        say("other", "bench-kafka-2", 30, 99, 1);

        RoundUsage found = usage.within(10_000, 30_000, "bench-application-", "bench-kafka-");

        assertEquals(50, found.cpu(), 1e-9);
        assertEquals(30, found.brokerCpu(), 1e-9);
        assertEquals(3, found.residentMib(), 1e-9);
        assertEquals(4, found.residentPeakMib(), 1e-9);
    }

    @Test
    void shouldGoOnBehindAPodThatBeganAgain() {
        say("bench", "bench-application-0", 0, 100, 1);
        say("bench", "bench-application-0", 10, 105, 1);
        say("bench", "bench-application-0", 20, 3, 1);

        assertEquals(40, usage.within(0, 20_000, "bench-application-", "none").cpu(), 1e-9);
    }

    @Test
    void shouldSayNothingOfTooLittle() {
        say("bench", "bench-application-0", 0, 100, 1);

        RoundUsage found = usage.within(0, 20_000, "bench-application-", "bench-kafka-");

        assertTrue(Double.isNaN(found.cpu()));
        assertTrue(Double.isNaN(found.brokerCpu()));
    }

    private void say(String namespace, String pod, int second, double cpu, int mib) {
        String labels = "{namespace=\"" + namespace + "\",pod=\"" + pod + "\"} ";
        String time = " " + second * 1_000;
        usage.add(
                "# HELP pod_cpu_usage_seconds_total Cumulative cpu time\n"
                        + "pod_cpu_usage_seconds_total" + labels + String.format(Locale.ROOT, "%f", cpu) + time + "\n"
                        + "pod_memory_working_set_bytes" + labels
                        + String.format(Locale.ROOT, "%e", (double) (mib << 20)) + time + "\n"
                        + "scrape_error 0\n",
                "bench");
    }
}
