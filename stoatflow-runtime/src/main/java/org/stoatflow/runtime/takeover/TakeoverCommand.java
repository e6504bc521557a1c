package org.stoatflow.runtime.takeover;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.jspecify.annotations.Nullable;
import org.stoatflow.runtime.program.BadArgument;
import org.stoatflow.runtime.program.NamedProgram;
import org.stoatflow.spi.Causes;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.errors.StreamsException;
import org.stoatflow.streams.errors.TopologyException;

/** {@code ./stoatflow takeover-check}: reads the command line and prints what {@link TakeoverCheck} has found. */
public final class TakeoverCommand {
    static final int NOTHING_BLOCKS = 0;
    static final int BLOCKED = 1;
    static final int BAD_ARGUMENTS = 2;
    static final int NOT_FOUND_OUT = 3;

    private final NamedProgram command;
    private final PrintStream out;
    private final PrintStream errors;
    private boolean blocked;

    TakeoverCommand(Path from, PrintStream out, PrintStream errors) {
        this.command = new NamedProgram("takeover-check", TakeoverCommand.class, from);
        this.out = out;
        this.errors = errors;
    }

    /** The command; ends the process. */
    @SuppressWarnings("checkstyle:exit") // the command's own process
    public static void main(String[] args) {
        System.exit(new TakeoverCommand(NamedProgram.callersFolder(), System.out, System.err).answer(List.of(args)));
    }

    /** Returns the exit status. */
    int answer(List<String> arguments) {
        try {
            TakeoverOptions options = TakeoverOptions.parse(arguments);
            if (options.help()) {
                out.print(TakeoverOptions.HELP);
                return NOTHING_BLOCKS;
            }
            command.use(options.program(), this::check);
            return blocked ? BLOCKED : NOTHING_BLOCKS;
        } catch (BadArgument | TopologyException bad) {
            return command.tell(errors, bad.getMessage(), BAD_ARGUMENTS);
        } catch (StreamsException | ApiException | IOException unknown) {
            return command.tell(errors, unknown.getMessage() + rights(unknown), NOT_FOUND_OUT);
        } catch (KafkaException refused) { // the configuration cannot be used
            Throwable cause = refused.getCause() == null ? refused : refused.getCause(); // says of which setting
            return command.tell(errors, cause.getMessage(), BAD_ARGUMENTS);
        } catch (RuntimeException | LinkageError thrown) { // such as by a supplier: a JVM that dies of it says 1
            thrown.printStackTrace(errors);
            return command.tell(errors, "It could not be found out: " + thrown, NOT_FOUND_OUT);
        }
    }

    private void check(Topology topology, Properties config) throws BadArgument {
        for (String key : List.of(StreamsConfig.APPLICATION_ID_CONFIG, StreamsConfig.BOOTSTRAP_SERVERS_CONFIG)) {
            if (!config.containsKey(key)) {
                throw new BadArgument(key + " is missing: give it by --config FILE, or --set " + key + "=VALUE");
            }
        }
        Takeover takeover = TakeoverCheck.of(topology, new StreamsConfig(config));
        out.print(takeover.text());
        blocked = !takeover.blocks().isEmpty();
    }

    private static String rights(@Nullable Throwable failure) {
        return Causes.has(failure, AuthorizationException.class)
                ? ". The check needs the rights to describe the application's group, topics (and their"
                        + " configurations) and transactional ids, and to read its internal topics"
                : "";
    }
}
