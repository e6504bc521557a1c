package org.stoatflow.runtime.global;

import java.time.Duration;
import org.stoatflow.kernel.counters.DropCounters;
import org.stoatflow.kernel.error.ErrorHandling;
import org.stoatflow.kernel.global.GlobalTask;
import org.stoatflow.runtime.settings.ApplicationSettings;
import org.stoatflow.streams.StreamsConfig;

/**
 * How the topics of global stores are followed.
 *
 * @param pollTimeout how long a poll waits for records, {@code poll.ms}
 * @param requestTimeout how long a question for partitions or offsets may take
 * @param noProgressTimeout for how long the load may bring nothing: {@code task.timeout.ms}, after a request's time-out
 */
public record GlobalSettings(Duration pollTimeout, Duration requestTimeout, Duration noProgressTimeout) {
    public static GlobalSettings of(StreamsConfig config, ApplicationSettings settings) {
        return new GlobalSettings(
                Duration.ofMillis(config.getLong(StreamsConfig.POLL_MS_CONFIG)),
                settings.requestTimeout(),
                Duration.ofMillis(config.getLong(StreamsConfig.TASK_TIMEOUT_MS_CONFIG))
                        .plus(settings.requestTimeout()));
    }

    /**
     * What happens to records that fail.
     *
     * @param drops counts those that are left out
     */
    @SuppressWarnings("deprecation") // the handler is asked where the key says so
    public static GlobalTask.Rules rules(StreamsConfig config, ErrorHandling errors, DropCounters drops) {
        return new GlobalTask.Rules(
                errors, config.getBoolean(StreamsConfig.PROCESSING_EXCEPTION_HANDLER_GLOBAL_ENABLED_CONFIG), drops);
    }
}
