package org.stoatflow.runtime.run;

import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.config.TimeSpans;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.kernel.time.MinuteReminder;
import org.stoatflow.runtime.failure.LeftBehindException;
import org.stoatflow.runtime.settings.ClientTimes;
import org.stoatflow.streams.StreamsConfig;

/**
 * How long is waited for calls of user code that have outlived what made them: as long as Kafka Streams gives a
 * function. Owner: the dispatcher's thread.
 */
public final class CallWait {
    private static final Logger LOG = LoggerFactory.getLogger(CallWait.class);

    private final Clock clock;
    private final long callMaxNs;
    private final MinuteReminder reminder = new MinuteReminder();
    private long sinceNs;

    public CallWait(Clock clock, StreamsConfig config) {
        this.clock = clock;
        this.callMaxNs = TimeSpans.nanos(ClientTimes.callMax(config));
    }

    /** A call is waited for from now on. */
    public void begin() {
        sinceNs = clock.nanos();
        reminder.begin(sinceNs);
    }

    /**
     * The calls are still under way. Says so each minute; does not wait.
     *
     * @param texts what the calls are doing, for messages
     * @throws LeftBehindException where that takes too long. After it, as much time is given again
     */
    public void goOn(Supplier<String> texts) {
        long nowNs = clock.nanos();
        if (nowNs - sinceNs > callMaxNs) {
            begin();
            throw new LeftBehindException("User code does not come back, though its run has ended and each call but"
                    + " close() was interrupted: " + texts.get()
                    + ". No other run may begin before it does, as that would process"
                    + " the same keys beside it. It was waited for as long as max.poll.interval.ms says, "
                    + TimeUnit.NANOSECONDS.toMillis(callMaxNs) + " ms. Give each call a time-out, and let it end where"
                    + " its thread is interrupted");
        }
        if (reminder.isDue(nowNs)) {
            LOG.warn(
                    "The next run begins as soon as user code of the run before has come back, which takes long: {}",
                    texts.get());
        }
    }
}
