package org.stoatflow.mutant;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/**
 * What has come of tests that were run within a test.
 *
 * @param passed how many have passed
 * @param failures what the others have thrown
 */
record TestRun(long passed, List<Throwable> failures) {
    /**
     * Runs tests in this thread.
     *
     * @param loader loads their class
     * @param testClass the class
     * @param name the name of a test; empty for all
     */
    static TestRun of(ClassLoader loader, String testClass, String name) throws ReflectiveOperationException {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader); // configurations name classes
        try {
            return of(selector(loader.loadClass(testClass), name));
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private static DiscoverySelector selector(Class<?> testClass, String name) throws NoSuchMethodException {
        if (name.isEmpty()) {
            return DiscoverySelectors.selectClass(testClass);
        }
        Method test = Arrays.stream(testClass.getDeclaredMethods())
                .filter(each -> each.getName().equals(name) && each.getAnnotations().length > 0)
                .findFirst()
                .orElseThrow(() -> new NoSuchMethodException(testClass.getName() + " has no test " + name));
        return DiscoverySelectors.selectMethod(testClass, test);
    }

    /** Without the listeners that JUnit finds: they watch the test around these. */
    private static TestRun of(DiscoverySelector tests) {
        Launcher launcher = LauncherFactory.create(LauncherConfig.builder()
                .enableLauncherSessionListenerAutoRegistration(false)
                .enableLauncherDiscoveryListenerAutoRegistration(false)
                .enablePostDiscoveryFilterAutoRegistration(false)
                .enableTestExecutionListenerAutoRegistration(false)
                .build());
        LauncherDiscoveryRequest request =
                LauncherDiscoveryRequestBuilder.request().selectors(tests).build();
        SummaryGeneratingListener heard = new SummaryGeneratingListener();
        launcher.execute(request, heard);
        TestExecutionSummary summary = heard.getSummary();
        return new TestRun(
                summary.getTestsSucceededCount(),
                summary.getFailures().stream()
                        .map(TestExecutionSummary.Failure::getException)
                        .toList());
    }

    /** Requires that there are tests, and none has failed. */
    void requirePassed(String what) {
        if (passed == 0 || !failures.isEmpty()) {
            AssertionError wrong = new AssertionError(what + ": " + passed + " tests have passed without a fault");
            failures.forEach(wrong::addSuppressed);
            throw wrong;
        }
    }

    /** Requires that no test has failed since the mutant's body does not fit, which proves nothing. */
    void requireNoneUnlinked() {
        for (Throwable failure : failures) {
            if (isUnlinked(failure) || isUnlinked(failure.getCause())) {
                throw new AssertionError("the body of the mutant does not fit", failure);
            }
        }
    }

    private static boolean isUnlinked(@Nullable Throwable thrown) {
        return thrown instanceof VerifyError || thrown instanceof IncompatibleClassChangeError;
    }
}
