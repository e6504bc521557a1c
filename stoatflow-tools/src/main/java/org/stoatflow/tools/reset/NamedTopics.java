package org.stoatflow.tools.reset;

import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;
import org.stoatflow.runtime.program.BadArgument;
import org.stoatflow.runtime.program.NamedProgram;
import org.stoatflow.runtime.program.ProgramOptions;
import org.stoatflow.runtime.topics.OwnTopics;
import org.stoatflow.streams.StreamsConfig;

/** The internal topics of the topology that {@code --topology} names. */
final class NamedTopics {
    private NamedTopics() {}

    static Set<String> of(ProgramOptions program, ResetOptions options) {
        Set<String> topics = new TreeSet<>();
        NamedProgram command = new NamedProgram("reset", Reset.class, NamedProgram.callersFolder());
        try {
            command.use(program, (topology, config) -> {
                config.put(StreamsConfig.APPLICATION_ID_CONFIG, options.applicationId());
                config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, options.brokers());
                topics.addAll(OwnTopics.of(topology, new StreamsConfig(config)));
            });
            return topics;
        } catch (BadArgument | IOException failure) {
            throw new ResetFailure(String.valueOf(failure.getMessage()), failure);
        }
    }
}
