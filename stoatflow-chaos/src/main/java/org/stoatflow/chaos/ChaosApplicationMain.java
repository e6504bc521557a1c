package org.stoatflow.chaos;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.common.utils.Time;
import org.stoatflow.streams.CloseOptions;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;

/**
 * Runs the application in a process of its own, and prints each state on a line of standard output. It takes the orders
 * {@link #CLOSE}, {@link #LEAVE} and those of {@link ThreadStrikes} from standard input. At the end of standard input
 * it ends at once, since its parent is gone then.
 */
final class ChaosApplicationMain {
    /** Orders the application to close in order and to stay in the group. */
    static final String CLOSE = "close";
    /** Orders the application to close in order and to leave the group. */
    static final String LEAVE = "leave";

    static final String STATE = "state ";

    /** The setting that says how long the {@link Ledger} takes to begin. */
    static final String INIT_MS = "chaos.init.ms";

    /** The setting that says how far the machine's clock is ahead. */
    static final String CLOCK_AHEAD_MS = "chaos.clock.ahead.ms";

    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(60);
    private static final int NOT_CLOSED = 3;

    private ChaosApplicationMain() {}

    /**
     * Arguments: bootstrap servers, guarantee, state folder, folder of {@link InjectedFailure}; then settings in place
     * of the usual ones, as {@code key=value}.
     */
    public static void main(String[] args) throws IOException {
        StrikingFilter.install();
        Properties settings = ChaosApplication.settings(args[0], args[1], args[2]);
        for (String setting : List.of(args).subList(4, args.length)) {
            int equals = setting.indexOf('=');
            settings.put(setting.substring(0, equals), setting.substring(equals + 1));
        }
        Duration init = Duration.ofMillis(Long.parseLong(settings.getProperty(INIT_MS, "0")));
        Duration ahead = Duration.ofMillis(Long.parseLong(settings.getProperty(CLOCK_AHEAD_MS, "0")));
        live(new KafkaStreams(
                ChaosApplication.topology(new InjectedFailure(Path.of(args[3]), init)),
                settings,
                ahead.isZero() ? Time.SYSTEM : new MovedClock(ahead)));
    }

    /** Runs the application until an order ends it, and ends this process. */
    @SuppressWarnings("checkstyle:exit")
    static void live(KafkaStreams streams) throws IOException {
        streams.setStateListener((now, before) -> System.out.println(STATE + now));
        streams.setUncaughtExceptionHandler(failure -> StreamThreadExceptionResponse.REPLACE_THREAD);
        streams.start();
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        String order = orders.readLine();
        while (order != null && order.startsWith(ThreadStrikes.ORDER)) {
            ThreadStrikes.take(order);
            order = orders.readLine();
        }
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
