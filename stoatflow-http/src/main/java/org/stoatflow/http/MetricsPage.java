package org.stoatflow.http;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What Prometheus scrapes. Any thread. */
final class MetricsPage {
    private static final String DROPPED = "stoatflow.records.dropped";
    private static final String OPEN_METRICS = "application/openmetrics-text";

    private final PrometheusMeterRegistry registry;

    MetricsPage(PrometheusMeterRegistry registry) {
        this.registry = registry;
    }

    /** How many records the application has left out, by reason; reasons without any are not there. */
    Map<String, Long> dropped() {
        Map<String, Long> dropped = new TreeMap<>();
        for (FunctionCounter reason : registry.find(DROPPED).functionCounters()) {
            long records = (long) reason.count();
            if (records > 0) {
                dropped.merge(String.valueOf(reason.getId().getTag("reason")), records, Long::sum);
            }
        }
        return dropped;
    }

    /** @param accepted the formats that the reader understands; null for the oldest */
    Answer answer(@Nullable String accepted) {
        String type = accepted != null && accepted.contains(OPEN_METRICS)
                ? OPEN_METRICS + "; version=1.0.0; charset=utf-8"
                : "text/plain; version=0.0.4; charset=utf-8";
        return new Answer(Answer.OK, type, registry.scrape(type).getBytes(StandardCharsets.UTF_8));
    }
}
