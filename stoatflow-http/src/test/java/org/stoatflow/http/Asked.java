package org.stoatflow.http;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.stoatflow.localkafka.Patience;

/** Asks an application's pages. */
final class Asked implements AutoCloseable {
    static final String REFUSED = "connection refused";
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(LIMIT).build();
    private final int port;

    Asked(int port) {
        this.port = port;
    }

    record Reply(int code, String text) {}

    /** A port at which nobody listens now. */
    static int freePort() {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        } catch (IOException none) {
            throw new IllegalStateException("no port is free", none);
        }
    }

    /** The answer; code 0 where nobody listens, or the server ends meanwhile. */
    Reply ask(String path) {
        try {
            HttpResponse<String> answer = client.send(
                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                            .timeout(LIMIT)
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            return new Reply(answer.statusCode(), answer.body());
        } catch (ConnectException nobody) {
            return new Reply(0, REFUSED);
        } catch (IOException ended) {
            return new Reply(0, String.valueOf(ended.getMessage()));
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
            return new Reply(0, "interrupted");
        }
    }

    /** Asks until the answer is as wanted. */
    Reply await(String path, int code, String words) {
        return await(
                path,
                answer -> answer.code() == code && answer.text().contains(words),
                () -> code + " with '" + words + "'");
    }

    /** Asks until the answer is as wanted. */
    Reply await(String path, Predicate<Reply> wanted, Supplier<String> what) {
        long beginNs = System.nanoTime();
        Reply last = ask(path);
        while (!wanted.test(last)) {
            if (Patience.isOver(beginNs, LIMIT.multipliedBy(3))) {
                throw new AssertionError(path + " is not " + what.get() + ": " + last);
            }
            try {
                Thread.sleep(Duration.ofMillis(5)); // between two questions
            } catch (InterruptedException end) {
                throw new AssertionError("interrupted", end);
            }
            last = ask(path);
        }
        return last;
    }

    @Override
    public void close() {
        client.close();
    }
}
