package org.stoatflow.examples.demo;

import java.io.Console;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.apache.kafka.common.KafkaException;
import org.slf4j.LoggerFactory;
import org.stoatflow.localkafka.LocalKafka;
import org.stoatflow.localkafka.LocalKafkaException;
import picocli.CommandLine;

/** {@code ./stoatflow demo}: reads the command line, starts a broker, runs {@link DemoRun} and reports its outcome. */
public final class Demo {
    static final int VERIFIED = 0;
    static final int FAILED = 1;

    private final DemoOptions options;
    private final PrintStream out;
    private final PrintStream errors;
    private final Supplier<Display> display;
    private final CountDownLatch stop = new CountDownLatch(1);

    /**
     * Creates a demo that has not begun.
     *
     * @param display makes the display, once there is something to show
     */
    Demo(DemoOptions options, PrintStream out, PrintStream errors, Supplier<Display> display) {
        this.options = options;
        this.out = out;
        this.errors = errors;
        this.display = display;
    }

    /** Runs the demo; the exit status says whether its counts were right. */
    @SuppressWarnings("checkstyle:exit")
    public static void main(String[] args) {
        CommandLine commandLine = new DemoOptions.Given().commandLine();
        int status = commandLine.execute(args);
        DemoOptions options = commandLine.getExecutionResult();
        if (options != null) {
            status = options.svg() == null
                    ? runInterruptibly(new Demo(options, System.out, System.err, () -> displayFor(options)))
                    : runRecorded(options, options.svg(), args);
        }
        System.exit(status);
    }

    private static int runRecorded(DemoOptions options, Path file, String[] args) {
        List<String> typed = new ArrayList<>(List.of(args));
        int option = typed.lastIndexOf("--svg");
        if (option >= 0) { // not where it is one word with its file
            typed.subList(option, option + 2).clear();
        }
        Recording recording = new Recording("./stoatflow demo " + String.join(" ", typed));
        PrintStream out = recording.printingTo(System.out);
        int status = runInterruptibly(new Demo(options, out, System.err, () -> new PlainLines(out)));
        recording.write(file);
        return status;
    }

    private static int runInterruptibly(Demo demo) {
        Interruption interruption = new Interruption();
        interruption.onSignal(demo.stop::countDown);
        int status = FAILED;
        try {
            status = demo.run();
            return status;
        } finally {
            interruption.onEnd(status);
        }
    }

    @SuppressWarnings("SystemConsoleNull") // it does with -Djdk.console=java.base
    private static Display displayFor(DemoOptions options) {
        Console console = System.console();
        boolean terminal = console != null && console.isTerminal();
        return terminal ? new Screen(System.out, options) : new PlainLines(System.out);
    }

    /** Returns the exit status. */
    int run() {
        try {
            return runIn(DemoFolder.create());
        } catch (DemoFailure failure) { // there is no folder, and no log
            errors.println("failed: " + failure.getMessage());
            return FAILED;
        }
    }

    private int runIn(DemoFolder folder) {
        try {
            int status = tell(runOnBroker(folder));
            if (status == VERIFIED) {
                folder.deleteAll();
                return VERIFIED;
            }
        } catch (DemoFailure | KafkaException | LocalKafkaException failure) {
            LoggerFactory.getLogger(Demo.class).warn("The demo failed", failure); // the whole of it to the log file
            errors.println("failed: " + failure.getMessage());
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
            errors.println("failed: interrupted");
        }
        folder.deleteState();
        errors.println("The logs are in " + folder.path());
        return FAILED;
    }

    private Outcome runOnBroker(DemoFolder folder) throws DemoFailure, InterruptedException {
        out.println("Starting a Kafka broker ...");
        try (LocalKafka kafka = LocalKafka.start()) {
            kafka.createTopic(DemoTopics.LINES, DemoTopics.PARTITIONS);
            for (Library library : options.show().libraries()) {
                kafka.createTopic(library.counts(), DemoTopics.PARTITIONS);
            }
            out.println("Counting words of " + Format.count(options.linesPerSecond()) + " lines a second, "
                    + options.guarantee().setting() + ", on " + kafka.bootstrapServers() + " ...");
            out.println(end(options));
            try (Display shown = display.get()) {
                return new DemoRun(options, kafka.bootstrapServers(), kafka.admin(), folder.path(), shown).run(stop);
            }
        }
    }

    private static String end(DemoOptions options) {
        Duration limit = options.duration();
        return limit == null
                ? "It goes on until Ctrl-C or SIGTERM, and then verifies every count (--seconds N: until then)."
                : "It ends after " + limit.toSeconds() + " s, or at Ctrl-C or SIGTERM, and then verifies every count.";
    }

    private int tell(Outcome outcome) {
        outcome.measured().forEach(out::println);
        PrintStream where = outcome.isVerified() ? out : errors;
        outcome.verdicts(options.guarantee().words()).forEach(where::println);
        if (options.show().kill() && outcome.part() != Outcome.Part.UNTIL_THE_KILL) {
            out.println("It was stopped before the middle, so nothing was killed.");
        }
        return outcome.isVerified() ? VERIFIED : FAILED;
    }
}
