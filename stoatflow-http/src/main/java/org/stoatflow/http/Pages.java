package org.stoatflow.http;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.stoatflow.runtime.service.ServedApplication;
import org.stoatflow.status.ApplicationStatus;
import org.stoatflow.status.ApplicationTopology;

/** What each path is answered with. Any thread. */
final class Pages {
    private static final String LIST = """
            /health/live            200; once an error has ended the application, the port is closed
            /health/ready           200 while it runs, or could take over at once
            /metrics                for Prometheus
            /status                 what it is doing, as JSON; ?format=text: in words
            /topology               how it is run, as JSON; ?format=mermaid: as a diagram
            """;

    private final ServedApplication application;
    private final MetricsPage metrics;

    Pages(ServedApplication application, MetricsPage metrics) {
        this.application = application;
        this.metrics = metrics;
    }

    /**
     * @param query behind the question mark; null for none
     * @param accepted the header of that name; null for none
     */
    Answer answer(String method, String path, @Nullable String query, @Nullable String accepted) {
        if (!method.equals("GET") && !method.equals("HEAD")) {
            return Answer.text(Answer.METHOD_NOT_ALLOWED, "Nothing can be changed here: GET and HEAD only.");
        }
        return switch (path) {
            case "/" -> Answer.text(Answer.OK, LIST);
            case "/health/live" -> live(application.status());
            case "/health/ready" -> ready(application.status());
            case "/metrics" -> metrics.answer(accepted);
            case "/status" -> status(application.status(), "format=text".equals(query));
            case "/topology" ->
                application
                        .topology()
                        .map(topology -> topology(topology, "format=mermaid".equals(query)))
                        .orElse(Answer.text(Answer.UNAVAILABLE, "Not planned yet: the brokers are asked first."));
            default -> Answer.text(Answer.NOT_FOUND, "There are:\n" + LIST);
        };
    }

    private static Answer live(ApplicationStatus status) {
        return status.isLive()
                ? Answer.text(Answer.OK, "Live.")
                : Answer.text(
                        Answer.UNAVAILABLE, "The state is " + status.phase().state() + ".");
    }

    private static Answer ready(ApplicationStatus status) {
        return Answer.text(status.isReady() ? Answer.OK : Answer.UNAVAILABLE, status.readiness());
    }

    private Answer status(ApplicationStatus status, boolean inWords) {
        if (inWords) {
            return Answer.text(Answer.OK, status.text() + dropped(metrics.dropped()));
        }
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("ready", status.isReady());
        shown.put("readiness", status.readiness());
        shown.put("live", status.isLive());
        shown.put("status", status);
        shown.put("dropped", metrics.dropped());
        return Answer.json(shown);
    }

    private static String dropped(Map<String, Long> byReason) {
        return byReason.isEmpty()
                ? ""
                : byReason.entrySet().stream()
                        .map(reason -> reason.getValue() + " " + reason.getKey())
                        .collect(Collectors.joining(", ", "  records left out: ", "\n"));
    }

    private static Answer topology(ApplicationTopology topology, boolean asDiagram) {
        return asDiagram ? Answer.text(Answer.OK, MermaidText.of(topology)) : Answer.json(topology);
    }
}
