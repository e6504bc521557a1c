package org.stoatflow.http;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** What Prometheus scrapes. Any thread. */
final class MetricsPage {
    private static final String OPEN_METRICS = "application/openmetrics-text";

    private final PrometheusMeterRegistry registry;

    MetricsPage(PrometheusMeterRegistry registry) {
        this.registry = registry;
    }

    /** @param accepted the formats that the reader understands; null for the oldest */
    Answer answer(@Nullable String accepted) {
        String type = accepted != null && accepted.contains(OPEN_METRICS)
                ? OPEN_METRICS + "; version=1.0.0; charset=utf-8"
                : "text/plain; version=0.0.4; charset=utf-8";
        return new Answer(Answer.OK, type, registry.scrape(type).getBytes(StandardCharsets.UTF_8));
    }
}
