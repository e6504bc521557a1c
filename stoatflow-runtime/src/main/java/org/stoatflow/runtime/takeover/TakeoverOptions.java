package org.stoatflow.runtime.takeover;

import java.util.Iterator;
import java.util.List;
import org.stoatflow.runtime.program.BadArgument;
import org.stoatflow.runtime.program.ProgramOptions;

/**
 * The options of the command line. Immutable.
 *
 * @param program the application
 */
record TakeoverOptions(ProgramOptions program, boolean help) {
    static final String HELP = """
            usage: ./stoatflow takeover-check --topology CLASS.METHOD --config FILE [options]

            Says what StoatFlow would find if it took an application over from Kafka Streams now, and what blocks
            that: members of the group, open transactions, records that are left between sub-topologies, committed
            offsets, changelogs. It asks the cluster, and creates, commits, joins and deletes nothing.
            An application that is compiled against org.apache.kafka.streams: ./stoatflow takeover-check-drop-in.

              --topology CLASS.METHOD  a static method without parameters that returns a Topology or a StreamsBuilder
              --classpath PATHS        folders and jars where the class is, separated as for java
              --config FILE            the application's configuration, a properties file
              --set KEY=VALUE          one more setting, for example bootstrap.servers=HOST:PORT; may be repeated
                                       (no secret: others see a process's arguments; --config takes it)
              --help                   prints this

            Each line begins with what it means: blocks (the start is refused), waits (the start waits for the end of
            it), loses (the application starts, and something is gone or not used), reads, note.

            Exit status: 0 nothing blocks, 1 something blocks, 2 bad arguments, 3 it could not be found out.
            """;

    static TakeoverOptions parse(List<String> arguments) throws BadArgument {
        ProgramOptions.Reader program = new ProgramOptions.Reader();
        boolean help = false;
        Iterator<String> rest = arguments.iterator();
        while (rest.hasNext()) {
            String option = rest.next();
            if (option.equals("--help") || option.equals("-h")) {
                help = true;
            } else if (!program.take(option, rest)) {
                throw ProgramOptions.unknown(option);
            }
        }
        return new TakeoverOptions(program.options(!help), help);
    }
}
