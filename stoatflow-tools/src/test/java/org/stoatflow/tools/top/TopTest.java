package org.stoatflow.tools.top;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

class TopTest {
    private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
    private HttpServer server;
    private int code = 200;
    private String answer = "{\"readiness\":\"Ready.\",\"ready\":true,\"status\":{}}";

    @BeforeEach
    void serve() throws Exception {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1);
        server.createContext("/status", exchange -> {
            byte[] content = answer.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(code, content.length);
            exchange.getResponseBody().write(content);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void end() {
        server.stop(0);
    }

    private int top(Ansi ansi, String path) throws Exception {
        CommandLine commandLine = new TopOptions().commandLine();
        assertEquals(0, commandLine.execute("--once", "--url", url() + path));
        TopOptions options = commandLine.getExecutionResult();
        return new Top(options, new PrintStream(shown, true, StandardCharsets.UTF_8), ansi).run();
    }

    private String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private String shown() {
        return shown.toString(StandardCharsets.UTF_8);
    }

    @Test
    void shouldPrintThePageOnce() throws Exception {
        assertEquals(Top.SHOWN, top(Ansi.OFF, ""));
        assertTrue(shown().contains("\nReady.\n"), shown());
        assertEquals(-1, shown().indexOf('\u001b'), shown());
        assertEquals(Top.SHOWN, top(Ansi.ON, "/status"));
        assertTrue(shown().contains("\u001b[32mReady."), shown());
    }

    @Test
    void shouldSayWhoDoesNotAnswer() throws Exception {
        answer = "{}";
        assertEquals(Top.NO_ANSWER, top(Ansi.OFF, "/"));
        assertEquals(url() + "/status answers with 200, and no status of StoatFlow's\n", shown());
        answer = "no JSON";
        assertEquals(Top.NO_ANSWER, top(Ansi.OFF, ""));
        assertTrue(shown().endsWith("/status answers with no status of StoatFlow's\n"), shown());
        code = 404;
        assertEquals(Top.NO_ANSWER, top(Ansi.OFF, ""));
        assertTrue(shown().endsWith("/status answers with 404, and no status of StoatFlow's\n"), shown());
        server.stop(0);
        assertEquals(Top.NO_ANSWER, top(Ansi.OFF, ""));
        assertTrue(shown().contains("/status does not answer: java.net.ConnectException"), shown());
    }

    @Test
    void shouldRefuseWhatIsNoAddress() {
        for (String url : new String[] {"localhost:8080", "/status", "ftp://host"}) {
            StringWriter said = new StringWriter();
            CommandLine commandLine = new TopOptions().commandLine().setErr(new PrintWriter(said));
            assertEquals(2, commandLine.execute("--url", url), url);
            assertTrue(said.toString().contains("must be http://HOST:PORT, not '" + url + "'"), said::toString);
        }
    }
}
