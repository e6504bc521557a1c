package org.stoatflow.chaos;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.stoatflow.streams.CloseOptions;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;

/**
 * The application in a process of its own. Says each state on a line of standard output. It takes the orders
 * {@link #CLOSE} and {@link #LEAVE} from standard input, and ends at once when that ends, as its parent is gone then.
 */
final class ChaosApplicationMain {
    /** Closes in order and stays in the group. */
    static final String CLOSE = "close";
    /** Closes in order and leaves the group. */
    static final String LEAVE = "leave";

    static final String STATE = "state ";

    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(60);
    private static final int NOT_CLOSED = 3;

    private ChaosApplicationMain() {}

    /** Arguments: bootstrap servers, guarantee, state folder, folder of what has happened. */
    public static void main(String[] args) throws IOException {
        KafkaStreams streams = new KafkaStreams(
                ChaosApplication.topology(new InjectedFailure(Path.of(args[3]))),
                ChaosApplication.settings(args[0], args[1], args[2]));
        live(streams);
    }

    /** Runs it until it is asked to end, and ends this process. */
    @SuppressWarnings("checkstyle:exit")
    static void live(KafkaStreams streams) throws IOException {
        streams.setStateListener((now, before) -> System.out.println(STATE + now));
        streams.setUncaughtExceptionHandler(failure -> StreamThreadExceptionResponse.REPLACE_THREAD);
        streams.start();
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        String order = orders.readLine();
        if (order == null) {
            Runtime.getRuntime().halt(1);
        }
        CloseOptions options = CloseOptions.groupMembershipOperation(
                        LEAVE.equals(order)
                                ? CloseOptions.GroupMembershipOperation.LEAVE_GROUP
                                : CloseOptions.GroupMembershipOperation.REMAIN_IN_GROUP)
                .withTimeout(CLOSE_LIMIT);
        System.exit(streams.close(options) ? 0 : NOT_CLOSED);
    }
}
