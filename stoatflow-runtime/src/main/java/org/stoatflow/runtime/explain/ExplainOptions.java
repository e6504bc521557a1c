package org.stoatflow.runtime.explain;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.stoatflow.runtime.program.BadArgument;
import org.stoatflow.runtime.program.ProgramOptions;

/**
 * The options of the command line. Immutable.
 *
 * @param program the application
 * @param partitions by topic; empty where they are not given
 */
record ExplainOptions(ProgramOptions program, Map<String, Integer> partitions, boolean help) {
    static final String HELP = """
            usage: ./stoatflow explain [--topology CLASS.METHOD] [options]

            Prints how a topology would be run: describe(), then stages with affinity and the reason for it, lanes,
            entries, stores and hops. Nothing is started. Serdes and settings of the application are known only where
            --config or --set gives them; without them another plan may be printed than the one that runs.
            An application that is compiled against org.apache.kafka.streams: ./stoatflow explain-drop-in.

              --topology CLASS.METHOD  a static method without parameters that returns a Topology or a StreamsBuilder;
                                       without it the demo's is printed
              --classpath PATHS        folders and jars where the class is, separated as for java
              --partitions T=N,...     partitions of the source topics; of changelogs too, where they exist
              --set KEY=VALUE          one more setting, for example stoatflow.affinity=KEY; may be repeated
                                       (no secret: others see a process's arguments; --config takes it)
              --config FILE            the application's configuration, a properties file. Topics that --partitions
                                       does not name are asked from the cluster at its bootstrap.servers
              --help                   prints this

            Exit status: 0 printed, 1 the topology cannot be planned, 2 bad arguments.
            """;

    static ExplainOptions parse(List<String> arguments) throws BadArgument {
        ProgramOptions.Reader program = new ProgramOptions.Reader();
        Map<String, Integer> partitions = new LinkedHashMap<>();
        boolean help = false;
        Iterator<String> rest = arguments.iterator();
        while (rest.hasNext()) {
            String option = rest.next();
            if (option.equals("--partitions")) {
                partitions.putAll(partitions(option, ProgramOptions.value(option, rest)));
            } else if (option.equals("--help") || option.equals("-h")) {
                help = true;
            } else if (!program.take(option, rest)) {
                throw ProgramOptions.unknown(option);
            }
        }
        return new ExplainOptions(program.options(!help), Map.copyOf(partitions), help);
    }

    private static Map<String, Integer> partitions(String option, String given) throws BadArgument {
        Map<String, Integer> counts = new LinkedHashMap<>();
        for (String pair : given.split(",")) {
            String[] sides = ProgramOptions.sides(option, pair);
            counts.put(sides[0], count(option, sides[1]));
        }
        return counts;
    }

    private static int count(String option, String given) throws BadArgument {
        try {
            int count = Integer.parseInt(given);
            if (count > 0) {
                return count;
            }
        } catch (NumberFormatException notANumber) {
            // The caller reports it below, like a number out of range.
        }
        throw new BadArgument(option + ": a number of partitions must be a whole number above 0, not '" + given + "'");
    }
}
