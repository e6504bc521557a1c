package org.stoatflow.simulation;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The exceptions that the documentation of Kafka's clients names for a call, read from the clients' sources. */
final class DocumentedExceptions {
    private static final Map<String, String> SOURCES = Map.of(
            "Consumer", "consumer/KafkaConsumer.java",
            "Producer", "producer/KafkaProducer.java",
            "Admin", "admin/Admin.java");

    private static final String DOCUMENTATION = "/\\*\\*((?:(?!\\*/).)*)\\*/\\s*";
    private static final String ANNOTATIONS = "(?:@\\w+(?:\\([^)]*\\))?\\s*)*";
    private static final String HEAD = "(?:public |default )?[\\w<>\\[\\], .?]+ ";
    private static final Pattern THROWN = Pattern.compile("(?:@throws\\s+|\\{@link\\s+)(?:\\w+\\.)*(\\w+Exception)");

    private static final Map<String, String> TEXTS = new ConcurrentHashMap<>();

    private DocumentedExceptions() {}

    /** @param call as {@code Producer.send}; its overloads count together */
    static Set<String> of(String call) {
        String client = call.substring(0, call.indexOf('.'));
        String method = call.substring(call.indexOf('.') + 1);
        Matcher documented = Pattern.compile(
                        DOCUMENTATION + ANNOTATIONS + HEAD + Pattern.quote(method) + "\\([^;{]*[;{]", Pattern.DOTALL)
                .matcher(TEXTS.computeIfAbsent(client, DocumentedExceptions::source));
        Set<String> names = new TreeSet<>();
        while (documented.find()) {
            addNamed(client, documented.group(1), names);
        }
        return names;
    }

    /** Of the admin client's, what futures fail with is named in the text; else a text may name what is not thrown. */
    private static void addNamed(String client, String documentation, Set<String> names) {
        Matcher thrown = THROWN.matcher(documentation);
        while (thrown.find()) {
            if (client.equals("Admin") || thrown.group().startsWith("@throws")) {
                names.add(thrown.group(1));
            }
        }
    }

    private static String source(String client) {
        String name = "/org/apache/kafka/clients/" + SOURCES.get(client);
        try (InputStream in = Objects.requireNonNull(DocumentedExceptions.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
