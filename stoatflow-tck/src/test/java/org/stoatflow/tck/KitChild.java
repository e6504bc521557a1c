package org.stoatflow.tck;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.PostDiscoveryFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.stoatflow.tck.Reports.Outcome;

/**
 * Runs test classes in this process, and writes a line for each execution as soon as it ended: a process that is killed
 * leaves what it has done, and the next one goes on behind that.
 *
 * <p>Arguments: the file to write, how many seconds one execution may take, and the classes. Beside the file,
 * {@code .failures} has the traces.
 */
final class KitChild implements TestExecutionListener {
    private static final int FIRST_CLASS = 2;
    private static final int MESSAGE_LENGTH = 400;

    private final Path results;
    private final Path failures;
    private final KitWatch watch;
    private final Set<String> written = new HashSet<>(); // by the thread that runs the tests
    private final Set<String> before = new HashSet<>(); // methods that an earlier process has run
    private @Nullable TestPlan plan; // by the thread that runs the tests

    private KitChild(Path results, Duration limit) {
        this.results = results;
        failures = Path.of(results + ".failures");
        watch = new KitWatch(limit, (name, trace) -> write(Outcome.FAILED, name, "had no end within " + limit, trace));
    }

    @SuppressWarnings("checkstyle:exit") // the command's own process
    public static void main(String[] args) throws IOException {
        KitChild child = new KitChild(Path.of(args[0]), Duration.ofSeconds(Long.parseLong(args[1])));
        if (Files.exists(child.results)) {
            for (String name :
                    KitProcess.read(Files.readAllLines(child.results)).keySet()) {
                child.written.add(name);
                child.before.add(name.split("[(\\[]", -1)[0]);
            }
        }
        child.watch.start();
        // Without the filters that JUnit finds by itself: one of them is for Kafka Streams' unit tests.
        LauncherConfig config = LauncherConfig.builder()
                .enablePostDiscoveryFilterAutoRegistration(false)
                .addTestExecutionListeners(child)
                .build();
        for (String name : List.of(args).subList(FIRST_CLASS, args.length)) {
            long began = System.nanoTime();
            LauncherFactory.create(config)
                    .execute(LauncherDiscoveryRequestBuilder.request()
                            .selectors(DiscoverySelectors.selectClass(name))
                            .filters((PostDiscoveryFilter) child::isToRun)
                            .build());
            child.mustHaveRun(name);
            System.out.println("kit: " + name + " took "
                    + Duration.ofNanos(System.nanoTime() - began).toSeconds() + " s");
        }
        System.exit(0); // what a failed test left running is not waited for
    }

    private FilterResult isToRun(TestDescriptor descriptor) {
        return FilterResult.includedIf(descriptor
                .getSource()
                .filter(source -> source instanceof MethodSource)
                .map(source -> (MethodSource) source)
                .filter(method -> before.contains(method.getClassName() + "#" + method.getMethodName()))
                .isEmpty());
    }

    private void mustHaveRun(String className) {
        if (written.stream().noneMatch(name -> name.startsWith(className + "#"))) {
            write(Outcome.FAILED, className + "#", "no test was found", "");
        }
    }

    @Override
    public void testPlanExecutionStarted(TestPlan started) {
        plan = started;
    }

    @Override
    public void executionStarted(TestIdentifier started) {
        if (started.isTest()) {
            watch.begin(name(started));
        }
    }

    @Override
    public void executionFinished(TestIdentifier finished, TestExecutionResult result) {
        if (finished.isTest()) {
            watch.end();
        }
        Optional<Throwable> failure = result.getThrowable();
        Outcome outcome = switch (result.getStatus()) {
            case SUCCESSFUL -> Outcome.PASSED;
            case ABORTED -> Outcome.SKIPPED;
            case FAILED -> Outcome.FAILED;
        };
        boolean isOfAClass = finished.getSource().isPresent(); // where one does not load, an engine fails, too
        if (finished.isTest() || outcome != Outcome.PASSED && isOfAClass) {
            writeAll(finished, outcome, failure.map(Throwable::toString).orElse(""), failure.map(KitChild::trace));
        }
    }

    @Override
    public void executionSkipped(TestIdentifier skipped, String reason) {
        writeAll(skipped, Outcome.SKIPPED, reason, Optional.empty());
    }

    /** Of a container, writes all that is below it and has not run. */
    private void writeAll(TestIdentifier of, Outcome outcome, String message, Optional<String> trace) {
        TestPlan known = plan;
        Set<TestIdentifier> below = of.isTest() || known == null ? Set.of() : known.getDescendants(of);
        if (below.isEmpty()) {
            write(outcome, name(of), message, trace.orElse(""));
        }
        for (TestIdentifier each : below) {
            if ((each.isTest() || known.getChildren(each).isEmpty()) && !written.contains(name(each))) {
                write(outcome, name(each), message, trace.orElse(""));
            }
        }
    }

    private synchronized void write(Outcome outcome, String name, String message, String trace) {
        written.add(name);
        String one = message.replaceAll("\\s+", " ");
        String line = outcome + "\t" + name + "\t" + one.substring(0, Math.min(one.length(), MESSAGE_LENGTH)) + "\n";
        try {
            Files.writeString(results, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            if (!trace.isEmpty()) {
                Files.writeString(
                        failures, name + "\n" + trace + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** As surefire's reports have it: class, method, types of its parameters, and the number of the invocation. */
    private static String name(TestIdentifier of) {
        String legacy = of.getLegacyReportingName().replaceFirst("\\(\\)$", "");
        return of.getSource()
                .map(source -> switch (source) {
                    case MethodSource method -> method.getClassName() + "#" + legacy;
                    case ClassSource type -> type.getClassName() + "#";
                    default -> legacy;
                })
                .orElse(legacy);
    }

    private static String trace(Throwable failure) {
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text));
        return text.toString();
    }
}
