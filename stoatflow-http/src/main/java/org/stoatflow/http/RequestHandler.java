package org.stoatflow.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Gives requests to the pages. The server's threads. */
final class RequestHandler implements HttpHandler {
    private static final Logger LOG = LoggerFactory.getLogger(RequestHandler.class);
    private static final int NO_CONTENT = -1;

    private final Pages pages;

    RequestHandler(Pages pages) {
        this.pages = pages;
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            Answer answer = answer(exchange);
            exchange.getResponseHeaders().set("Content-Type", answer.type());
            exchange.getResponseHeaders().set("Cache-Control", "no-store");
            if (exchange.getRequestMethod().equals("HEAD")) {
                exchange.sendResponseHeaders(answer.code(), NO_CONTENT);
            } else {
                exchange.sendResponseHeaders(answer.code(), answer.content().length);
                exchange.getResponseBody().write(answer.content());
            }
        }
    }

    private Answer answer(HttpExchange exchange) {
        try {
            return pages.answer(
                    exchange.getRequestMethod(),
                    exchange.getRequestURI().getPath(),
                    exchange.getRequestURI().getRawQuery(),
                    exchange.getRequestHeaders().getFirst("Accept"));
        } catch (RuntimeException failure) { // a user's metric may throw
            LOG.warn("{} is not answered", exchange.getRequestURI().getPath(), failure);
            return Answer.text(Answer.FAILED, "It has failed; the log says why.");
        }
    }
}
