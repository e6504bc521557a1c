package org.stoatflow.command;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/**
 * The arguments of one command, in fields that picocli fills. Each has {@code --help}; of an option that is given twice
 * the last counts; what is wrong is told in one sentence, with exit status 2. A subclass names its command in picocli's
 * {@code @Command} as users type it: {@code ./stoatflow demo}.
 *
 * @param <T> what {@link #call} makes of them
 */
@Command(abbreviateSynopsis = true, sortOptions = false, usageHelpWidth = 120)
public abstract class Arguments<T> implements Callable<T> {
    private static final int AT_THE_END = Integer.MAX_VALUE;

    @Option(
            names = {"-h", "--help"},
            order = AT_THE_END,
            usageHelp = true,
            description = "prints this")
    boolean help;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    /** Its execution's result is that of {@link #call}; null where it has printed help, or what is wrong. */
    public CommandLine commandLine() {
        return new CommandLine(this)
                .registerConverter(Guarantee.class, saying(Guarantee::named))
                .setOverwrittenOptionsAllowed(true)
                .setParameterExceptionHandler((bad, arguments) -> {
                    String name = spec.name().replace("./", "");
                    bad.getCommandLine().getErr().println(name + ": " + bad.getMessage() + "; see --help");
                    return CommandLine.ExitCode.USAGE;
                });
    }

    /** From the arguments as given; throws what {@link #refusal} makes where they do not go together. */
    @Override
    public abstract T call() throws Exception;

    /**
     * A converter that tells the message of an {@link IllegalArgumentException}; picocli tells no exception's but its
     * own.
     */
    protected static <V> CommandLine.ITypeConverter<V> saying(CommandLine.ITypeConverter<V> converter) {
        return text -> {
            try {
                return converter.convert(text);
            } catch (IllegalArgumentException refused) {
                throw new TypeConversionException(refused.getMessage());
            }
        };
    }

    /** The number given for an option, which must be from 1 to {@code max}. */
    protected final int upTo(int max, String option, int given) {
        return (int) upTo((long) max, option, given);
    }

    /** The same of a long. */
    protected final long upTo(long max, String option, long given) {
        if (given < 1 || given > max) {
            throw refusal(option, "from 1 to " + max, String.valueOf(given));
        }
        return given;
    }

    /** To be thrown where an option has another value than those allowed. */
    protected final ParameterException refusal(String option, String allowed, String given) {
        return refusal("Invalid value for option '" + option + "': must be " + allowed + ", not '" + given + "'");
    }

    /** To be thrown where the arguments do not go together. */
    protected final ParameterException refusal(String sentence) {
        return new ParameterException(spec.commandLine(), sentence);
    }
}
