package org.stoatflow.runtime.program;

import java.io.File;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The options that name an application. Immutable.
 *
 * @param topology class and static method, {@code com.example.App.topology}; null where it is not given
 * @param config a file of properties; null where there is none
 * @param settings configuration by key, which goes before the file's
 * @param classpath folders and jars, in their order
 */
public record ProgramOptions(
        @Nullable String topology, @Nullable String config, Map<String, String> settings, List<String> classpath) {
    /** Keys of Kafka's clients, and of what is commonly beside them, whose values let their readers in. */
    private static final Pattern SECRET = Pattern.compile(
            "pass(word|wd|phrase)|secret(?!s?\\.provider)|jaas\\.config|"
                    + "(keystore|private)\\.key$|(user\\.info|token|credentials?)$",
            Pattern.CASE_INSENSITIVE);

    public ProgramOptions {
        settings = Map.copyOf(settings);
        classpath = List.copyOf(classpath);
    }

    String requiredTopology() {
        return Objects.requireNonNull(topology, "--topology");
    }

    /** Reads the options one after the other. */
    public static final class Reader {
        private final Map<String, String> settings = new LinkedHashMap<>();
        private final List<String> classpath = new ArrayList<>();
        private @Nullable String topology;
        private @Nullable String config;

        /**
         * Takes an option with the value after it.
         *
         * @return whether it is one of these; if not, nothing is taken
         */
        public boolean take(String option, Iterator<String> rest) throws BadArgument {
            switch (option) {
                case "--topology" -> topology = value(option, rest);
                case "--config" -> config = value(option, rest);
                case "--set" -> {
                    String[] sides = sides(option, value(option, rest));
                    requireNoSecret(option, sides[0]);
                    settings.put(sides[0], sides[1]);
                }
                case "--classpath" ->
                    classpath.addAll(List.of(value(option, rest).split(File.pathSeparator)));
                default -> {
                    return false;
                }
            }
            return true;
        }

        /** @throws BadArgument where no topology was named, and one is needed */
        public ProgramOptions options(boolean needsTopology) throws BadArgument {
            if (topology == null && needsTopology) {
                throw new BadArgument("--topology is missing: which static method makes the topology?");
            }
            return new ProgramOptions(topology, config, settings, classpath);
        }
    }

    /** The value of an option. */
    public static String value(String option, Iterator<String> rest) throws BadArgument {
        if (!rest.hasNext()) {
            throw new BadArgument(option + " needs a value after it");
        }
        return rest.next();
    }

    /** Refuses a secret, before anything is done with it. */
    public static void requireNoSecret(String option, String key) throws BadArgument {
        if (SECRET.matcher(key).find()) {
            throw new BadArgument(option + " " + key + " would show a secret to everybody on this machine, who can list"
                    + " the arguments of a process: write it into a file that others may not read, and give that with"
                    + " --config FILE");
        }
    }

    /** The two sides of NAME=VALUE. */
    public static String[] sides(String option, String given) throws BadArgument {
        int equals = given.indexOf('=');
        if (equals < 1) {
            throw new BadArgument(option + " must be NAME=VALUE, not '" + given + "'");
        }
        return new String[] {given.substring(0, equals), given.substring(equals + 1)};
    }

    /** The exception for an option that a command does not have. */
    public static BadArgument unknown(String option) {
        return new BadArgument("there is no option '" + option + "'; --help lists them");
    }
}
