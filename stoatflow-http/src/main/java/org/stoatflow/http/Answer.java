package org.stoatflow.http;

import java.nio.charset.StandardCharsets;

/**
 * An answer to a request.
 *
 * @param code HTTP's status code
 * @param type of the content
 */
record Answer(int code, String type, byte[] content) {
    static final int OK = 200;
    static final int NOT_FOUND = 404;
    static final int METHOD_NOT_ALLOWED = 405;
    static final int FAILED = 500;
    static final int UNAVAILABLE = 503;

    static Answer text(int code, String content) {
        return of(code, "text/plain; charset=utf-8", content);
    }

    static Answer json(Object content) {
        return of(OK, "application/json", JsonText.of(content));
    }

    private static Answer of(int code, String type, String content) {
        return new Answer(code, type, (content.stripTrailing() + "\n").getBytes(StandardCharsets.UTF_8));
    }
}
