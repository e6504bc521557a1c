package org.stoatflow.runtime.lifecycle;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.config.TimeSpans;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.streams.errors.MissingSourceTopicException;

/**
 * How long a start waits for source topics that are not there yet: whatever starts an application often creates its
 * topics a moment later. Kafka Streams looks for them seconds after its start, when the group has formed. Owner: the
 * dispatcher's thread.
 */
final class SourceWait {
    private static final Logger LOG = LoggerFactory.getLogger(SourceWait.class);

    static final Duration LIMIT = Duration.ofSeconds(10);

    private final Clock clock;
    private final String applicationId;
    private @Nullable Long sinceNs; // null where nothing is missing

    SourceWait(Clock clock, String applicationId) {
        this.clock = clock;
        this.applicationId = applicationId;
    }

    /** All are there: what is missing at a later start is waited for anew. */
    void onFound() {
        sinceNs = null;
    }

    /** @throws MissingSourceTopicException the same, once this has lasted for too long */
    void onMissing(MissingSourceTopicException missing) {
        if (sinceNs == null) {
            sinceNs = clock.nanos();
            LOG.warn(
                    "Application {} waits up to {} s for what it reads: {}",
                    applicationId,
                    LIMIT.toSeconds(),
                    missing.getMessage());
        } else if (clock.nanos() - sinceNs >= TimeSpans.nanos(LIMIT)) {
            throw missing;
        }
    }
}
