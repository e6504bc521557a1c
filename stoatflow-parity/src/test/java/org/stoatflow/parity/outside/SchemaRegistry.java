package org.stoatflow.parity.outside;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.Executors;

/**
 * A small schema registry with the paths that serdes use: a schema is registered for a subject, and is given by its id.
 * Schemas go as plain text. Safe for use by any thread.
 */
public final class SchemaRegistry {
    private static final SchemaRegistry SHARED = new SchemaRegistry();

    private final List<String> schemas = new ArrayList<>(); // a schema's id is its place
    private final TreeSet<String> subjects = new TreeSet<>();
    private final HttpServer server;

    private SchemaRegistry() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        server.createContext("/subjects/", this::register);
        server.createContext("/schemas/ids/", this::find);
        server.setExecutor(Executors.newCachedThreadPool(
                Thread.ofPlatform().daemon().name("registry-", 0).factory()));
        server.start();
    }

    /** The registry of all programs of this JVM. */
    public static SchemaRegistry shared() {
        return SHARED;
    }

    /** Where it is, with a slash at the end. */
    public URI address() {
        return URI.create("http://" + server.getAddress().getAddress().getHostAddress() + ":"
                + server.getAddress().getPort() + "/");
    }

    /** Subjects that begin so. */
    public synchronized List<String> subjects(String prefix) {
        return subjects.stream().filter(subject -> subject.startsWith(prefix)).toList();
    }

    private void register(HttpExchange exchange) throws IOException {
        String subject = exchange.getRequestURI().getPath().split("/")[2];
        String schema = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        answer(exchange, String.valueOf(idOf(subject, schema)));
    }

    private synchronized int idOf(String subject, String schema) {
        subjects.add(subject);
        int known = schemas.indexOf(schema);
        if (known < 0) {
            schemas.add(schema);
            return schemas.size() - 1;
        }
        return known;
    }

    private void find(HttpExchange exchange) throws IOException {
        String[] path = exchange.getRequestURI().getPath().split("/");
        answer(exchange, schema(Integer.parseInt(path[3])));
    }

    private synchronized String schema(int id) {
        return schemas.get(id);
    }

    private static void answer(HttpExchange exchange, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }
}
