package org.stoatflow.simulation;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.stoatflow.memorykafka.CallFaults;

/**
 * A row of the table of what calls of Kafka's clients may do ({@code client-calls.txt}): the call, how it behaves, what
 * must follow, and what shows it.
 *
 * @param call the interface and the method
 * @param behaviour what it throws, maybe after its effect; {@code late}; or in words
 * @param shownBy a seed that is struck by this and nothing else, {@code seed 5}; one that is struck by a kind of fault,
 *     {@code seed 5 of FENCE}; or a test, {@code test NameOfClass#method}
 */
record ClientCall(String call, String behaviour, Follows follows, String shownBy) {
    private static final String TABLE = "client-calls.txt";
    private static final String AFTER = " after its effect";
    private static final String LATE = "late";
    private static final Pattern SEED = Pattern.compile("seed (\\d+)(?: of ([A-Z_]+))?");
    private static final List<ClientCall> ALL = read();

    /** What must follow from a call that behaves so, in an application that nothing else strikes. */
    enum Follows {
        /** The run goes on, or the same is asked again. */
        GOES_ON,
        /** What has begun is given up, and begins again in place; nobody is asked. */
        BEGINS_AGAIN,
        /** The uncaught exception handler is asked; where it says so, all begins anew. */
        ASKS,
        /** The application ends, as another has its place. */
        ENDS
    }

    static List<ClientCall> all() {
        return ALL;
    }

    /** The behaviours that a fault of this kind chooses from. */
    static List<ClientCall> of(FaultKind kind, boolean exactlyOnce) {
        return ALL.stream()
                .filter(row -> row.isSeed() && row.isOfCall() && row.kind() == kind)
                .filter(row -> exactlyOnce || !row.isOfTransactions())
                .toList();
    }

    boolean isOfTransactions() {
        return call.contains("Transaction");
    }

    /** Whether a seed shows it. */
    boolean isSeed() {
        return SEED.matcher(shownBy).matches();
    }

    long seed() {
        return Long.parseLong(matched().group(1));
    }

    private Matcher matched() {
        Matcher matcher = SEED.matcher(shownBy);
        if (!matcher.matches()) {
            throw new IllegalStateException("no seed shows " + text());
        }
        return matcher;
    }

    /** Whether it is a call that behaves so, and not what stands behind it. */
    boolean isOfCall() {
        return isSeed() && matched().group(2) == null;
    }

    CallFaults.Manner manner() {
        if (behaviour.equals(LATE)) {
            return CallFaults.Manner.LATE;
        }
        return behaviour.endsWith(AFTER) ? CallFaults.Manner.THROWS_AFTER : CallFaults.Manner.THROWS;
    }

    Throwable thrown() {
        return Thrown.of(thrownName());
    }

    String thrownName() {
        return behaviour.endsWith(AFTER) ? behaviour.substring(0, behaviour.length() - AFTER.length()) : behaviour;
    }

    /** The call that is struck: of the admin client's, what the modelled cluster has in its place. */
    String clientCall() {
        return switch (call) {
            case "Admin.listTopics" -> "ClusterAdmin.topicNames";
            case "Admin.describeTopics" -> "ClusterAdmin.partitionCounts";
            case "Admin.createTopics" -> "ClusterAdmin.createTopics";
            case "Admin.describeConfigs" -> "ClusterAdmin.topicConfig";
            case "Admin.describeCluster" -> "ClusterAdmin.isReachable";
            default -> call;
        };
    }

    String text() {
        return call + " " + behaviour;
    }

    /** The kind of fault that it is. */
    FaultKind kind() {
        if (!isOfCall()) {
            return FaultKind.valueOf(matched().group(2));
        }
        if (behaviour.equals(LATE)) {
            return FaultKind.CALL_LATE;
        }
        return thrownName().equals(Thrown.ERROR) ? FaultKind.ERROR_IN_CALL : FaultKind.CALL_THROWS;
    }

    private static List<ClientCall> read() {
        List<ClientCall> rows = new ArrayList<>();
        try (InputStream in = Objects.requireNonNull(ClientCall.class.getResourceAsStream(TABLE), TABLE)) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            text.lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .forEach(line -> rows.add(row(line)));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return List.copyOf(rows);
    }

    private static ClientCall row(String line) {
        String[] cells = line.split("\\s*\\|\\s*", -1);
        if (cells.length != 4) {
            throw new IllegalArgumentException("a row has four cells, line=" + line);
        }
        return new ClientCall(cells[0].strip(), cells[1], Follows.valueOf(cells[2]), cells[3].strip());
    }
}
