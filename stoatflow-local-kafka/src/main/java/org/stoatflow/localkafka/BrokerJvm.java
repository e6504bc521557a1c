package org.stoatflow.localkafka;

import java.util.ArrayList;
import java.util.List;
import org.stoatflow.localkafka.child.BrokerMain;

/**
 * The JVM of a node.
 *
 * @param main its program
 * @param options those that {@link LocalKafka#JVM_ARGS} does not have
 */
record BrokerJvm(Class<?> main, List<String> options, String classPath) {
    /** A broker with this JVM's class path. */
    static BrokerJvm of(List<String> options) {
        SharedClasses shared = SharedClasses.ofChild();
        List<String> all = new ArrayList<>(shared.options());
        all.addAll(options);
        return new BrokerJvm(BrokerMain.class, all, shared.classPath());
    }
}
