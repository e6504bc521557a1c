package org.stoatflow.parity.program;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.TestInputTopic;
import org.stoatflow.streams.TopologyTestDriver;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Window;
import org.stoatflow.streams.kstream.Windows;
import org.stoatflow.streams.state.WindowStore;

/** Aggregations over windows that a user has written. */
final class DriverUserWindows {
    private DriverUserWindows() {}

    static void addTo(Map<String, Consumer<DriverNotes>> programs) {
        programs.put("windows that begin before the start they are kept at", DriverUserWindows::overlapping);
    }

    private static void overlapping(DriverNotes notes) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in")
                .groupByKey()
                .windowedBy(new Overlapping())
                .reduce((sum, value) -> sum + value, Materialized.as("windows"))
                .toStream((window, value) -> window.toString())
                .to("out");
        try (TopologyTestDriver driver = DriverSetup.driver(builder.build())) {
            TestInputTopic<String, String> in = DriverSetup.input(driver, "in");
            in.pipeInput("a", "1", 1_950);
            in.pipeInput("a", "2", 2_100);
            in.pipeInput("a", "3", 2_990);
            notes.read(driver, "out");
            WindowStore<String, String> store = driver.getWindowStore("windows");
            notes.say("at its start " + store.fetch("a", 1_900) + ", where it is kept " + store.fetch("a", 2_000));
        }
    }

    /** Windows of a second, each with the last tenth of the one before. */
    private static final class Overlapping extends Windows<Second> {
        @Override
        public Map<Long, Second> windowsFor(long timestamp) {
            long start = timestamp / 1_000 * 1_000;
            Second own = new Second(start);
            return timestamp < start + 900
                    ? Map.of(start, own)
                    : new TreeMap<>(Map.of(start, own, start + 1_000, new Second(start + 1_000)));
        }

        @Override
        public long size() {
            return 1_100;
        }

        @Override
        public long gracePeriodMs() {
            return 5_000;
        }
    }

    private static final class Second extends Window {
        Second(long start) {
            super(start - 100, start + 1_000);
        }

        @Override
        public boolean overlap(Window other) {
            return startMs < other.end() && other.start() < endMs;
        }
    }
}
