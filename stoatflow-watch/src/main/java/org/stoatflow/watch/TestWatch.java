package org.stoatflow.watch;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/**
 * Watches the tests of a JVM where the build asks for it with the system property {@value #FOLDER}: ends the JVM where
 * they stand still, and writes what each class costs. JUnit finds it as a service, and calls it from the threads that
 * run tests. There may be several in a JVM, one after the other; they share {@link Watched}.
 */
public final class TestWatch implements TestExecutionListener {
    private static final String FOLDER = "stoatflow.watch";

    private static final @Nullable Watched JVM = watched(System.getProperty(FOLDER));

    private static @Nullable Watched watched(@Nullable String folder) {
        return folder == null
                ? null
                : Watched.start(
                        Path.of(folder), Integer.getInteger("stoatflow.watch.seconds", Standstill.WAITED_S_MAX));
    }

    @Override
    public void executionStarted(TestIdentifier test) {
        if (JVM != null) {
            JVM.begin(test.getUniqueId(), name(test), testClass(test) != null);
        }
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        if (JVM != null) {
            JVM.end(test.getUniqueId(), testClass(test));
        }
    }

    private static String name(TestIdentifier test) {
        return test.getUniqueIdObject().getLastSegment().getValue() + " (" + test.getDisplayName() + ")";
    }

    /** The class of which this is the container, or null; a nested class counts for the one around it. */
    private static @Nullable String testClass(TestIdentifier test) {
        TestSource source = test.getSource().orElse(null);
        return test.isContainer()
                        && source instanceof ClassSource of
                        && !of.getClassName().contains("$")
                ? of.getClassName()
                : null;
    }
}
