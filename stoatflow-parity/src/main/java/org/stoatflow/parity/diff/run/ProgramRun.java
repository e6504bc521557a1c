package org.stoatflow.parity.diff.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.stoatflow.parity.diff.program.Event;
import org.stoatflow.parity.diff.program.Program;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.TestInputTopic;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.TopologyTestDriver;
import org.stoatflow.streams.errors.LogAndContinueProcessingExceptionHandler;
import org.stoatflow.streams.state.BuiltInDslStoreSuppliers;
import org.stoatflow.streams.test.TestRecord;

/** Runs a program and says what came of it, a line each. Only types that are not loaded twice go to the caller. */
public final class ProgramRun implements Function<Program, List<String>> {
    private static final Instant START = Instant.ofEpochMilli(1_000);

    @Override
    public List<String> apply(Program program) {
        List<String> lines = new ArrayList<>();
        Properties config = config(program);
        // A folder of its own for each run: one that failed to start must not be in the way of the next.
        Path folder = folder();
        config.put(StreamsConfig.STATE_DIR_CONFIG, folder.toString());
        Topology topology;
        try {
            topology = Topologies.of(program, config);
        } catch (RuntimeException refused) {
            lines.add("the topology is refused: " + chain(refused));
            delete(folder);
            return lines;
        }
        lines.add(topology.describe().toString());
        try {
            drive(program, topology, config, lines);
        } finally {
            delete(folder);
        }
        return lines;
    }

    private static void drive(Program program, Topology topology, Properties config, List<String> lines) {
        TopologyTestDriver driver;
        try {
            driver = new TopologyTestDriver(topology, config, START);
        } catch (RuntimeException refused) {
            lines.add("the driver refuses: " + chain(refused));
            return;
        }
        boolean ran = run(program, driver, lines);
        Topics.read(driver, program, lines);
        Topics.globals(driver, program, lines);
        try {
            driver.close();
        } catch (RuntimeException failed) {
            // After a failure, what Kafka Streams' driver throws when it is closed depends on where the failure was.
            if (ran) {
                lines.add("close failed: " + chain(failed));
            }
        }
    }

    private static Path folder() {
        try {
            return Files.createTempDirectory("diff");
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Whether nothing failed. */
    private static boolean run(Program program, TopologyTestDriver driver, List<String> lines) {
        Map<Integer, TestInputTopic<String, Tally>> topics = new HashMap<>();
        for (int source : program.sources()) {
            topics.put(
                    source,
                    driver.createInputTopic("in-" + source, new StringSerializer(), new TallySerde().serializer()));
        }
        for (Event event : program.events()) {
            try {
                switch (event) {
                    case Event.Input input -> topics.get(input.source()).pipeInput(record(input));
                    case Event.Wait wait -> driver.advanceWallClockTime(Duration.ofMillis(wait.ms()));
                }
            } catch (RuntimeException failed) {
                lines.add(event + " failed: " + chain(failed));
                return false;
            }
        }
        return true;
    }

    private static TestRecord<String, Tally> record(Event.Input input) {
        RecordHeaders headers = new RecordHeaders();
        String header = input.header();
        if (header != null) {
            boolean none = header.equals(Event.Input.NO_VALUE);
            headers.add("h", none ? null : header.getBytes(java.nio.charset.StandardCharsets.UTF_8));
        }
        Tally value = input.number() == null ? null : new Tally(input.number(), "");
        return new TestRecord<>(input.key(), value, headers, input.timeMs());
    }

    private static Properties config(Program program) {
        Properties config = new Properties();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, "app");
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:1");
        config.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        config.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, TallySerde.class);
        config.put("__emit.interval.ms.kstreams.windowed.aggregation__", "0");
        program.settings().forEach((key, value) -> {
            switch (key) {
                case Program.AFTER_FAILURE -> {
                    if (value.equals("continue")) {
                        config.put(
                                StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG,
                                LogAndContinueProcessingExceptionHandler.class);
                    }
                }
                case Program.STORES -> {
                    if (value.equals("memory")) {
                        config.put(
                                StreamsConfig.DSL_STORE_SUPPLIERS_CLASS_CONFIG,
                                BuiltInDslStoreSuppliers.InMemoryDslStoreSuppliers.class);
                    }
                }
                default -> config.put(key, value);
            }
        });
        return config;
    }

    private static List<String> chain(Throwable failure) {
        TreeSet<String> seen = new TreeSet<>();
        for (Throwable each = failure; each != null; each = each.getCause()) {
            seen.add(each.getClass().getSimpleName());
        }
        return List.copyOf(seen);
    }
}
