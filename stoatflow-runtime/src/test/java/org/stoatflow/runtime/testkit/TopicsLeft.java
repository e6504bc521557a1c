package org.stoatflow.runtime.testkit;

import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.stoatflow.localkafka.TestCluster;

/** Deletes the topics that a class of tests has left on the shared broker. JUnit finds it as a service. */
public final class TopicsLeft implements TestExecutionListener {
    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        if (isClass(test)) {
            TestCluster.deleteTopics();
        }
    }

    /** Whether this is a whole class, and not one that is nested in another, whose tests may use what is left. */
    private static boolean isClass(TestIdentifier test) {
        return test.isContainer()
                && test.getSource().orElse(null) instanceof ClassSource of
                && !of.getClassName().contains("$");
    }
}
