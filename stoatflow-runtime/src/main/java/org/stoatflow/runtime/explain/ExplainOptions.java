package org.stoatflow.runtime.explain;

import java.io.File;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The options of the command line. Immutable.
 *
 * @param topology class and static method, {@code com.example.App.topology}; null where it is not given
 * @param partitions by topic; empty where they are not given
 * @param config a file of properties; null where there is none
 * @param settings configuration by key, which goes before the file's
 * @param classpath folders and jars, in their order
 */
record ExplainOptions(
        @Nullable String topology,
        Map<String, Integer> partitions,
        @Nullable String config,
        Map<String, String> settings,
        List<String> classpath,
        boolean help) {
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
              --config FILE            the application's configuration, a properties file. Topics that --partitions
                                       does not name are asked from the cluster at its bootstrap.servers
              --help                   prints this

            Exit status: 0 printed, 1 the topology cannot be planned, 2 bad arguments.
            """;

    static ExplainOptions parse(List<String> arguments) throws BadArgument {
        String topology = null;
        Map<String, Integer> partitions = new LinkedHashMap<>();
        String config = null;
        Map<String, String> settings = new LinkedHashMap<>();
        List<String> classpath = new ArrayList<>();
        boolean help = false;
        Iterator<String> rest = arguments.iterator();
        while (rest.hasNext()) {
            String option = rest.next();
            switch (option) {
                case "--topology" -> topology = value(option, rest);
                case "--partitions" -> partitions.putAll(partitions(option, value(option, rest)));
                case "--config" -> config = value(option, rest);
                case "--set" -> {
                    String[] sides = sides(option, value(option, rest));
                    settings.put(sides[0], sides[1]);
                }
                case "--classpath" ->
                    classpath.addAll(List.of(value(option, rest).split(File.pathSeparator)));
                case "--help", "-h" -> help = true;
                default -> throw new BadArgument("there is no option '" + option + "'; --help lists them");
            }
        }
        if (topology == null && !help) {
            throw new BadArgument("--topology is missing: which static method makes the topology?");
        }
        return new ExplainOptions(
                topology, Map.copyOf(partitions), config, Map.copyOf(settings), List.copyOf(classpath), help);
    }

    String requiredTopology() {
        return Objects.requireNonNull(topology, "--topology");
    }

    private static Map<String, Integer> partitions(String option, String given) throws BadArgument {
        Map<String, Integer> counts = new LinkedHashMap<>();
        for (String pair : given.split(",")) {
            String[] sides = sides(option, pair);
            counts.put(sides[0], count(option, sides[1]));
        }
        return counts;
    }

    private static String[] sides(String option, String given) throws BadArgument {
        int equals = given.indexOf('=');
        if (equals < 1) {
            throw new BadArgument(option + " must be NAME=VALUE, not '" + given + "'");
        }
        return new String[] {given.substring(0, equals), given.substring(equals + 1)};
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

    private static String value(String option, Iterator<String> rest) throws BadArgument {
        if (!rest.hasNext()) {
            throw new BadArgument(option + " needs a value after it");
        }
        return rest.next();
    }
}
