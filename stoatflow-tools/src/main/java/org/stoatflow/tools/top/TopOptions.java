package org.stoatflow.tools.top;

import java.net.URI;
import java.time.Duration;
import org.stoatflow.command.Arguments;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What {@code ./stoatflow top} is given. */
@Command(
        name = "./stoatflow top",
        description = "Shows what an application is doing, as its /status says: epochs, lanes, lag, hot keys, restore.")
final class TopOptions extends Arguments<TopOptions> {
    private static final int EVERY_MAX = 3_600;

    @Option(
            names = "--url",
            required = true,
            paramLabel = "URL",
            description = "where it serves: http://127.0.0.1:8080, as stoatflow.http.port and .address say")
    @SuppressWarnings("NullAway.Init")
    private URI url;

    @Option(names = "--once", description = "prints the page once, and ends: with 1 where nobody answers")
    boolean once;

    @Option(
            names = "--every",
            paramLabel = "SECONDS",
            defaultValue = "2",
            description = "seconds between two pages: ${DEFAULT-VALUE}")
    private int every;

    @Override
    public TopOptions call() {
        if (!"http".equals(url.getScheme()) && !"https".equals(url.getScheme()) || url.getHost() == null) {
            throw refusal("--url", "http://HOST:PORT", url.toString());
        }
        upTo(EVERY_MAX, "--every", every);
        return this;
    }

    /** Of the page that has the status. */
    URI status() {
        String path = url.getPath() == null ? "" : url.getPath().replaceAll("/+$", "");
        return url.resolve(path.endsWith("/status") ? path : path + "/status");
    }

    Duration between() {
        return Duration.ofSeconds(every);
    }
}
