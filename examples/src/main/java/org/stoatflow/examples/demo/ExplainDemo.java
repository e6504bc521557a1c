package org.stoatflow.examples.demo;

import java.util.List;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.runtime.explain.ExplainCommand;
import org.stoatflow.streams.StreamsConfig;

/** {@code ./stoatflow explain}: explains the demo's topology, unless the user names another one. */
public final class ExplainDemo {
    private ExplainDemo() {}

    /** The command; ends the process. */
    @SuppressWarnings("checkstyle:exit") // the command's own process
    public static void main(String[] args) {
        System.exit(ExplainCommand.run(List.of(args), demo()));
    }

    /** The demo's topology as {@link WordCount} configures it. */
    static List<String> demo() {
        return List.of(
                "--topology", WordCount.class.getName() + ".topology",
                "--partitions", DemoTopics.LINES + "=" + DemoTopics.PARTITIONS,
                "--set", StreamsConfig.APPLICATION_ID_CONFIG + "=" + Library.STOATFLOW.applicationId(),
                "--set", StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG + "=" + Serdes.StringSerde.class.getName(),
                "--set", StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG + "=0");
    }
}
