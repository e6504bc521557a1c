package org.stoatflow.tools.top;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.Ansi.IStyle;
import picocli.CommandLine.Help.Ansi.Style;

/** {@code ./stoatflow top}: asks an application for its status again and again, and shows it. */
public final class Top {
    static final int SHOWN = 0;
    static final int NO_ANSWER = 1;

    private static final int OK = 200;
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final String TO_THE_TOP = "\u001b[H";
    private static final String CLEAR_TO_END_OF_LINE = "\u001b[K";
    private static final String CLEAR_BELOW = "\u001b[J";
    private static final String RESET = "\u001b[0m";

    private final TopOptions options;
    private final PrintStream out;
    private final Ansi ansi;
    private @Nullable JsonNode last;
    private long lastNs;

    Top(TopOptions options, PrintStream out, Ansi ansi) {
        this.options = options;
        this.out = out;
        this.ansi = ansi;
    }

    /** Shows the status until the process is ended, or once. */
    @SuppressWarnings("checkstyle:exit") // the command's own process
    public static void main(String[] args) throws InterruptedException {
        CommandLine commandLine = new TopOptions().commandLine();
        int status = commandLine.execute(args);
        TopOptions options = commandLine.getExecutionResult();
        if (options != null) {
            PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
            status = new Top(options, out, Ansi.AUTO).run();
        }
        System.exit(status);
    }

    int run() throws InterruptedException {
        try (HttpClient client = HttpClient.newBuilder().connectTimeout(LIMIT).build()) {
            boolean answered = show(client);
            while (!options.once) {
                Thread.sleep(options.between());
                answered = show(client);
            }
            return answered ? SHOWN : NO_ANSWER;
        }
    }

    private boolean show(HttpClient client) throws InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(options.status()).timeout(LIMIT).build();
        try {
            HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
            JsonNode status = answer.statusCode() == OK ? new ObjectMapper().readTree(answer.body()) : null;
            if (status == null || !status.path("status").isObject()) {
                return fail("answers with " + answer.statusCode() + ", and no status of StoatFlow's");
            }
            long nowNs = System.nanoTime();
            print(StatusPage.lines(status, last, Duration.ofNanos(nowNs - lastNs)));
            last = status;
            lastNs = nowNs;
            return true;
        } catch (JsonProcessingException other) {
            return fail("answers with no status of StoatFlow's");
        } catch (IOException none) {
            return fail("does not answer: " + none);
        }
    }

    private boolean fail(String what) {
        last = null;
        print(List.of(new Line(Line.Kind.BAD, options.status() + " " + what)));
        return false;
    }

    private void print(List<Line> lines) {
        boolean inPlace = ansi.enabled() && !options.once;
        out.print(inPlace ? TO_THE_TOP : "");
        for (Line line : lines) {
            out.println(styled(line) + (inPlace ? CLEAR_TO_END_OF_LINE : ""));
        }
        out.print(inPlace ? CLEAR_BELOW : "");
        out.flush();
    }

    private String styled(Line line) {
        IStyle[] styles = styles(line.kind());
        return ansi.enabled() && styles.length > 0 ? Style.on(styles) + line.text() + RESET : line.text();
    }

    private static IStyle[] styles(Line.Kind kind) {
        return switch (kind) {
            case TITLE -> new IStyle[] {Style.bold};
            case PLAIN -> new IStyle[0];
            case GOOD -> new IStyle[] {Style.fg_green};
            case BAD -> new IStyle[] {Style.bold, Style.fg_red};
        };
    }
}
